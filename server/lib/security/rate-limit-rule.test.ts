import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { webhookApi } from '#contract/developer/webhook.ts'
import { importApi } from '#contract/import/import.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { mediaApi } from '#contract/product/media.ts'
import { productApi } from '#contract/product/product.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { searchApi } from '#contract/store/search.ts'
import { storeApi } from '#contract/store/store.ts'
import {
  countByStatus,
  createRateLimitTester,
  expireCache,
  testPassword as password,
  type RateLimitTester,
  runAtOnce,
  type TestRouteInput,
} from '../../testing/subject/test-rate-limit.ts'
import { samplePassword } from '../../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { clearApiKeyCache } from '../call/api-key-auth.ts'
import { runPendingJobs } from '../job/jobs.ts'
import { clock } from './rate-limit.ts'

let t: TestApp
let tester: RateLimitTester
beforeAll(async () => {
  vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)
  t = await startTestApp({
    LIMIT_FACTOR: '1',
    LIMIT_SIGNUP: '1000/1h',
    LIMIT_LOOKUP: '4/1h',
    LIMIT_TRANSFER: '2/1h',
  })
  // Slower than the default, so that nothing refills while the tests run.
  t.app.config.rateLimits.lookup.target = { count: 60, refillSeconds: 3600 }
  tester = createRateLimitTester(t)
})
afterAll(() => t.close())

const newAddress = () => tester.newAddress()
const send: RateLimitTester['send'] = (...args) => tester.send(...args)
const signUp: RateLimitTester['signUp'] = from => tester.signUp(from)

test('sends at most five password links an hour to one address, and the replies do not reveal it', async () => {
  const ann = await signUp()
  await t.runJobs()
  const from = newAddress()
  const replies = []
  for (let i = 0; i < 8; i++) {
    replies.push(await send(accountSecurityApi.forgotPassword, { email: ann.email }, from))
    await t.runJobs()
  }
  expect(new Set(replies.map(({ status, body }) => JSON.stringify({ status, body })))).toEqual(
    new Set([JSON.stringify({ status: 200, body: { status: true } })]),
  )
  expect(
    (
      await t.sql`
        select 1 from mail_link l join person p on p.id = l.person_id
        where p.email = ${ann.email} and purpose = 'reset_password'`
    ).length,
  ).toBe(5)
  expect(
    countByStatus(
      await runAtOnce(40, i =>
        send(accountSecurityApi.forgotPassword, { email: `x${i}@example.org` }, from),
      ),
    ),
  ).toEqual({ 200: 22, 429: 18 })
  const asAnn = { headers: { authorization: `Bearer ${ann.accessToken}` } }
  expect(
    countByStatus(
      await runAtOnce(6, () =>
        send(accountSecurityApi.resendVerification, {}, newAddress(), asAnn),
      ),
    ),
  ).toEqual({ 200: 4, 429: 2 })
  await runPendingJobs(t.ownerUrl, t.app.jobs, t.app.log)
})

test('reveals to one network at most five taken emails an hour', async () => {
  const [ann, from] = [await signUp(), newAddress()]
  const again = (email: string, domain?: string) =>
    send(
      accountApi.signup,
      { fullName: 'Ann Potter', email, password, businessName: 'Pots', domain },
      from,
    )
  for (let i = 0; i < 6; i++)
    expect(
      (await again('address@example.org', 'www')).body.errors,
      'an error that reveals nothing about the email',
    ).toMatchObject([{ path: 'domain' }])
  for (let i = 0; i < 6; i++) expect((await again(`fresh${i}@example.org`)).status).toBe(201)
  expect(countByStatus(await runAtOnce(7, () => again(ann.email)))).toEqual({
    409: 5,
    429: 2,
  })
  expect((await again('fresh@example.org')).status).toBe(429)
})

test('limits renewals of one session, unknown refresh tokens and checks of store handles', async () => {
  const { refreshToken } = await signUp()
  const renewed = await runAtOnce(70, () => send(accountApi.refresh, { refreshToken }))
  expect(countByStatus(renewed)).toEqual({ 200: 60, 429: 10 })
  const from = newAddress()
  const guesses = await runAtOnce(6, i => send(accountApi.refresh, { refreshToken: `x${i}` }, from))
  expect(countByStatus(guesses)).toEqual({ 401: 4, 429: 2 })
  const otherNetwork = newAddress()
  const route = { ...storeApi.checkDomain, path: '/business/checkDomainAvailablity/pots' }
  const checks = await runAtOnce(6, () => send(route, {}, otherNetwork))
  expect(countByStatus(checks)[429]).toBe(2)
})

