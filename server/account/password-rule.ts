import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { failField } from '../lib/call/problem.ts'

const foldText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** What passwords are made of when people choose in a hurry: first names, seasons, animals, rows of keys. */
const commonWords = new Set(
  readFileSync(join(import.meta.dirname, 'common-words.txt'), 'utf8')
    .split('\n')
    .filter(line => !line.startsWith('#'))
    .flatMap(line => line.split(' '))
    .map(foldText)
    .filter(Boolean),
)
const longestWord = Math.max(...[...commonWords].map(word => word.length))

const keySequences = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
]
const sequences = keySequences.flatMap(sequence => [sequence, [...sequence].reverse().join('')])

/** Digits and signs that stand for letters. What may be one of two is tried as both. */
const leetSubstitutions: [RegExp, string][] = [
  [/[@4]/g, 'a'],
  [/8/g, 'b'],
  [/3/g, 'e'],
  [/[69]/g, 'g'],
  [/0/g, 'o'],
  [/[$5]/g, 's'],
  [/[7+]/g, 't'],
  [/2/g, 'z'],
]
const decodeLeet = (text: string, oneAs: string) =>
  leetSubstitutions.reduce(
    (decoded, [pattern, letter]) => decoded.replace(pattern, letter),
    text.replace(/[1!|]/g, oneAs),
  )

const stripPunctuation = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a text is nothing but words of the list, one after another, with whatever is no letter or digit between them. */
function consistsOfCommonWords(text: string): boolean {
  const letters = stripPunctuation(text)
  // reached[i]: the first i letters are words.
  const wordBoundaries = [0]
  for (let end = 1; end <= letters.length; end++) {
    if (
      wordBoundaries.some(
        start => end - start <= longestWord && commonWords.has(letters.slice(start, end)),
      )
    )
      wordBoundaries.push(end)
  }
  return letters.length > 0 && wordBoundaries.at(-1) === letters.length
}

/** Whether a text goes along a row of keys, the alphabet or the digits, in pieces of at least three. */
function isKeySequence(text: string): boolean {
  if (text.length < 4) return false
  let rest = text
  while (rest.length > 0) {
    const length = Math.max(...sequences.map(sequence => getCommonPrefixLength(sequence, rest)))
    if (length < 3) return rest.length <= 1
    rest = rest.slice(length)
  }
  return true
}
function getCommonPrefixLength(sequence: string, text: string): number {
  let length = 2
  while (length < text.length && sequence.includes(text.slice(0, length + 1))) length += 1
  return length
}

const isRepeated = (text: string) => /^(.{1,4})\1+.{0,3}$/su.test(text) || new Set(text).size < 5

/** A text without some or all of the digits and signs that it begins and ends with. */
function* generateCores(text: string): Generator<string> {
  const before = /^[^\p{L}]*/u.exec(text)?.[0].length ?? 0
  const after = /[^\p{L}]*$/u.exec(text)?.[0].length ?? 0
  for (let start = 0; start <= Math.min(before, 6); start++)
    for (let end = 0; end <= Math.min(after, 8); end++) yield text.slice(start, text.length - end)
}

/** Words of the list with a number around them, however they are written. Many of them make a sentence, which is a good password. */
function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  if ([lower, stripPunctuation(lower)].some(text => text.length > 7 && isRepeated(text)))
    return true
  const foldedPassword = foldText(password)
  if (isKeySequence(stripPunctuation(foldedPassword))) return true
  for (const core of generateCores(foldedPassword)) {
    if (core.length > 16 || !/\p{L}/u.test(core)) continue
    const spellings = [core, decodeLeet(core, 'i'), decodeLeet(core, 'l')].filter(
      text => stripPunctuation(text).length >= 4,
    )
    if (spellings.some(consistsOfCommonWords) || isKeySequence(stripPunctuation(core))) return true
  }
  return false
}

export type PasswordContext = { fullName?: string; storeNames?: readonly string[] }

/**
 * Refuses what is guessed first, and what others know about the person: their email, their name and those of their stores, whole
 * or by its words.
 */
export function checkPassword(
  password: string,
  email: string,
  { fullName = '', storeNames = [] }: PasswordContext = {},
): void {
  if (isCommonPassword(password)) throw failField('password', 'common')
  const passwordLetters = stripPunctuation(foldText(password))
  const passwordContains = (text: string) =>
    [text, ...text.split(/[^\p{L}\p{N}]+/u)]
      .map(part => stripPunctuation(foldText(part)))
      .some(part => part.length >= 4 && passwordLetters.includes(part))
  if (
    passwordContains(email.split('@')[0] ?? '') ||
    (email !== '' && passwordLetters.includes(stripPunctuation(foldText(email))))
  )
    throw failField('password', 'contains_email')
  if (passwordContains(fullName)) throw failField('password', 'contains_name')
  if (storeNames.some(passwordContains)) throw failField('password', 'contains_store')
}
