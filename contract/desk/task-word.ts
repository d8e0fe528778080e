/**
 * The words of dates and times in a language, in lower case and without diacritics: see
 * `normalizeWord`. A phrase can have several words.
 */
export type TaskWords = {
  /** Days from today. */
  days: Record<string, number>
  nextWeek: readonly string[]
  nextMonth: readonly string[]
  /** From Monday. */
  weekdays: readonly (readonly string[])[]
  /** Words that are weekdays only after a prefix, such as "on Sat". From Monday. */
  shortWeekdays: readonly (readonly string[])[]
  /** Phrases after a weekday, such as "prochain". */
  weekdaySuffixes: readonly string[]
  months: readonly (readonly string[])[]
  /** Words between day, month and year, such as "de". */
  dateLinks: readonly string[]
  /** Words before a date, such as "on". */
  prefixes: readonly string[]
  /** Words before a number of days, such as "in". */
  inWords: readonly string[]
  units: { day: readonly string[]; week: readonly string[]; month: readonly string[] }
  /** Words that count one or two, such as "a" in "in a week". */
  numbers: Record<string, number>
  /** Units that contain their number, such as "two days" in Arabic. */
  dualUnits?: { day: readonly string[]; week: readonly string[]; month: readonly string[] }
  /** Words before a time, such as "at". */
  atWords: readonly string[]
  /** Words after a time: of the morning, of the afternoon, and others. */
  morning: readonly string[]
  afternoon: readonly string[]
  timeSuffixes: readonly string[]
}

/** A word of a line, as typed and as it is compared. */
export type TaskWord = { text: string; normal: string }
/** The value of some words, and the index after them. */
export type WordMatch<T> = { value: T; end: number }

/**
 * Returns a word in lower case, without diacritics and closing punctuation, with Latin digits and one
 * form of each Arabic letter.
 */
export const normalizeWord = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|\u0640/gu, '')
    .replace(/[\u0660-\u0669]/g, digit => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u0622\u0623\u0625]/g, '\u0627')
    .replace(/\u0629/g, '\u0647')
    .replace(/\u0649/g, '\u064a')
    .replace(/[,;،؛.]+$/u, '')

export const splitWords = (line: string): TaskWord[] =>
  (line.match(/\S+/gu) ?? []).map(text => ({ text, normal: normalizeWord(text) }))

/** Returns the end of the longest of the phrases at the index, or undefined. */
export function matchPhrase(
  words: readonly TaskWord[],
  index: number,
  phrases: readonly string[],
): number | undefined {
  const ends = phrases.flatMap(phrase => {
    const parts = phrase.split(' ')
    const isMatch = parts.every((part, offset) => words[index + offset]?.normal === part)
    return isMatch ? [index + parts.length] : []
  })
  return ends.length > 0 ? Math.max(...ends) : undefined
}

/** Returns the end of one of the phrases, or the index itself if there is none. */
export const skipPhrase = (words: readonly TaskWord[], index: number, phrases: readonly string[]) =>
  matchPhrase(words, index, phrases) ?? index

/** Returns the position of the list with a phrase at the index. */
export function matchList(
  words: readonly TaskWord[],
  index: number,
  lists: readonly (readonly string[])[],
): WordMatch<number> | undefined {
  for (const [value, phrases] of lists.entries()) {
    const end = matchPhrase(words, index, phrases)
    if (end !== undefined) return { value, end }
  }
  return undefined
}