test('limits searches, exports and invitations of one person, and says when to retry', async () => {
  const callTimes = (n: number, route: Parameters<typeof t.call>[1], args = {}) =>
    runAtOnce(n, () => t.call('owner', route, args))
  for (const [replies, count] of [
    [await callTimes(6, searchApi.find, { query: { q: 'cup' } }), 4],
    [await callTimes(4, productApi.export), 2],
    [
      await runAtOnce(32, i =>
        t.call('owner', staffApi.invite, {
          body: { email: `new${i}@example.org`, role: 'support' },
        }),
      ),
      30,
    ],
  ] as const) {
    expect(replies.filter(one => one.status < 300)).toHaveLength(count)
    for (const one of replies.filter(({ status }) => status >= 300))
      expect(one).toMatchObject({
        status: 429,
        body: { code: expect.stringMatching(/^too_many_/) },
        headers: { 'retry-after': expect.anything() },
      })
  }
  expect(
    (await t.call('stranger', searchApi.find, { query: { q: 'cup' } })).status,
    'another person',
  ).toBe(200)
})

test('limits webhook tests, resent events and uploads of one person together', async () => {
  const webhook = (
    await t.call('stranger', webhookApi.create, {
      body: { url: 'https://example.com/in', events: ['order.paid'], password: samplePassword },
    })
  ).body.data._id
  const replies = await runAtOnce(3, () =>
    t.call('stranger', webhookApi.test, { params: { id: webhook } }),
  )
  expect(countByStatus(replies)).toEqual({ 202: 2, 429: 1 })
  const [delivery] = (await t.call('stranger', webhookApi.listDeliveries, { query: { webhook } }))
    .body.data
  expect(
    (await t.call('stranger', webhookApi.resend, { params: { id: delivery._id } })).status,
  ).toBe(429)
  await tester.advanceTime(3600)
  expireCache()
  const uploads = await runAtOnce(4, i =>
    t.call('stranger', i % 2 ? mediaApi.upload : importApi.create),
  )
  expect(countByStatus(uploads), 'before the body is read').toEqual({ 415: 2, 429: 2 })
})

test('limits unknown API keys of one network, while valid keys continue to work from there', async () => {
  const key: string = (
    await t.call('owner', apiKeyApi.create, {
      body: {
        name: 'Till',
        ability: [{ action: 'read', subject: 'product' }],
        password: samplePassword,
      },
    })
  ).body.data.key
  const from = newAddress()
  const open = (bearer: string, at = from) =>
    send(productApi.list, {}, at, { headers: { authorization: `Bearer ${bearer}` } })
  expect(
    countByStatus(await runAtOnce(12, () => open(key))),
    'many concurrent calls with one key',
  ).toEqual({
    200: 12,
  })
  expect(
    countByStatus(await runAtOnce(20, i => open(`sw_live_${i}`))),
    'keys of another form',
  ).toEqual({ 401: 20 })
  expect(
    countByStatus(await runAtOnce(12, i => open(`sw_live_${String(i).padStart(43, 'x')}`))),
  ).toEqual({
    401: 4,
    429: 8,
  })
  expect([
    (await open(key)).status,
    (await open(`sw_live_${'y'.repeat(43)}`, newAddress())).status,
  ]).toEqual([200, 401])
  const office = newAddress()
  for (let n = 0; n < 12; n++)
    expect(
      (await open(`sw_live_${'z'.repeat(43)}`, office)).status,
      'a program that keeps using a revoked key',
    ).toBe(401)
  clearApiKeyCache()
  expect((await open(key, office)).status, 'as after a restart').toBe(200)
})

test('no reply reveals by its text or length whether an account exists', async () => {
  const { email } = await signUp()
  const stranger = 'none'.padEnd(email.indexOf('@'), 'x') + email.slice(email.indexOf('@'))
  const text = async (route: TestRouteInput, body: object, headers = {}) => {
    const reply = await t.app.inject({
      method: route.method,
      url: getRouteUrl(route),
      remoteAddress: newAddress(),
      headers,
      payload: body,
    })
    return `${reply.statusCode} ${reply.headers['content-length']} ${reply.body.replace(/"requestId":"[^"]*"/, '')}`
  }
  for (const [route, more] of [
    [accountApi.login, { password: 'not this one' }],
    [accountSecurityApi.forgotPassword, {}],
    [accountSecurityApi.checkResetLink, { token: 'x'.repeat(43) }],
  ] as const)
    expect(await text(route, { email, ...more })).toBe(
      await text(route, { email: stranger, ...more }),
    )
  const { refreshToken, accessToken, email: own } = await signUp()
  const asOwn = { authorization: `Bearer ${accessToken}` }
  const resent = () => text(accountSecurityApi.resendVerification, {}, asOwn)
  const unproven = [
    await resent(),
    await text(accountApi.signup, { fullName: 'Eve', email: own, password, businessName: 'Eve' }),
  ]
  await t.sql`update person set email_verified_at = now() where email = ${own}`
  expect(
    [
      await resent(),
      await text(accountApi.signup, { fullName: 'Eve', email: own, password, businessName: 'Eve' }),
    ],
    'nor whether an email is verified',
  ).toEqual(unproven)
  expect(unproven[1]).toBe(
    await text(accountApi.signup, { fullName: 'Eve', email, password, businessName: 'Eve' }),
  )
  await t.app.inject({
    method: 'POST',
    url: getRouteUrl(accountApi.logout),
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect(await text(accountApi.refresh, { refreshToken })).toBe(
    await text(accountApi.refresh, { refreshToken: refreshToken.replace(/./g, 'x') }),
  )
})
