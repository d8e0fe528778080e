import {
  matchPhrase,
  skipPhrase,
  type TaskWord,
  type TaskWords,
  type WordMatch,
} from './task-word.ts'

const pad = (number: number) => String(number).padStart(2, '0')
/** An hour of one digit without minutes is in the hours of work: "at 3" is 15:00. */
const lastAfternoonHour = 6

/**
 * Reads a time of the clock, such as "at 10", "10:30", "10h", "3 pm" or "10 Uhr". A number alone is a
 * time only after "at", or at the end of a line after a date.
 */
export function readTime(
  words: readonly TaskWord[],
  index: number,
  table: TaskWords,
  isAfterDate: boolean,
): WordMatch<string> | undefined {
  const start = skipPhrase(words, index, table.atWords)
  const digits = readDigits(words[start]?.normal ?? '')
  if (!digits) return undefined
  const hasPrefix = start > index
  const dayPart = readDayPart(words, start + 1, digits.suffix, table)
  const hasSuffix = digits.suffix !== '' || dayPart.end > start + 1
  const isMarked = hasPrefix || hasSuffix
  const isLast = isAfterDate && isEndOfText(words, start + 1)
  const isTime = digits.separator === ':' || digits.separator === 'h' || isMarked || isLast
  if (!isTime) return undefined
  const value = toTime(digits, dayPart.half)
  return value === undefined ? undefined : { value, end: dayPart.end }
}

type TimeDigits = { hour: string; minute: string | undefined; separator: string; suffix: string }

function readDigits(text: string): TimeDigits | undefined {
  const match = /^(\d{1,2})(?:([:.h])(\d{2}))?(am|pm|h|uhr|ص|م)?$/.exec(text)
  if (!match) return undefined
  const [, hour = '', separator = '', minute, suffix = ''] = match
  return { hour, minute, separator, suffix }
}

type DayHalf = 'morning' | 'afternoon' | undefined

/** Returns the half of the day and the index after its words, which may be part of the number. */
function readDayPart(
  words: readonly TaskWord[],
  index: number,
  suffix: string,
  { morning, afternoon, timeSuffixes }: TaskWords,
): { half: DayHalf; end: number } {
  if (suffix === 'am' || suffix === 'ص') return { half: 'morning', end: index }
  if (suffix === 'pm' || suffix === 'م') return { half: 'afternoon', end: index }
  const end = skipPhrase(words, index, timeSuffixes)
  const morningEnd = matchPhrase(words, end, morning)
  if (morningEnd !== undefined) return { half: 'morning', end: morningEnd }
  const afternoonEnd = matchPhrase(words, end, afternoon)
  return afternoonEnd === undefined
    ? { half: undefined, end }
    : { half: 'afternoon', end: afternoonEnd }
}

function toTime({ hour, minute, suffix }: TimeDigits, half: DayHalf): string | undefined {
  const number = Number(hour)
  const minutes = Number(minute ?? 0)
  if (minutes > 59 || number > 23 || (half && (number < 1 || number > 12))) return undefined
  if (half === 'morning') return `${pad(number % 12)}:${pad(minutes)}`
  if (half === 'afternoon') return `${pad((number % 12) + 12)}:${pad(minutes)}`
  const isShort = hour.length === 1 && minute === undefined && suffix === ''
  const isAfternoon = isShort && number >= 1 && number <= lastAfternoonHour
  return `${pad(isAfternoon ? number + 12 : number)}:${pad(minutes)}`
}

/** Tags and marks can follow. */
const isEndOfText = (words: readonly TaskWord[], index: number) =>
  words.slice(index).every(({ text }) => /^(#|!)/.test(text))
