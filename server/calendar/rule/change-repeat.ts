import { shiftDay } from '#contract/desk/calendar-day.ts'
import { iterateRepeatDays, weekdayCodes } from '#contract/desk/repeat.ts'

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

/** Returns the rule of a series that is moved by some days, and starts on `start` then. */
export function moveRepeat(repeat: string, days: number, start: string): string {
  if (days === 0) return repeat
  const isMonthEnd = shiftDay(start, 1).endsWith('-01')
  return mapParts(repeat, {
    BYDAY: value =>
      value
        .split(',')
        .map(code => {
          const index = weekdayCodes.findIndex(known => known === code)
          return weekdayCodes.at((index + days) % 7)
        })
        .join(','),
    BYMONTHDAY: value => (value === '-1' && isMonthEnd ? value : undefined),
    UNTIL: value => toUntil(shiftDay(toDay(value), days)),
  })
}
