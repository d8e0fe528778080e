import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi, Password } from '#contract/account/account.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { hashPassword, isWeakHash, verifyPassword } from './password-hash.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('a login replaces a weak hash and keeps a strong one', async () => {
  const password = 'kiln-and-glaze'
  const weakHash = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await t.sql`update person set password_hash = ${weakHash} where id = ${t.people.owner.personId}`
  const getStoredHash = async () =>
    (
      await t.sql<
        { passwordHash: string }[]
      >`select password_hash from person where id = ${t.people.owner.personId}`
    )[0]?.passwordHash ?? ''
  const login = (passwordInput: string) =>
    t.call(undefined, accountApi.login, {
      body: { email: 'owner@example.com', password: passwordInput },
    })
  expect(isWeakHash(await getStoredHash())).toBe(true)
  expect((await login('something else')).status).toBe(400)
  expect(await getStoredHash()).toBe(weakHash)
  expect((await login(password)).status).toBe(200)
  const strongHash = await getStoredHash()
  expect(strongHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(isWeakHash(strongHash)).toBe(false)
  expect((await login(password)).status).toBe(200)
  expect(await getStoredHash()).toBe(strongHash)
})

test('concurrent logins that replace the same hash all succeed', async () => {
  const password = 'kiln-and-glaze'
  const weakHash = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await t.sql`update person set password_hash = ${weakHash} where id = ${t.people.stranger.personId}`
  const login = () =>
    t.call(undefined, accountApi.login, { body: { email: 'stranger@example.com', password } })
  expect((await Promise.all([login(), login(), login()])).map(({ status }) => status)).toEqual([
    200, 200, 200,
  ])
})

test('every character of a password counts, with its case and the spaces around it', async () => {
  const password = ` ${'long and longer '.repeat(7)}X`
  const storedHash = await hashPassword(password)
  expect(await verifyPassword(storedHash, password)).toBe(true)
  for (const other of [
    password.slice(0, 72),
    password.toLowerCase(),
    password.trim(),
    `${password} `,
  ])
    expect(await verifyPassword(storedHash, other)).toBe(false)
})

test('a password is the same in both Unicode forms, also with a hash without normalization', async () => {
  const [short, long] = ['crème-brûlée', 'crème-brûlée'].map((text, i) =>
    text.normalize(i ? 'NFD' : 'NFC'),
  )
  expect(short).not.toBe(long)
  for (const [storedPassword, passwordInput] of [
    [short, long],
    [long, short],
  ])
    expect(
      await verifyPassword(await hashPassword(storedPassword ?? ''), passwordInput ?? ''),
    ).toBe(true)
  expect(
    await verifyPassword(await hash(long ?? ''), long ?? ''),
    'hash without normalization',
  ).toBe(true)
})

test.each([
  ['five emoji', '😀'.repeat(5), 'too_short'],
  ['nine letters', 'x'.repeat(9), 'too_short'],
  ['ten emoji', '😀'.repeat(10), undefined],
  ['128 emoji', '😀'.repeat(128), undefined],
  ['129 emoji', '😀'.repeat(129), 'too_long'],
  ['129 letters', 'x'.repeat(129), 'too_long'],
])('%s are counted as characters', (_case, password, code) => {
  expect(Password.safeParse(password).error?.issues.map(issue => issue.message)).toEqual(
    code && [code],
  )
})

test('rejects logins with 503 when the queue is full, and completes the others', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 130 }, () => verifyPassword(undefined, 'whatever')),
  )
  const rejectedResults = results.filter(result => result.status === 'rejected')
  expect(rejectedResults.length).toBeGreaterThan(20)
  expect(rejectedResults.length).toBeLessThan(30)
  expect(rejectedResults[0]?.reason).toMatchObject({
    status: 503,
    details: { retryAfterSeconds: 2 },
  })
})
