import { shiftDay, shiftMonth, weekdayCodes } from '#contract/desk/calendar-day.ts'
import {
  findMonthWeekday,
  formatMonthWeekday,
  listMonthWeekdays,
} from '#contract/desk/month-weekday.ts'
import { iterateRepeatDays, parseRepeat } from '#contract/desk/repeat.ts'
import { countDaysBetween } from './event-times.ts'

const toUntil = (day: string) => day.replaceAll('-', '')
const toDay = (until: string) => until.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

/** Maps each part of a rule, such as `INTERVAL=2`. A part that becomes undefined is removed. */
function mapParts(
  repeat: string,
  replacements: Record<string, (value: string) => string | undefined>,
): string {
  return repeat
    .split(';')
    .flatMap(part => {
      const [name = '', value = ''] = part.split('=', 2)
      const replace = replacements[name]
      if (!replace) return [part]
      const replaced = replace(value)
      return replaced === undefined ? [] : [`${name}=${replaced}`]
    })
    .join(';')
}

const remove = () => undefined

/** Returns the rule of a series that ends with a day. */
export const endRepeat = (repeat: string, lastDay: string) =>
  `${mapParts(repeat, { UNTIL: remove, COUNT: remove })};UNTIL=${toUntil(lastDay)}`

/** Returns the rule of the rest of a series that began on `start`, from one of its days. */
export function continueRepeat(repeat: string, start: string, day: string): string {
  const countBefore = () => {
    let count = 0
    for (const earlier of iterateRepeatDays(repeat, start)) {
      if (earlier >= day) return count
      count++
    }
    return count
  }
  return mapParts(repeat, { COUNT: count => String(Math.max(1, Number(count) - countBefore())) })
}

/** A move of a series: where its days are then, and its rule. */
type SeriesMove = { moveDay: (day: string) => string; repeat: string }
type Series = { repeat: string; firstDay: string }

/**
 * Returns the move of a series whose event of `day` is on `newDay` then. The events of a monthly or
 * yearly series move to the day of the month of `newDay`, or to its weekday of the month.
 */
export function moveSeries(series: Series, day: string, newDay: string): SeriesMove {
  if (newDay === day) return { moveDay: unmoved => unmoved, repeat: series.repeat }
  if (parseRepeat(series.repeat)?.monthWeekday) return moveByMonthWeekdays(series, day, newDay)
  return isByMonth(series) ? moveByMonths(series, day, newDay) : moveByDays(series, day, newDay)
}

/** A first event beside the rule can be in the same month as the next one. */
function isByMonth({ repeat, firstDay }: Series): boolean {
  const frequency = parseRepeat(repeat)?.frequency
  const [, second = ''] = iterateRepeatDays(repeat, firstDay)
  return (
    (frequency === 'MONTHLY' || frequency === 'YEARLY') &&
    second.slice(0, 7) !== firstDay.slice(0, 7)
  )
}

const dayOfMonth = (day: string) => day.slice(8)
const toMonth = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

function moveByMonths({ repeat, firstDay }: Series, day: string, newDay: string): SeriesMove {
  const moveDay = (moved: string) => shiftMonth(newDay, toMonth(moved) - toMonth(day))
  const isMonthEnd = dayOfMonth(shiftDay(newDay, 1)) === '01'
  // The last event before the end can be in the month before.
  const findLast = (until: string) =>
    dayOfMonth(until) < dayOfMonth(day) ? shiftMonth(until, -1) : until
  const rule = mapParts(repeat, {
    BYMONTHDAY: value => (value === '-1' && isMonthEnd ? value : undefined),
    UNTIL: value => toUntil(moveDay(findLast(toDay(value)))),
  })
  const isShortened = dayOfMonth(moveDay(firstDay)) !== dayOfMonth(newDay)
  const needsDay = isShortened && rule.includes('FREQ=MONTHLY') && !rule.includes('BYMONTHDAY')
  return { moveDay, repeat: needsDay ? `${rule};BYMONTHDAY=${dayOfMonth(newDay)}` : rule }
}

function moveByMonthWeekdays(series: Series, day: string, newDay: string): SeriesMove {
  const { repeat, firstDay } = series
  const rule = parseRepeat(repeat)?.monthWeekday
  if (!rule) throw new Error(`Expected a rule by a weekday of the month, got ${repeat}`)
  const days = countDaysBetween(day, newDay)
  // A first event beside the rule moves by days, and the rule with the event after it.
  const isFirstBeside = findMonthWeekday(rule, firstDay) !== firstDay
  const [, second] = iterateRepeatDays(repeat, firstDay)
  if (isFirstBeside && day === firstDay && second !== undefined)
    return moveByMonthWeekdays(series, second, shiftDay(second, days))
  const weekdays = listMonthWeekdays(newDay)
  // The last Friday stays the last one, even if it is also the fourth one.
  const weekday = weekdays.find(({ position }) => position === rule.position) ?? weekdays[0] ?? rule
  const months = toMonth(newDay) - toMonth(day)
  const moveRuleDay = (moved: string) => findMonthWeekday(weekday, shiftMonth(moved, months))
  const moveDay = (moved: string) =>
    isFirstBeside && moved === firstDay ? shiftDay(moved, days) : moveRuleDay(moved)
  // The last event before the end can be in the month before.
  const findLast = (until: string) =>
    findMonthWeekday(rule, until) > until ? shiftMonth(until, -1) : until
  const moved = mapParts(repeat, {
    BYDAY: _old => formatMonthWeekday(weekday),
    UNTIL: value => toUntil(moveRuleDay(findLast(toDay(value)))),
  })
  return { moveDay, repeat: moved }
}

function moveByDays({ repeat }: Series, day: string, newDay: string): SeriesMove {
  const days = countDaysBetween(day, newDay)
  const moveDay = (moved: string) => shiftDay(moved, days)
  const codes: readonly string[] = weekdayCodes
  const moveWeekday = (code: string) => codes.at((codes.indexOf(code) + days) % 7)
  const rule = mapParts(repeat, {
    BYDAY: value => value.split(',').map(moveWeekday).join(','),
    BYMONTHDAY: remove,
    UNTIL: value => toUntil(moveDay(toDay(value))),
  })
  return { moveDay, repeat: rule }
}
