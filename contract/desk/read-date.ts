import { getWeekday, isDay, shiftDay, shiftMonth } from './calendar-day.ts'
import {
  matchList,
  matchPhrase,
  skipPhrase,
  type TaskWord,
  type TaskWords,
  type WordMatch,
} from './task-word.ts'

type DateMatch = WordMatch<string> | undefined
const maxDistance = 1000

/** Reads a day, such as "tomorrow", "on Friday", "3 Dec", "in 3 days" or "next week". */
export function readDate(
  words: readonly TaskWord[],
  index: number,
  table: TaskWords,
  today: string,
): DateMatch {
  const prefixEnd = skipPhrase(words, index, table.prefixes)
  return (
    readRelativeDay(words, index, table, today) ??
    readDistance(words, index, table, today) ??
    readDayAfterPrefix(words, prefixEnd, table, today) ??
    (prefixEnd > index
      ? (readShortWeekday(words, prefixEnd, table, today) ??
        readRelativeDay(words, prefixEnd, table, today))
      : undefined)
  )
}

const readDayAfterPrefix = (
  words: readonly TaskWord[],
  index: number,
  table: TaskWords,
  today: string,
): DateMatch =>
  readWeekday(words, index, table, today) ??
  readDayAndMonth(words, index, table, today) ??
  readMonthAndDay(words, index, table, today) ??
  readDigits(words, index, today)

function readRelativeDay(
  words: readonly TaskWord[],
  index: number,
  { days, nextWeek, nextMonth }: TaskWords,
  today: string,
): DateMatch {
  const phrases = Object.keys(days)
  const end = matchPhrase(words, index, phrases)
  if (end !== undefined) {
    const phrase = words
      .slice(index, end)
      .map(({ normal }) => normal)
      .join(' ')
    return { value: shiftDay(today, days[phrase] ?? 0), end }
  }
  const weekEnd = matchPhrase(words, index, nextWeek)
  if (weekEnd !== undefined) return { value: shiftDay(today, 7 - getWeekday(today)), end: weekEnd }
  const monthEnd = matchPhrase(words, index, nextMonth)
  if (monthEnd === undefined) return undefined
  return { value: `${shiftMonth(today, 1).slice(0, 8)}01`, end: monthEnd }
}

/** Reads "in 3 days" or "in a week". */
function readDistance(
  words: readonly TaskWord[],
  index: number,
  { inWords, units, dualUnits, numbers }: TaskWords,
  today: string,
): DateMatch {
  const start = matchPhrase(words, index, inWords)
  const word = words[start ?? index]?.normal
  if (start === undefined || word === undefined) return undefined
  const names = ['day', 'week', 'month'] as const
  const toDate = (unit: number, count: number) =>
    unit === 2 ? shiftMonth(today, count) : shiftDay(today, count * (unit === 1 ? 7 : 1))
  const dual =
    dualUnits &&
    matchList(
      words,
      start,
      names.map(name => dualUnits[name]),
    )
  if (dual) return { value: toDate(dual.value, 2), end: dual.end }
  const unitLists = names.map(name => units[name])
  // A unit alone counts one in languages without an article.
  const single = dualUnits && matchList(words, start, unitLists)
  if (single) return { value: toDate(single.value, 1), end: single.end }
  const count = /^\d{1,3}$/.test(word) ? Number(word) : numbers[word]
  const unit = matchList(words, start + 1, unitLists)
  if (count === undefined || count > maxDistance || !unit) return undefined
  return { value: toDate(unit.value, count), end: unit.end }
}

function readWeekday(
  words: readonly TaskWord[],
  index: number,
  { weekdays, weekdaySuffixes }: TaskWords,
  today: string,
): DateMatch {
  const match = matchList(words, index, weekdays)
  if (!match) return undefined
  return {
    value: getNextWeekday(today, match.value),
    end: skipPhrase(words, match.end, weekdaySuffixes),
  }
}

function readShortWeekday(
  words: readonly TaskWord[],
  index: number,
  { shortWeekdays, weekdaySuffixes }: TaskWords,
  today: string,
): DateMatch {
  const match = matchList(words, index, shortWeekdays)
  if (!match) return undefined
  return {
    value: getNextWeekday(today, match.value),
    end: skipPhrase(words, match.end, weekdaySuffixes),
  }
}

/** Returns the next day of this kind after today. */
const getNextWeekday = (today: string, weekday: number) =>
  shiftDay(today, ((weekday - getWeekday(today) + 6) % 7) + 1)

/** Reads "3 Dec", "3. Dezember 2027" or "3 de diciembre". */
function readDayAndMonth(
  words: readonly TaskWord[],
  index: number,
  { months, dateLinks }: TaskWords,
  today: string,
): DateMatch {
  const day = readDayNumber(words[index])
  if (day === undefined) return undefined
  const month = matchList(words, skipPhrase(words, index + 1, dateLinks), months)
  if (!month) return undefined
  return toDate(words, { day, month: month.value + 1, end: month.end, today, dateLinks })
}

/** Reads "Dec 3" or "December 3rd, 2027". */
function readMonthAndDay(
  words: readonly TaskWord[],
  index: number,
  { months, dateLinks }: TaskWords,
  today: string,
): DateMatch {
  const month = matchList(words, index, months)
  const day = month && readDayNumber(words[month.end])
  if (!month || day === undefined) return undefined
  return toDate(words, { day, month: month.value + 1, end: month.end + 1, today, dateLinks })
}

function readDayNumber(word: TaskWord | undefined): number | undefined {
  const digits = /^(\d{1,2})(st|nd|rd|th|er|º)?$/.exec(word?.normal ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

type DateParts = {
  day: number
  month: number
  end: number
  today: string
  dateLinks: readonly string[]
}

/** Without a year, the next such day is meant. */
function toDate(
  words: readonly TaskWord[],
  { day, month, end, today, dateLinks }: DateParts,
): DateMatch {
  const yearIndex = skipPhrase(words, end, dateLinks)
  const year = /^20\d{2}$/.exec(words[yearIndex]?.normal ?? '')?.[0]
  if (year !== undefined) {
    const date = formatDay(Number(year), month, day)
    return date === undefined ? undefined : { value: date, end: yearIndex + 1 }
  }
  const date = getNextDate(today, month, day)
  return date === undefined ? undefined : { value: date, end }
}

function getNextDate(today: string, month: number, day: number): string | undefined {
  const thisYear = Number(today.slice(0, 4))
  // A leap day is in one of the next eight years.
  return Array.from({ length: 9 }, (_, years) => formatDay(thisYear + years, month, day)).find(
    date => date !== undefined && date >= today,
  )
}

/** Reads "2026-12-03", and "3.12." or "3.12.2026" with points. */
function readDigits(words: readonly TaskWord[], index: number, today: string): DateMatch {
  const text = words[index]?.text ?? ''
  const normal = words[index]?.normal ?? ''
  if (isDay(normal)) return { value: normal, end: index + 1 }
  const match = /^(\d{1,2})\.(\d{1,2})\.(20\d{2})?,?$/.exec(text)
  if (!match) return undefined
  const [, day, month, year] = match
  const date = year
    ? formatDay(Number(year), Number(month), Number(day))
    : getNextDate(today, Number(month), Number(day))
  return date === undefined ? undefined : { value: date, end: index + 1 }
}

function formatDay(year: number, month: number, day: number): string | undefined {
  const text = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isDay(text) ? text : undefined
}
