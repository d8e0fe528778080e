import type { Language } from '../lib/text/languages.ts'
import { shiftDay } from './calendar-day.ts'
import { readDate } from './read-date.ts'
import { readTime } from './read-time.ts'
import { splitWords, type TaskWord, type TaskWords } from './task-word.ts'
import { taskWords } from './task-words.ts'

/** The day and the time of the clock where the text is written. */
export type WrittenAt = { language: Language; today: string; time: string }

/** What a text says about a task. `understood` has the parts of the text that are not in the title. */
export type ParsedTask = {
  title: string
  dueDate: string | null
  dueTime: string | null
  tags: string[]
  isImportant: boolean
  understood: string[]
}

const maxTagLength = 40
const maxTags = 20
/** Tags have a letter: `#1001` is the number of an order. */
const tagPattern = /^#(?=.*\p{L})[\p{L}\p{M}\p{N}_-]+$/u
const importantPattern = /^!{1,3}$/

/**
 * Reads a task from a line such as "Call Anna tomorrow 10 #phone !". All words that are not understood
 * stay in the title. A line without other words is the title.
 */
export function parseTask(text: string, writtenAt: WrittenAt): ParsedTask {
  const words = splitWords(text)
  const parsed = readWords(words, writtenAt)
  if (parsed.title !== '') return parsed
  return {
    title: words.map(({ text: word }) => word).join(' '),
    dueDate: null,
    dueTime: null,
    tags: [],
    isImportant: false,
    understood: [],
  }
}

type Reading = {
  title: string[]
  understood: string[]
  tags: string[]
  isImportant: boolean
  dueDate?: string
  dueTime?: string
}

function readWords(words: readonly TaskWord[], { language, today, time }: WrittenAt): ParsedTask {
  const reading: Reading = { title: [], understood: [], tags: [], isImportant: false }
  let index = 0
  while (index < words.length) {
    const text = words[index]?.text ?? ''
    const end = readMark(reading, text)
      ? index + 1
      : readMoment(reading, words, index, { table: taskWords[language], today })
    if (end > index) reading.understood.push(...words.slice(index, end).map(word => word.text))
    else reading.title.push(text)
    index = Math.max(end, index + 1)
  }
  const { title, dueDate, dueTime, ...rest } = reading
  return {
    ...rest,
    title: title.join(' '),
    dueDate: dueDate ?? getDayOfTime(dueTime, { today, time }),
    dueTime: dueTime ?? null,
  }
}

/** Returns whether the word is a tag, or marks an important task. */
function readMark(reading: Reading, text: string): boolean {
  if (importantPattern.test(text)) {
    reading.isImportant = true
    return true
  }
  if (!tagPattern.test(text) || text.length > maxTagLength || reading.tags.length >= maxTags)
    return false
  const tag = text.slice(1)
  if (!reading.tags.includes(tag)) reading.tags.push(tag)
  return true
}

/** Reads the first day and the first time of the line. Returns the index after them. */
function readMoment(
  reading: Reading,
  words: readonly TaskWord[],
  index: number,
  { table, today }: { table: TaskWords; today: string },
): number {
  const date = reading.dueDate === undefined ? readDate(words, index, table, today) : undefined
  if (date) reading.dueDate = date.value
  const dateEnd = date?.end ?? index
  const time =
    reading.dueTime === undefined ? readTime(words, dateEnd, table, date !== undefined) : undefined
  if (time) reading.dueTime = time.value
  return time?.end ?? dateEnd
}

/** A time without a day is its next one. */
function getDayOfTime(
  dueTime: string | undefined,
  { today, time }: Pick<WrittenAt, 'today' | 'time'>,
): string | null {
  if (dueTime === undefined) return null
  return dueTime > time ? today : shiftDay(today, 1)
}
