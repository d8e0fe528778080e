import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { accountSecurityApi } from '#contract/account-security.ts'
import { apiKeyApi } from '#contract/api-key.ts'
import { businessApi } from '#contract/business.ts'
import { importApi } from '#contract/import.ts'
import { getRouteUrl } from '#contract/lib/api.ts'
import { mediaApi } from '#contract/media.ts'
import { productApi } from '#contract/product.ts'
import { searchApi } from '#contract/search.ts'
import { staffApi } from '#contract/staff.ts'
import { webhookApi } from '#contract/webhook.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { clearApiKeyCache } from '../call/api-key-auth.ts'
import type { App } from '../call/serve.ts'
import { runPendingJobs } from '../job/jobs.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { clock } from './rate-limit.ts'
import { flushBackground } from './security-event.ts'

const password = 'kiln-and-glaze'
/** As they come, where a test neither needs many tries nor minds that some come back while it runs. */
const limits = {
  LIMIT_FACTOR: '1',
  LIMIT_SIGNUP_ADDRESS: '1000/1h',
  LIMIT_LOGIN_ADDRESS: '20/20m',
  LIMIT_LOGIN_ACCOUNT: '30/30m',
  LIMIT_NEW_PLACE_ACCOUNT: '24/30m',
  LIMIT_REFRESH_ACCOUNT: '60/1h',
  LIMIT_DOMAIN_ADDRESS: '60/1h',
  TRUST_PROXY: '10.9.0.0/16',
  LIMIT_SEARCH_ACCOUNT: '4/1h',
  LIMIT_EXPORT_ACCOUNT: '2/1h',
  LIMIT_INVITE_ACCOUNT: '2/1h',
  LIMIT_WEBHOOK_ACCOUNT: '2/1h',
  LIMIT_UPLOAD_ACCOUNT: '2/1h',
  LIMIT_KEY_ADDRESS: '4/1h',
}
let t: TestApp
/** Another process of the same installation. */
let other: App
/** How long tries are slowed down is looked at, and never waited for. */
const sleepSpy = vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)
beforeAll(async () => {
  t = await startTestApp(limits)
  other = await buildApp({
    config: readConfig({
      LOG_LEVEL: 'silent',
      DATABASE_POOL_SIZE: '6',
      DATA_DIR: t.app.config.dataDir,
      ...limits,
    }),
    ownerUrl: t.ownerUrl,
    appUrl: t.appUrl,
    runsJobs: false,
  })
})
afterAll(async () => {
  await other.close()
  await t.close()
})

