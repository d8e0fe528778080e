import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonWords } from '@zxcvbn-ts/language-common'
import { dictionary as englishWords } from '@zxcvbn-ts/language-en'
import { minPasswordLength } from './password-length.ts'

/**
 * Rates new passwords, in the browser and on the server alike. The dictionaries are large, so
 * import this module only dynamically, where a password is chosen.
 */

/** Personal data that a password must not consist of. */
export type PasswordOwner = { email: string; fullName?: string; storeName?: string }
type PasswordProblem =
  | 'too_short'
  | 'common'
  | 'contains_email'
  | 'contains_name'
  | 'contains_store'
/**
 * `score` is 0 to 4, by the order of magnitude of guesses. A password with a problem is rejected.
 */
export type PasswordAssessment = { score: 0 | 1 | 2 | 3 | 4; problem?: PasswordProblem }

/** zxcvbn describes this score as "safely unguessable: moderate protection from offline attack". */
const requiredScore = 3

/**
 * Only the start of a long password is rated. The time grows with the square of the length and
 * reaches one second for 128 characters.
 */
const ratedLength = 32
const { 'lastnames-en': _largeAndCoveredByTheOwner, ...words } = englishWords
const estimator = new ZxcvbnFactory({
  dictionary: { ...commonWords, ...words },
  graphs: adjacencyGraphs,
  maxLength: ratedLength,
  // The default of 100 spellings takes five times as long and changes no score of a real password.
  l33tMaxSubstitutions: 8,
})

export function assessPassword(password: string, owner: PasswordOwner): PasswordAssessment {
  if (password.length < minPasswordLength) return { score: 0, problem: 'too_short' }
  const problem = findOwnerProblem(password, owner)
  if (problem) return { score: 0, problem }
  const personalWords = [
    ...listParts(owner.email),
    ...listParts(owner.fullName ?? ''),
    // A store name often consists of common words, so only the whole name counts.
    toLettersAndDigits(owner.storeName ?? ''),
  ]
  const { score } = estimator.check(password, personalWords)
  return score < requiredScore ? { score, problem: 'common' } : { score }
}

function findOwnerProblem(
  password: string,
  { email, fullName = '', storeName = '' }: PasswordOwner,
): PasswordProblem | undefined {
  const letters = toLettersAndDigits(password)
  const containsPart = (part: string) => part.length >= 4 && letters.includes(part)
  const contains = (text: string) => listParts(text).some(containsPart)
  const isWholeEmail = email !== '' && letters.includes(toLettersAndDigits(email))
  if (contains(email.split('@')[0] ?? '') || isWholeEmail) return 'contains_email'
  if (contains(fullName)) return 'contains_name'
  return containsPart(toLettersAndDigits(storeName)) ? 'contains_store' : undefined
}

/** Returns a text as a whole and its single words, both as letters and digits. */
const listParts = (text: string) =>
  [text, ...text.split(/[^\p{L}\p{N}]+/u)].map(toLettersAndDigits).filter(Boolean)

/** Returns the letters and digits of a text in lower case, without accents. */
const toLettersAndDigits = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
