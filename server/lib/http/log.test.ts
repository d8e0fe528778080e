import { Writable } from 'node:stream'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { allRoutes } from '#contract/all.ts'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { webhookApi } from '#contract/developer/webhook.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { productApi } from '#contract/product/product.ts'
import { samplePassword } from '../../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { openMailSink } from '../mail/mail-sink.ts'
import { redactSecrets, serializeError } from './log.ts'

let lines: string[] = []
const logStream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
let t: TestApp
let sink: Awaited<ReturnType<typeof openMailSink>>
const secret = 'c4n4ry'
const metricsToken = `${secret}-token-for-figures-of-tests-only`

beforeAll(async () => {
  sink = await openMailSink()
  t = await startTestApp(
    { LOG_LEVEL: 'trace', SMTP_URL: sink.url, METRICS_TOKEN: metricsToken },
    { logStream },
  )
  // An error of the server with all the properties that drivers add to their errors.
  t.app.get('/fault/:what', { config: { publicFile: true } }, async () => {
    throw Object.assign(
      new Error('a fault', {
        cause: Object.assign(new Error('invalid input syntax for type uuid: "c4n4ry-of-a-value"'), {
          code: '22P02',
        }),
      }),
      {
        query: `select '${secret}-query'`,
        parameters: [`${secret}-parameter`],
        detail: `Failing row contains (${secret}-row)`,
        config: { headers: { authorization: `${secret}-header` } },
      },
    )
  })
})
afterAll(async () => {
  await t.close()
  await sink.close()
})

const getLinkToken = () => /#token=([\w-]+)/.exec(sink.mails.at(-1) ?? '')?.[1] ?? ''
const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers })

test('uses its own request id in the reply, in the problem and in the log line', async () => {
  lines = []
  const reply = await get('/api/product?search=c4n4ry', { 'x-request-id': 'mine' })
  const id = String(reply.headers['x-request-id'])
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(reply.json().requestId).toBe(id)
  const line = JSON.parse(lines.at(-1) ?? '')
  expect(line).toMatchObject({
    level: 'info',
    msg: 'request',
    requestId: id,
    method: 'GET',
    status: reply.statusCode,
    code: reply.json().code,
  })
  expect(Date.parse(line.time)).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(secret)
  const success = await t.call('owner', accountApi.me)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    requestId: success.headers['x-request-id'],
    route: getRouteUrl(accountApi.me),
    status: 200,
  })
})

test('sends a request id for unknown and malformed paths', async () => {
  for (const url of ['/api/nothing', `/api/product/${'x'.repeat(400)}`, '/api/%zz'])
    expect((await get(url)).headers['x-request-id'], url).toMatch(/^[0-9a-f-]{36}$/)
})

test('logs an error with its request and stack, and without the data of the request', async () => {
  lines = []
  const reply = await get(`/fault/${secret}?token=${secret}`, { cookie: `sid=${secret}` })
  expect(reply.statusCode).toBe(500)
  const line = JSON.parse(lines.find(each => each.includes('"level":"error"')) ?? '{}')
  expect(line).toMatchObject({
    requestId: reply.json().requestId,
    route: '/fault/:what',
    err: { message: 'a fault', cause: { code: '22P02' } },
  })
  expect(line.err.stack).toContain('log.test.ts')
  expect(lines.join('')).not.toContain(secret)
})