let count = 0
const newAddress = () => `192.0.2.${++count}`
type TestRouteInput = Parameters<typeof getRouteUrl>[0] & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
}
async function send(
  route: TestRouteInput,
  body: object,
  from = newAddress(),
  { app = t.app, headers = {} }: { app?: App; headers?: Record<string, string> } = {},
) {
  const reply = await app.inject({
    method: route.method,
    url: getRouteUrl(route),
    remoteAddress: from,
    headers,
    ...(route.method !== 'GET' && { payload: body }),
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}
async function signUp(from = newAddress()) {
  const email = `ann${++count}@example.org`
  const { body } = await send(
    accountApi.signup,
    { fullName: 'Ann Potter', email, password, businessName: 'Pots' },
    from,
  )
  return { email, ...body.data }
}
const login = (email: string, given: string, from?: string, more = {}) =>
  send(accountApi.login, { email, password: given, ...more }, from)
const runMany = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const countByStatus = (replies: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(replies.map(one => one.status))]
      .sort()
      .map(status => [status, replies.filter(one => one.status === status).length]),
  )
/** As if so much time had passed. */
const advanceTime = (seconds: number) =>
  t.sql`update attempt set whole_at = whole_at - make_interval(secs => ${seconds})`
/** A place that was refused is not asked about again for a moment. */
const waitForCacheExpiry = () => new Promise(resolve => setTimeout(resolve, 2100))

describe('guessing at a login', () => {
  test('from one place: ten reach the password over two processes, the rest is told when to come back; then the right one works', async () => {
    const { email } = await signUp()
    const from = newAddress()
    const replies = await runMany(80, i =>
      send(
        accountApi.login,
        {
          email: i % 2 ? email : ` ${email.toUpperCase()}`,
          password: `wrong ${i}`,
          username: `u${i}`,
        },
        from,
        { app: i % 3 ? t.app : other },
      ),
    )
    expect(countByStatus(replies)).toEqual({ 400: 10, 429: 70 })
    const refused = replies.find(one => one.status === 429)
    expect(refused?.body).toMatchObject({
      status: false,
      code: 'too_many_tries',
      message: expect.stringMatching(/^Too many tries\. You can try again in \d+ seconds\.$/),
    })
    const seconds = Number(refused?.headers['retry-after'])
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await login(email, password, from)).status, 'even the right one').toBe(429)
    await advanceTime(seconds)
    await waitForCacheExpiry()
    expect((await login(email, password, from)).status).toBe(200)
  })

  test('what a process remembers of a refusal is its own', async () => {
    const [{ email }, from] = [await signUp(), newAddress()]
    expect(countByStatus(await runMany(10, i => login(email, `wrong ${i}`, from)))).toEqual({
      400: 10,
    })
    expect((await login(email, password, from)).status).toBe(429)
    await advanceTime(600)
    expect((await send(accountApi.login, { email, password }, from, { app: other })).status).toBe(
      200,
    )
  })

  test('leaves as many entries in the audit as tries reached the password, and no more', async () => {
    const { email, _id, accessToken } = await signUp()
    const entries = async (action: string) => {
      await flushBackground()
      return (await t.sql`select 1 from audit where record_id = ${_id} and action = ${action}`)
        .length
    }
    const from = newAddress()
    await runMany(40, i => login(email, `wrong ${i}`, from))
    expect(await entries('login_failed')).toBe(10)
    const locked = await runMany(15, () =>
      send(accountSecurityApi.unlock, { password: 'wrong' }, from, {
        headers: { authorization: `Bearer ${accessToken}` },
      }),
    )
    expect([countByStatus(locked), await entries('password_refused')]).toEqual([
      { 400: 10, 429: 5 },
      10,
    ])
    expect(await entries('login_blocked'), 'one of a place, however often it is refused').toBe(1)
    await runMany(11, i => login(email, `wrong ${i}`))
    expect(await entries('login_blocked')).toBe(1)
  })

  test('the owner gets in from elsewhere at once, however long a stranger goes on', async () => {
    const { email } = await signUp()
    expect(countByStatus(await runMany(200, i => login(email, `wrong ${i}`, '10.8.7.6')))).toEqual({
      400: 10,
      429: 190,
    })
    expect((await login(email, password)).status).toBe(200)
  })

  test('the owner gets in from elsewhere at once although six strangers use up what the account allows and go on', async () => {
    const { email } = await signUp()
    const strangers = await runMany(6, async () => newAddress())
    const guess = () => runMany(72, i => login(email, `wrong ${i}`, strangers[i % 6]))
    expect(
      countByStatus(await guess()),
      'what the account allows, and of its reserve three for each',
    ).toEqual({ 400: 48, 429: 24 })
    await advanceTime(60)
    await waitForCacheExpiry()
    const [mistyped, right] = [newAddress(), newAddress()]
    const [, first, second] = await Promise.all([
      guess(),
      login(email, 'mistyped once', mistyped),
      login(email, password, right),
    ])
    expect([first.status, second.status]).toEqual([400, 200])
    await guess()
    expect((await login(email, password, mistyped)).status, 'a second try').toBe(200)
  })

  test('strangers in very many places use up that as well: a new place waits seconds, the one it was used from before does not', async () => {
    const home = newAddress()
    const { email } = await signUp(home)
    const places = await runMany(20, async () => newAddress())
    expect(
      countByStatus(await runMany(60, i => login(email, `wrong ${i}`, places[i % 20]))),
    ).toEqual({
      400: 54,
      429: 6,
    })
    const elsewhere = await login(email, password)
    expect(elsewhere.status).toBe(429)
    expect(Number(elsewhere.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await login(email, password, home)).status).toBe(200)
  })

  test('from one place at many accounts is refused by the place, whatever it claims to be', async () => {
    const from = newAddress()
    const replies = await runMany(30, i =>
      send(
        accountApi.login,
        { email: `nobody${i}@example.org`, password: 'whatever it is' },
        from,
        { headers: { 'x-forwarded-for': `198.51.100.${i}`, forwarded: `for=198.51.100.${i}` } },
      ),
    )
    expect(countByStatus(replies)).toEqual({ 400: 20, 429: 10 })
  })

  test('behind a proxy of ours the place is what the proxy says', async () => {
    const viaProxy = (i: number) =>
      send(
        accountApi.login,
        { email: `someone${i}@example.org`, password: 'whatever it is' },
        '10.9.0.1',
        { headers: { 'x-forwarded-for': `203.0.113.7, 198.51.100.${i % 2}` } },
      )
    expect(countByStatus(await runMany(50, viaProxy))).toEqual({ 400: 40, 429: 10 })
  })

  test('is refused in the same words for an account that does not exist', async () => {
    const { email } = await signUp()
    const [known, unknown] = [newAddress(), newAddress()]
    await runMany(11, i => login(email, `wrong ${i}`, known))
    await runMany(11, i => login('nobody@example.org', `wrong ${i}`, unknown))
    const replies = [
      await login(email, 'wrong', known),
      await login('nobody@example.org', 'wrong', unknown),
    ]
    const [one, two] = replies.map(({ status, body, headers }) => ({
      status,
      body: JSON.stringify({ ...body, requestId: '' }).replace(/in \d+ /g, 'in n '),
      headers: { ...headers, date: '', 'retry-after': '', 'x-request-id': '' },
    }))
    expect(one).toEqual(two)
    expect(one?.status).toBe(429)
  })

  test('is slowed down more and more from the middle of the allowance on', async () => {
    const { email } = await signUp()
    const from = newAddress()
    sleepSpy.mockClear()
    for (let i = 0; i < 10; i++) expect((await login(email, `wrong ${i}`, from)).status).toBe(400)
    const times = sleepSpy.mock.calls.map(([ms]) => Number(ms))
    expect(times).toHaveLength(5)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(times).size, 'each longer than the one before').toBe(5)
    expect([Math.min(...times) > 0, Math.max(...times) > 1000, Math.max(...times) <= 2000]).toEqual(
      [true, true, true],
    )
  })

  test('a right password takes the wrong ones from this place back', async () => {
    const { email } = await signUp()
    const from = newAddress()
    for (let round = 0; round < 3; round++) {
      expect(countByStatus(await runMany(5, i => login(email, `wrong ${i}`, from)))).toEqual({
        400: 5,
      })
      expect((await login(email, password, from)).status).toBe(200)
    }
  })
})

