import { Secret, TOTP } from 'otpauth'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { productApi } from '#contract/product/product.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import {
  countByStatus,
  createRateLimitTester,
  expireCache,
  testPassword as password,
  type RateLimitTester,
  runAtOnce,
} from '../../testing/subject/test-rate-limit.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import type { App } from '../call/serve.ts'
import { clock } from './rate-limit.ts'
import type { RateLimits } from './rate-limit-rule.ts'
import { flushBackground } from './security-event.ts'

const env = { LIMIT_FACTOR: '1', LIMIT_SIGNUP: '1000/1h', TRUST_PROXY: '10.9.0.0/16' }
/**
 * Smaller and slower than the defaults, so that tests send few requests and nothing refills while
 * they run.
 */
const slowLimits: Partial<RateLimits> = {
  login: {
    source: { count: 20, refillSeconds: 600 },
    pair: { count: 10, refillSeconds: 600 },
    target: { count: 30, refillSeconds: 600 },
  },
  loginFromNewNetwork: {
    pair: { count: 3, refillSeconds: 12_000 },
    target: { count: 24, refillSeconds: 750 },
  },
}
let t: TestApp
/** Another process of the same installation. */
let otherApp: App
let tester: RateLimitTester
/** Replaces the delays, which the tests check without waiting. */
const sleepSpy = vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)
beforeAll(async () => {
  t = await startTestApp(env)
  otherApp = await buildApp({
    config: readConfig({
      LOG_LEVEL: 'silent',
      DATABASE_POOL_SIZE: '6',
      CALL_LIMIT_MS: '240000',
      DATA_DIR: t.app.config.dataDir,
      ...env,
    }),
    ownerUrl: t.ownerUrl,
    appUrl: t.appUrl,
    runsJobs: false,
  })
  for (const app of [t.app, otherApp]) Object.assign(app.config.rateLimits, slowLimits)
  tester = createRateLimitTester(t)
})
afterAll(async () => {
  await otherApp.close()
  await t.close()
})

const newAddress = () => tester.newAddress()
const send: RateLimitTester['send'] = (...args) => tester.send(...args)
const signUp: RateLimitTester['signUp'] = from => tester.signUp(from)
const login: RateLimitTester['login'] = (...args) => tester.login(...args)
const advanceTime = (seconds: number) => tester.advanceTime(seconds)

