import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { expect, test, vi } from 'vitest'
import { assessPassword } from './password-strength.ts'

const assess = (password: string, owner = {}) =>
  assessPassword(password, { email: 'ann@example.org', ...owner })

const words = (
  'password letmein monkey dragon sunshine princess football michael jessica charlie summer winter ' +
  'london chelsea batman superman whatever computer freedom shadow master yellow hello welcome'
).split(' ')
const capitalize = (word: string) => word.replace(/^./u, letter => letter.toUpperCase())
const toLeet = (word: string) =>
  word
    .replaceAll('a', '@')
    .replaceAll('o', '0')
    .replaceAll('e', '3')
    .replaceAll('i', '1')
    .replaceAll('s', '$')
const variations: ((word: string) => string)[] = [
  word => `${word}123`,
  word => `${capitalize(word)}1234`,
  word => `${capitalize(word)}2024!`,
  word => `${word}1990`,
  word => `${toLeet(word)}123!`,
  word => `${word}${word}`,
  word => `${word}@12345`,
  word => `${word.toUpperCase()}2025`,
]

test('rejects common words with substituted or added characters', () => {
  const passwords = words
    .flatMap(word => variations.map(createVariation => createVariation(word)))
    .filter(password => password.length >= 10)
  expect(passwords.length).toBeGreaterThan(150)
  expect(passwords.filter(password => assess(password).problem !== 'common')).toEqual([])
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
])('rejects %s', password => {
  expect(assess(password).problem).toBe('common')
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
])('accepts %s', password => {
  expect(assess(password)).toMatchObject({ score: expect.any(Number) })
  expect(assess(password).problem).toBeUndefined()
})

test.each([
  ['xx-potter.ann-xx', { email: 'potter.ann@example.org' }, 'contains_email'],
  ['the-Potter-wheel', { email: 'ann.potter@example.org' }, 'contains_email'],
  ['ann@example.org', {}, 'contains_email'],
  ['a-Müller-wheel-9', { fullName: 'Änne Muller' }, 'contains_name'],
  ['blauglaze-forever', { storeName: 'Blau Glaze' }, 'contains_store'],
  ['KILN and GLAZE 4', { storeName: 'kiln & glaze' }, undefined],
  ['my KILN-GLAZE 4 you', { storeName: 'kiln & glaze' }, 'contains_store'],
  ['kettle-shed-oak-7', { storeName: 'Kettle Garden' }, undefined],
  ['glaze-forever-9', { storeName: 'Blau Glaze' }, undefined],
  ['kiln-and-glaze', { fullName: 'Ann And', storeName: 'And' }, undefined],
  ['zG8#kw!pQ', {}, 'too_short'],
])('%s for %o: %s', (password, owner, problem) => {
  expect(assess(password, owner).problem).toBe(problem)
})

test('assesses only the start of the slowest passwords', () => {
  const check = vi.spyOn(ZxcvbnFactory.prototype, 'check')
  const costly = ['4@8({[<36!1|0$5+7%2', '01/.-', 'p4ssw0rd!', '19/12/2001', '@']
  for (const part of costly) assess(part.repeat(128).slice(0, 128))
  const assessed = check.mock.results.map(({ value }) => value.password)
  check.mockRestore()
  expect(assessed).toEqual(costly.map(part => part.repeat(32).slice(0, 32)))
})
