import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi, Password } from '#contract/account.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { hashPassword, isPassword, isWeak } from './password-hash.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('a login renews a hash that was made with less work, and one that was not is left alone', async () => {
  const password = 'kiln-and-glaze'
  await t.sql`update person set password_hash = ${await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })} where id = ${t.people.owner.personId}`
  const stored = async () =>
    (
      await t.sql<
        { passwordHash: string }[]
      >`select password_hash from person where id = ${t.people.owner.personId}`
    )[0]?.passwordHash ?? ''
  const login = (given: string) =>
    t.call(undefined, accountApi.login, { body: { email: 'owner@example.com', password: given } })
  const weak = await stored()
  expect(isWeak(weak)).toBe(true)
  expect((await login('something else')).status).toBe(400)
  expect(await stored()).toBe(weak)
  expect((await login(password)).status).toBe(200)
  const strong = await stored()
  expect(strong).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(isWeak(strong)).toBe(false)
  expect((await login(password)).status).toBe(200)
  expect(await stored()).toBe(strong)
})

test('of logins that renew the same hash at once each gets in', async () => {
  const password = 'kiln-and-glaze'
  await t.sql`update person set password_hash = ${await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })} where id = ${t.people.stranger.personId}`
  const login = () =>
    t.call(undefined, accountApi.login, { body: { email: 'stranger@example.com', password } })
  expect((await Promise.all([login(), login(), login()])).map(({ status }) => status)).toEqual([
    200, 200, 200,
  ])
})

test('every sign of a password counts: its end beyond any limit, its case, the spaces around it', async () => {
  const password = ` ${'long and longer '.repeat(7)}X`
  const stored = await hashPassword(password)
  expect(await isPassword(stored, password)).toBe(true)
  for (const other of [
    password.slice(0, 72),
    password.toLowerCase(),
    password.trim(),
    `${password} `,
  ])
    expect(await isPassword(stored, other)).toBe(false)
})

test('a password is the same however a device spells its letters, and one kept as it was typed still is', async () => {
  const [short, long] = ['crème-brûlée', 'crème-brûlée'].map((text, i) =>
    text.normalize(i ? 'NFD' : 'NFC'),
  )
  expect(short).not.toBe(long)
  for (const [kept, given] of [
    [short, long],
    [long, short],
  ])
    expect(await isPassword(await hashPassword(kept ?? ''), given ?? '')).toBe(true)
  expect(await isPassword(await hash(long ?? ''), long ?? ''), 'from before').toBe(true)
})

test.each([
  ['five faces', '😀'.repeat(5), 'too_small'],
  ['nine letters', 'x'.repeat(9), 'too_small'],
  ['ten faces', '😀'.repeat(10), undefined],
  ['a hundred and twenty-eight faces', '😀'.repeat(128), undefined],
  ['one more', '😀'.repeat(129), 'too_big'],
  ['as many letters', 'x'.repeat(129), 'too_big'],
])('%s are counted as a person counts them', (_case, password, code) => {
  expect(Password.safeParse(password).error?.issues.map(issue => issue.code)).toEqual(
    code && [code],
  )
})

test('more logins than wait in turn are told to come back, and the others are answered', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 130 }, () => isPassword(undefined, 'whatever')),
  )
  const refused = answers.filter(one => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(20)
  expect(refused.length).toBeLessThan(30)
  expect(refused[0]?.reason).toMatchObject({ status: 503, extra: { retryAfterSeconds: 2 } })
})