describe('guessing at a login', () => {
  test('from one network: two processes check ten guesses, then the reply says when to retry', async () => {
    const { email } = await signUp()
    const from = newAddress()
    const replies = await runAtOnce(80, i =>
      send(
        accountApi.login,
        {
          email: i % 2 ? email : ` ${email.toUpperCase()}`,
          password: `wrong ${i}`,
          username: `u${i}`,
        },
        from,
        { app: i % 3 ? t.app : otherApp },
      ),
    )
    expect(countByStatus(replies)).toEqual({ 400: 10, 429: 70 })
    const rejectedReply = replies.find(one => one.status === 429)
    expect(rejectedReply?.body).toMatchObject({
      status: false,
      code: 'too_many_attempts_minutes',
      message: expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes\.$/),
    })
    const seconds = Number(rejectedReply?.headers['retry-after'])
    expect(seconds).toBeGreaterThan(400)
    expect(seconds).toBeLessThanOrEqual(600)
    expect((await login(email, password, from)).status, 'even the right one').toBe(429)
    await advanceTime(seconds)
    expireCache()
    expect((await login(email, password, from)).status).toBe(200)
  })

  test('leaves connections to other calls while many requests wait for a limit', async () => {
    const { accessToken } = await signUp()
    const from = newAddress()
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const otherSql = postgres(t.ownerUrl, { max: 1 })
    const lock = otherSql.begin(async tx => {
      await tx`lock table rate_limit_bucket in exclusive mode`
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const replies = runAtOnce(20, () => login('nobody@example.org', 'wrong', from))
    await expect
      .poll(async () => (await t.sql`select 1 from pg_locks where not granted`).length)
      .toBeGreaterThan(1)
    const headers = { authorization: `Bearer ${accessToken}` }
    const listReply = await send(productApi.list, {}, from, { headers })
    released.resolve()
    await lock
    await otherSql.end()
    expect(listReply.status).toBe(200)
    expect(countByStatus(await replies)).toEqual({ 400: 10, 429: 10 })
  })

  test('each process caches an exhausted limit for itself', async () => {
    const [{ email }, from] = [await signUp(), newAddress()]
    expect(countByStatus(await runAtOnce(10, i => login(email, `wrong ${i}`, from)))).toEqual({
      400: 10,
    })
    expect((await login(email, password, from)).status).toBe(429)
    await advanceTime(6000)
    expect(
      (await send(accountApi.login, { email, password }, from, { app: otherApp })).status,
    ).toBe(200)
  })

  test('adds one audit entry for each guess that reached the password, and one for the rest', async () => {
    const { email, _id, accessToken } = await signUp()
    const countEntries = async (action: string) => {
      await flushBackground()
      return (await t.sql`select 1 from audit where record_id = ${_id} and action = ${action}`)
        .length
    }
    const from = newAddress()
    await runAtOnce(40, i => login(email, `wrong ${i}`, from))
    expect(await countEntries('login_failed')).toBe(10)
    const unlockReplies = await runAtOnce(25, () =>
      send(accountSecurityApi.unlock, { password: 'wrong' }, from, {
        headers: { authorization: `Bearer ${accessToken}` },
      }),
    )
    expect([countByStatus(unlockReplies), await countEntries('password_rejected')]).toEqual([
      { 400: 20, 429: 5 },
      20,
    ])
    expect(
      await countEntries('login_blocked'),
      'one for each network, however often it is rejected',
    ).toBe(1)
    await runAtOnce(11, i => login(email, `wrong ${i}`))
    expect(await countEntries('login_blocked')).toBe(1)
  })

  test('the owner logs in from another network while one guesser continues', async () => {
    const { email } = await signUp()
    expect(
      countByStatus(await runAtOnce(200, i => login(email, `wrong ${i}`, '10.8.7.6'))),
    ).toEqual({
      400: 10,
      429: 190,
    })
    expect((await login(email, password)).status).toBe(200)
  })

  test('the owner logs in from another network while six guessers exhaust the account', async () => {
    const { email } = await signUp()
    const guesserAddresses = await runAtOnce(6, async () => newAddress())
    const guess = () => runAtOnce(72, i => login(email, `wrong ${i}`, guesserAddresses[i % 6]))
    expect(
      countByStatus(await guess()),
      'the limit of the account, and three of the reserve for each network',
    ).toEqual({ 400: 48, 429: 24 })
    await advanceTime(600)
    expireCache()
    const [mistypingAddress, ownerAddress] = [newAddress(), newAddress()]
    const [, first, second] = await Promise.all([
      guess(),
      login(email, 'mistyped once', mistypingAddress),
      login(email, password, ownerAddress),
    ])
    expect([first.status, second.status]).toEqual([400, 200])
    await guess()
    expect((await login(email, password, mistypingAddress)).status, 'a second try').toBe(200)
  })

  test('after twenty networks exhaust the reserve, only a new network waits', async () => {
    const homeAddress = newAddress()
    const { email } = await signUp(homeAddress)
    const guesserAddresses = await runAtOnce(20, async () => newAddress())
    expect(
      countByStatus(await runAtOnce(60, i => login(email, `wrong ${i}`, guesserAddresses[i % 20]))),
    ).toEqual({
      400: 54,
      429: 6,
    })
    const newNetworkReply = await login(email, password)
    expect(newNetworkReply.status).toBe(429)
    expect(Number(newNetworkReply.headers['retry-after'])).toBeLessThanOrEqual(600)
    expect((await login(email, password, homeAddress)).status).toBe(200)
  })

  test('from one network at many accounts is limited by the network, whatever headers it sends', async () => {
    const from = newAddress()
    const replies = await runAtOnce(30, i =>
      send(
        accountApi.login,
        { email: `nobody${i}@example.org`, password: 'whatever it is' },
        from,
        { headers: { 'x-forwarded-for': `198.51.100.${i}`, forwarded: `for=198.51.100.${i}` } },
      ),
    )
    expect(countByStatus(replies)).toEqual({ 400: 20, 429: 10 })
  })

  test('behind a trusted proxy the network is that of X-Forwarded-For', async () => {
    const viaProxy = (i: number) =>
      send(
        accountApi.login,
        { email: `someone${i}@example.org`, password: 'whatever it is' },
        '10.9.0.1',
        { headers: { 'x-forwarded-for': `203.0.113.7, 198.51.100.${i % 2}` } },
      )
    expect(countByStatus(await runAtOnce(50, viaProxy))).toEqual({ 400: 40, 429: 10 })
  })

  test('gets the same reply for an account that does not exist', async () => {
    const { email } = await signUp()
    const [accountAddress, noAccountAddress] = [newAddress(), newAddress()]
    await runAtOnce(11, i => login(email, `wrong ${i}`, accountAddress))
    await runAtOnce(11, i => login('nobody@example.org', `wrong ${i}`, noAccountAddress))
    const replies = [
      await login(email, 'wrong', accountAddress),
      await login('nobody@example.org', 'wrong', noAccountAddress),
    ]
    const [one, two] = replies.map(({ status, body, headers }) => ({
      status,
      body: JSON.stringify({ ...body, requestId: '', params: {} }).replace(
        /in \d+ |"count":\d+/g,
        'n',
      ),
      headers: { ...headers, date: '', 'retry-after': '', 'x-request-id': '' },
    }))
    expect(one).toEqual(two)
    expect(one?.status).toBe(429)
  })

  test('is delayed more and more from the middle of the limit on', async () => {
    const { email } = await signUp()
    const from = newAddress()
    sleepSpy.mockClear()
    for (let i = 0; i < 10; i++) expect((await login(email, `wrong ${i}`, from)).status).toBe(400)
    const delays = sleepSpy.mock.calls.map(([ms]) => Number(ms))
    expect(delays).toHaveLength(5)
    expect(delays).toEqual(delays.toSorted((a, b) => a - b))
    expect(new Set(delays).size, 'each longer than the one before').toBe(5)
    expect([
      Math.min(...delays) > 0,
      Math.max(...delays) > 1000,
      Math.max(...delays) <= 2000,
    ]).toEqual([true, true, true])
  })

  test('the correct password refunds the wrong ones of this network', async () => {
    const { email } = await signUp()
    const from = newAddress()
    for (let round = 0; round < 3; round++) {
      expect(countByStatus(await runAtOnce(5, i => login(email, `wrong ${i}`, from)))).toEqual({
        400: 5,
      })
      expect((await login(email, password, from)).status).toBe(200)
    }
  })
})

test('adds an audit entry for a correct password without a code, once in ten minutes for each network', async () => {
  const person = await signUp()
  const asPerson = { headers: { authorization: `Bearer ${person.accessToken}` } }
  const {
    body: { data },
  } = await send(accountSecurityApi.startTwoStep, { password }, newAddress(), asPerson)
  await send(
    accountSecurityApi.confirmTwoStep,
    { code: new TOTP({ secret: Secret.fromBase32(data.secret) }).generate() },
    newAddress(),
    asPerson,
  )
  const [firstAddress, secondAddress] = [newAddress(), newAddress()]
  for (const from of [firstAddress, firstAddress, secondAddress])
    expect((await login(person.email, password, from)).body.code).toBe('two_step_required')
  await flushBackground()
  expect(
    (
      await t.sql`select ip from audit where record_id = ${person._id} and action = 'login_code_requested'`
    )
      .map(row => row['ip'])
      // The entries are written in the background, in any sequence.
      .toSorted(),
  ).toEqual([firstAddress, secondAddress].toSorted())
})

test('after five wrong codes of the second step even the right one is rejected from that network', async () => {
  const person = await signUp()
  const asPerson = { headers: { authorization: `Bearer ${person.accessToken}` } }
  const {
    body: { data },
  } = await send(accountSecurityApi.startTwoStep, { password }, newAddress(), asPerson)
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
  expect(
    (
      await send(
        accountSecurityApi.confirmTwoStep,
        { code: totp.generate() },
        newAddress(),
        asPerson,
      )
    ).status,
  ).toBe(200)
  const from = newAddress()
  const nextCode = totp.generate({ timestamp: Date.now() + 30_000 })
  const wrongCode = nextCode === '000000' ? '111111' : '000000'
  expect(
    countByStatus(
      await runAtOnce(5, () => login(person.email, password, from, { otp: wrongCode })),
    ),
  ).toEqual({
    400: 5,
  })
  expect((await login(person.email, password, from, { otp: nextCode })).status).toBe(429)
  expect(
    (await login(person.email, password, newAddress(), { otp: nextCode })).status,
    'from another network',
  ).toBe(200)
})

test('the table holds no emails and no addresses, and the cleanup job empties it', async () => {
  await login('nobody@example.org', 'wrong')
  expect(JSON.stringify(await t.sql`select * from rate_limit_bucket`)).not.toMatch(
    /nobody|192\.0\.2/,
  )
  await advanceTime(90_000)
  await t.runJob('retention.cleanup')
  expect(await t.sql`select 1 from rate_limit_bucket`).toHaveLength(0)
})