test('a right password that comes without a code is written down, once in a while for each place', async () => {
  const ann = await signUp()
  const asAnn = { headers: { authorization: `Bearer ${ann.accessToken}` } }
  const {
    body: { data },
  } = await send(accountSecurityApi.startTwoStep, { password }, newAddress(), asAnn)
  await send(
    accountSecurityApi.confirmTwoStep,
    { code: new TOTP({ secret: Secret.fromBase32(data.secret) }).generate() },
    newAddress(),
    asAnn,
  )
  const [here, there] = [newAddress(), newAddress()]
  for (const from of [here, here, there])
    expect((await login(ann.email, password, from)).body.code).toBe('two_step_required')
  await flushBackground()
  expect(
    (
      await t.sql`select ip from audit where record_id = ${ann._id} and action = 'code_asked' order by at`
    ).map(row => row['ip']),
  ).toEqual([here, there])
})

test('codes of the second step: five wrong ones, then not even the right one from there', async () => {
  const ann = await signUp()
  const asAnn = { headers: { authorization: `Bearer ${ann.accessToken}` } }
  const {
    body: { data },
  } = await send(accountSecurityApi.startTwoStep, { password }, newAddress(), asAnn)
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
  expect(
    (await send(accountSecurityApi.confirmTwoStep, { code: totp.generate() }, newAddress(), asAnn))
      .status,
  ).toBe(200)
  const from = newAddress()
  const next = totp.generate({ timestamp: Date.now() + 30_000 })
  const wrong = next === '000000' ? '111111' : '000000'
  expect(
    countByStatus(await runMany(5, () => login(ann.email, password, from, { otp: wrong }))),
  ).toEqual({
    400: 5,
  })
  expect((await login(ann.email, password, from, { otp: next })).status).toBe(429)
  expect(
    (await login(ann.email, password, newAddress(), { otp: next })).status,
    'from elsewhere',
  ).toBe(200)
})

test('at most three mails an hour go to one address, and nobody can tell', async () => {
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
      await t.sql`select 1 from mail_link l join person p on p.id = l.person_id where p.email = ${ann.email} and purpose = 'reset_password'`
    ).length,
  ).toBe(3)
  expect(
    countByStatus(
      await runMany(40, i =>
        send(accountSecurityApi.forgotPassword, { email: `x${i}@example.org` }, from),
      ),
    ),
  ).toEqual({ 200: 22, 429: 18 })
  const asAnn = { headers: { authorization: `Bearer ${ann.accessToken}` } }
  expect(
    countByStatus(
      await runMany(4, () => send(accountSecurityApi.resendVerification, {}, newAddress(), asAnn)),
    ),
  ).toEqual({ 200: 3, 429: 1 })
  await runPendingJobs(t.ownerUrl, t.app.jobs, t.app.log)
})