test('logs no secret of any account call: passwords, tokens, cookies, keys, codes, links', async () => {
  lines = []
  const secrets = new Set<string>()
  const addSecret = <T extends string>(value: T): T => {
    if (value.length < 6) throw new Error('the secret is too short to be searched for')
    secrets.add(value)
    return value
  }
  const password = addSecret(`${secret}-password-one`)
  const email = 'canary@example.org'
  const signedUp = await t.call(undefined, accountApi.signup, {
    body: { fullName: 'Ann', email, password, businessName: 'Pots' },
  })
  const as = {
    personId: signedUp.body.data._id,
    storeId: signedUp.body.data.business,
    token: addSecret(signedUp.body.data.accessToken),
  }
  addSecret(signedUp.body.data.refreshToken)
  await t.runJobs()
  await t.call(as, accountSecurityApi.verifyEmail, { body: { token: addSecret(getLinkToken()) } })
  await t.call(undefined, accountApi.login, {
    body: { email, password: addSecret(`${secret}-wrong`) },
  })
  const renewed = await t.call(undefined, accountApi.refresh, {
    body: { refreshToken: signedUp.body.data.refreshToken },
  })
  addSecret(renewed.body.data.accessToken)
  addSecret(renewed.body.data.refreshToken)
  const setup = await t.call(as, accountSecurityApi.startTwoStep, { body: { password } })
  addSecret(setup.body.data.secret)
  const totp = new TOTP({
    secret: Secret.fromBase32(setup.body.data.secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })
  const confirmed = await t.call(as, accountSecurityApi.confirmTwoStep, {
    body: { code: addSecret(totp.generate()) },
  })
  for (const code of confirmed.body.data.recoveryCodes) addSecret(code)
  const second = await t.call(undefined, accountApi.login, {
    body: { email, password, otp: confirmed.body.data.recoveryCodes[0] },
  })
  addSecret(second.body.data.accessToken)
  await t.call(as, accountSecurityApi.disableTwoStep, {
    body: { password, otp: confirmed.body.data.recoveryCodes[1] },
  })
  await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email } })
  await t.runJobs()
  const link = addSecret(getLinkToken())
  const reset = await t.call(undefined, accountSecurityApi.resetPassword, {
    body: { token: link, password: addSecret(`${secret}-password-two`) },
  })
  expect(reset.status).toBe(200)
  // Every call about accounts, with secrets in all parameters, headers and fields.
  const body = Object.fromEntries(
    [
      'password',
      'newPassword',
      'token',
      'refreshToken',
      'code',
      'otp',
      'secret',
      'key',
      'name',
    ].map(name => [name, `${secret}-${name}`]),
  )
  for (const route of allRoutes) {
    if (!/^\/(account|business\/(login|signup)|jwt|invitation)/.test(route.path)) continue
    const headers = {
      cookie: `sid=${secret}-cookie`,
      'x-api-key': `${secret}-api-key`,
      'x-token': `${secret}-header`,
    }
    const query = route.method === 'GET' ? { token: `${secret}-query` } : undefined
    for (const person of [as, undefined])
      await t.call(person, route, {
        params: { id: `${secret}-param`, token: `${secret}-param` },
        headers,
        ...(query ? { query } : { body: { ...body, email } }),
      })
  }
  await t.app.inject({
    method: 'POST',
    url: getRouteUrl(accountApi.login),
    headers: { 'content-type': 'application/json' },
    payload: `{"password":"${secret}-broken`,
  })
  await get(getRouteUrl(accountApi.me), {
    authorization: `Basic ${Buffer.from(`ann:${secret}`).toString('base64')}`,
  })
  await get(`/reset-password?token=${secret}`)
  // A failed job is logged without its email.
  await sink.close()
  await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email } })
  await t.runJobs()
  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(30)
  expect(log).toContain('ECONNREFUSED')
  expect([...secrets, secret].filter(value => log.includes(value))).toEqual([])
  expect(lines.filter(line => !line.endsWith('}\n'))).toEqual([])
  for (const line of lines) JSON.parse(line)
})

test('logs no API key, webhook secret or token of the configuration', async () => {
  lines = []
  const { key } = (
    await t.call('owner', apiKeyApi.create, {
      body: {
        name: 'Till',
        ability: [{ action: 'read', subject: 'product' }],
        password: samplePassword,
      },
    })
  ).body.data
  const webhook = (
    await t.call('owner', webhookApi.create, {
      body: {
        url: 'https://example.com/in',
        events: ['order.paid'],
        password: samplePassword,
      },
    })
  ).body.data
  const rotated = (
    await t.call('owner', webhookApi.rotateSecret, {
      params: { id: webhook._id },
      body: { password: samplePassword },
    })
  ).body.data
  const headers = { authorization: `Bearer ${key}` }
  for (const route of [productApi.list, productApi.create, apiKeyApi.list, accountApi.me])
    await t.call(undefined, route, {
      headers,
      ...(route.method === 'POST' && { body: { title: key } }),
    })
  await t.call(undefined, productApi.list, { headers: { authorization: `Bearer ${key}x` } })
  await get(`${getRouteUrl(productApi.list)}?q=${key}&token=${webhook.secret}`, headers)
  await t.call('owner', webhookApi.test, { params: { id: webhook._id } })
  for (const authorization of [`Bearer ${metricsToken}`, `Bearer ${metricsToken}x`])
    await get('/metrics', { authorization })
  t.app.log.warn({ err: new Error(`a driver said ${key} and ${webhook.secret}`) }, 'a fault')
  const log = lines.join('')
  expect(log).toContain('a driver said sw_live_[secret] and whsec_[secret]')
  expect(
    [key, webhook.secret, rotated.secret, metricsToken, secret].filter(value =>
      log.includes(value),
    ),
  ).toEqual([])
})

// Another server has its own settings (docs/operations.md).
test.skipIf(process.env['TEST_DATABASE_URL'])(
  'the embedded database logs no rows and values of failed statements',
  async () => {
    const settings = await t.sql<{ name: string; setting: string }[]>`
      select name, setting from pg_settings
      where name in ('log_error_verbosity', 'log_parameter_max_length_on_error', 'log_statement',
        'log_min_duration_statement')`
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      log_error_verbosity: 'terse',
      log_parameter_max_length_on_error: '0',
      log_statement: 'none',
      log_min_duration_statement: '-1',
    })
  },
)

test.each([
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'Bearer [token]'],
  ['connect postgres://ann:hunter2@db:5432/shop', 'connect postgres://ann:[secret]@db:5432/shop'],
  [
    'key sw_live_abc-DEF_123456 and "whsec_ab+c/DEF123456=="',
    'key sw_live_[secret] and "whsec_[secret]"',
  ],
  ['Authorization: Basic YW5uOmh1bnRlcjI=', 'Authorization: Basic [secret]'],
])('redacts the secrets of %s', (line, redactedLine) =>
  expect(redactSecrets(line)).toBe(redactedLine),
)

test('logs only the type of a thrown value that is not an Error', () => {
  expect(serializeError({ password: secret })).toEqual({
    type: 'object',
    message: 'a value that is not an Error was thrown',
    stack: '',
  })
})
