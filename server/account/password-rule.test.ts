import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../lib/call/problem.ts'
import { checkPassword, type PasswordContext } from './password-rule.ts'

function getErrorCode(
  password: string,
  email = 'ann@example.org',
  names: PasswordContext = {},
): string {
  try {
    checkPassword(password, email, names)
    return 'taken'
  } catch (error) {
    return error instanceof Problem ? error.code : String(error)
  }
}

const words = readFileSync(join(import.meta.dirname, 'common-words.txt'), 'utf8')
  .split('\n')
  .filter(line => !line.startsWith('#'))
  .join(' ')
  .split(' ')
  .filter(Boolean)
const capitalize = (word: string) => word.replace(/^./u, letter => letter.toUpperCase())
const toLeet = (word: string) =>
  word
    .replaceAll('a', '@')
    .replaceAll('o', '0')
    .replaceAll('e', '3')
    .replaceAll('i', '1')
    .replaceAll('s', '$')
const disguises: ((word: string) => string)[] = [
  word => `${word}123`,
  word => `${capitalize(word)}1234`,
  word => `${capitalize(word)}2024!`,
  word => `${word}1990`,
  word => `${toLeet(word)}123!`,
  word => `${word}${word}`,
  word => `${word}_${word}1`,
  word => `123${word}456`,
  word => `!!${capitalize(word)}!!`,
  word => `${word}@12345`,
  word => `${word.toUpperCase()}2025`,
  word => `${capitalize(word)}.${capitalize(word)}`,
  word => `ilove${word}`,
  word => `my${word}99`,
]

test('a word of the list is refused however it is dressed up: tens of thousands of passwords', () => {
  const passwords = words
    .flatMap(word => disguises.map(shape => shape(word)))
    .filter(password => password.length >= 10 && password.length <= 16)
  const acceptedPasswords = passwords.filter(password => getErrorCode(password, '') !== 'common')
  expect(passwords.length).toBeGreaterThan(8000)
  expect(acceptedPasswords).toEqual([])
})

test.each([
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'asdfghjkl1',
  '1q2w3e4r5t',
  'qazwsxedc1',
  'abcdefghij',
  'aaaaaaaaaa',
  'abababababab',
  '12341234123',
  'Password123',
  'P@ssw0rd!!',
  'letmein!!!',
  'qwerty12345',
  'zaq12wsxcde3',
  'trustno1trustno1',
])('%s is among the first that are guessed', password => {
  expect(getErrorCode(password)).toBe('common')
})

test.each([
  'kettle-shed-oak-7',
  'kiln-and-glaze',
  'correct horse battery staple',
  '8371926450',
  'zG8#kw!pQ2',
  'éèêëēėę-ñç',
  '😀😁😂🤣😃😄😅😆😉😊',
  '   spaces   count   ',
  'привет, мой друг',
  'a dragon ate my summer coffee in berlin',
])('%s is taken', password => {
  expect(getErrorCode(password)).toBe('taken')
})

test('what a generator makes is taken', () => {
  fc.assert(
    fc.property(
      fc
        .stringMatching(/^[a-zA-Z0-9!#%&*+,.:;<=>?^_~-]{14,64}$/)
        .filter(text => new Set(text.toLowerCase()).size > 9),
      password => {
        expect(getErrorCode(password)).toBe('taken')
      },
    ),
    { numRuns: 300, seed: 7 },
  )
})

test.each([
  ['xx-potter.ann-xx', 'potter.ann@example.org', {}, 'contains_email'],
  ['the-Potter-wheel', 'ann.potter@example.org', {}, 'contains_email'],
  ['ann@example.org', 'ann@example.org', {}, 'contains_email'],
  ['a-Müller-wheel-9', 'x@example.org', { fullName: 'Änne Muller' }, 'contains_name'],
  ['blauglaze-forever', 'x@example.org', { storeNames: ['Other', 'Blau Glaze'] }, 'contains_store'],
  ['kiln-and-glaze', 'ann@example.org', { fullName: 'Ann And', storeNames: ['And'] }, 'taken'],
])('%s for %s', (password, email, names, code) => {
  expect(getErrorCode(password, email, names)).toBe(code)
})