test('sign-ups tell of at most five emails an hour that they are in use', async () => {
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
      'a refusal that says nothing of the email',
    ).toMatchObject([{ path: 'domain' }])
  for (let i = 0; i < 6; i++) expect((await again(`fresh${i}@example.org`)).status).toBe(201)
  expect(countByStatus(await runMany(7, () => again(ann.email)))).toEqual({ 409: 5, 429: 2 })
  expect((await again('fresh@example.org')).status).toBe(429)
})

test('a session is renewed sixty times a minute, a store address asked about as often', async () => {
  const { refreshToken } = await signUp()
  const renewed = await runMany(70, () => send(accountApi.refresh, { refreshToken }))
  expect(countByStatus(renewed)).toEqual({ 200: 60, 429: 10 })
  const from = newAddress()
  const asked = await runMany(70, () =>
    send({ ...businessApi.checkDomain, path: '/business/checkDomainAvailablity/pots' }, {}, from),
  )
  expect(countByStatus(asked)[429]).toBe(10)
})

test('searches, files and invitations have an end for each person, and the refusal says when', async () => {
  await t.sql`update attempt set whole_at = now()`
  const asked = (n: number, route: Parameters<typeof t.call>[1], args = {}) =>
    runMany(n, () => t.call('owner', route, args))
  for (const [replies, count] of [
    [await asked(6, searchApi.find, { query: { q: 'cup' } }), 4],
    [await asked(4, productApi.export), 2],
    [
      await runMany(4, i =>
        t.call('owner', staffApi.invite, {
          body: { email: `new${i}@example.org`, role: 'support' },
        }),
      ),
      2,
    ],
  ] as const) {
    expect(replies.filter(one => one.status < 300)).toHaveLength(count)
    for (const one of replies.filter(({ status }) => status >= 300))
      expect(one).toMatchObject({
        status: 429,
        body: { code: 'too_many_tries' },
        headers: { 'retry-after': expect.anything() },
      })
  }
  expect(
    (await t.call('stranger', searchApi.find, { query: { q: 'cup' } })).status,
    'somebody else',
  ).toBe(200)
})

test('so have messages to a program, which leave for whatever address somebody names, and what is uploaded', async () => {
  const webhook = (
    await t.call('owner', webhookApi.create, {
      body: { url: 'https://example.com/in', events: ['order.paid'] },
    })
  ).body.data._id
  const sent = await runMany(3, () => t.call('owner', webhookApi.test, { params: { id: webhook } }))
  expect(countByStatus(sent)).toEqual({ 202: 2, 429: 1 })
  const [delivery] = (await t.call('owner', webhookApi.listDeliveries, { query: { webhook } })).body
    .data
  expect((await t.call('owner', webhookApi.replay, { params: { id: delivery._id } })).status).toBe(
    429,
  )
  expect(
    countByStatus(
      await runMany(4, i => t.call('owner', i % 2 ? mediaApi.upload : importApi.create)),
    ),
    'before it is looked at',
  ).toEqual({ 415: 2, 429: 2 })
})

test('keys cannot be tried out: a place that shows ever others is asked nothing more, except with one that is known', async () => {
  const key: string = (
    await t.call('owner', apiKeyApi.create, {
      body: { name: 'Till', ability: [{ action: 'read', subject: 'product' }] },
    })
  ).body.data.key
  const from = newAddress()
  const open = (bearer: string, at = from) =>
    send(productApi.list, {}, at, { headers: { authorization: `Bearer ${bearer}` } })
  expect(
    countByStatus(await runMany(12, () => open(key))),
    'one key, by many calls at once',
  ).toEqual({
    200: 12,
  })
  expect(
    countByStatus(await runMany(20, i => open(`sw_live_${i}`))),
    'what no key of ours looks like',
  ).toEqual({ 401: 20 })
  expect(
    countByStatus(await runMany(12, i => open(`sw_live_${String(i).padStart(43, 'x')}`))),
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
      'a program that goes on with a key it lost',
    ).toBe(401)
  clearApiKeyCache()
  expect((await open(key, office)).status, 'as after a restart').toBe(200)
})

test('no answer tells by its words or its length whether an account exists', async () => {
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
    'nor whether an address is proven',
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

test('the table says nothing of whom it counts, and what is over goes by the clock', async () => {
  await login('nobody@example.org', 'wrong')
  expect(JSON.stringify(await t.sql`select * from attempt`)).not.toMatch(/nobody|192\.0\.2/)
  await advanceTime(90_000)
  await t.app.jobs['attempt.tidy']?.({}, undefined as never)
  expect(await t.sql`select 1 from attempt`).toHaveLength(0)
})
