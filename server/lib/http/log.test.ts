import { Writable } from 'node:stream'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { accountSecurityApi } from '#contract/account-security.ts'
import { allApis } from '#contract/all.ts'
import { apiKeyApi } from '#contract/api-key.ts'
import { getRouteUrl } from '#contract/lib/api.ts'
import { productApi } from '#contract/product.ts'
import { webhookApi } from '#contract/webhook.ts'
import { openMailSink } from '../mail/mail-sink.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
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
  // A fault of ours, with everything that drivers hang on their errors.
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

const linkToken = () => /#token=([\w-]+)/.exec(sink.mails.at(-1) ?? '')?.[1] ?? ''
const ask = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers })

test('a request is named in its answer, in its refusal and in its line, whatever the client called it', async () => {
  lines = []
  const reply = await ask('/api/product?search=c4n4ry', { 'x-request-id': 'mine' })
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
  const good = await t.call('owner', accountApi.me)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    requestId: good.headers['x-request-id'],
    route: getRouteUrl(accountApi.me),
    status: 200,
  })
})

test('what is no route, no page and no JSON is named too', async () => {
  for (const url of ['/api/nothing', `/api/product/${'x'.repeat(400)}`, '/api/%zz'])
    expect((await ask(url)).headers['x-request-id'], url).toMatch(/^[0-9a-f-]{36}$/)
})

test('a fault is logged with its request and where it happened, and without what was in it', async () => {
  lines = []
  const reply = await ask(`/fault/${secret}?token=${secret}`, { cookie: `sid=${secret}` })
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

test('no secret of any account call is in the log: passwords, tokens, cookies, keys, one-time secrets, links', async () => {
  lines = []
  const kept = new Set<string>()
  const keep = <T extends string>(value: T): T => {
    if (value.length < 6) throw new Error('too short to be searched for')
    kept.add(value)
    return value
  }
  const password = keep(`${secret}-password-one`)
  const email = 'canary@example.org'
  const signedUp = await t.call(undefined, accountApi.signup, {
    body: { fullName: 'Ann', email, password, businessName: 'Pots' },
  })
  const as = {
    personId: signedUp.body.data._id,
    businessId: signedUp.body.data.business,
    token: keep(signedUp.body.data.accessToken),
  }
  keep(signedUp.body.data.refreshToken)
  await t.runJobs()
  await t.call(as, accountSecurityApi.verifyEmail, { body: { token: keep(linkToken()) } })
  await t.call(undefined, accountApi.login, { body: { email, password: keep(`${secret}-wrong`) } })
  const renewed = await t.call(undefined, accountApi.refresh, {
    body: { refreshToken: signedUp.body.data.refreshToken },
  })
  keep(renewed.body.data.accessToken)
  keep(renewed.body.data.refreshToken)
  const setup = await t.call(as, accountSecurityApi.startTwoStep, { body: { password } })
  keep(setup.body.data.secret)
  const totp = new TOTP({
    secret: Secret.fromBase32(setup.body.data.secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })
  const confirmed = await t.call(as, accountSecurityApi.confirmTwoStep, {
    body: { code: keep(totp.generate()) },
  })
  for (const code of confirmed.body.data.recoveryCodes) keep(code)
  const second = await t.call(undefined, accountApi.login, {
    body: { email, password, otp: confirmed.body.data.recoveryCodes[0] },
  })
  keep(second.body.data.accessToken)
  await t.call(as, accountSecurityApi.disableTwoStep, {
    body: { password, otp: confirmed.body.data.recoveryCodes[1] },
  })
  await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email } })
  await t.runJobs()
  const link = keep(linkToken())
  const reset = await t.call(undefined, accountSecurityApi.resetPassword, {
    body: { token: link, password: keep(`${secret}-password-two`) },
  })
  expect(reset.status).toBe(200)
  // Every call about accounts, with a secret in each place that has one, good or not, and in places that have none.
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
  for (const route of allApis.flatMap(Object.values)) {
    if (!/^\/(account|business\/(login|signup)|jwt|invitation)/.test(route.path)) continue
    const headers = {
      cookie: `sid=${secret}-cookie`,
      'x-api-key': `${secret}-api-key`,
      'x-token': `${secret}-header`,
    }
    const query = route.method === 'GET' ? { token: `${secret}-query` } : undefined
    for (const who of [as, undefined])
      await t.call(who, route, {
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
  await ask(getRouteUrl(accountApi.me), {
    authorization: `Basic ${Buffer.from(`ann:${secret}`).toString('base64')}`,
  })
  await ask(`/reset-password?token=${secret}`)
  // A job that fails is logged; its mail is not.
  await sink.close()
  await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email } })
  await t.runJobs()
  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(30)
  expect(log).toContain('ECONNREFUSED')
  expect([...kept, secret].filter(value => log.includes(value))).toEqual([])
  expect(lines.filter(line => !line.endsWith('}\n'))).toEqual([])
  for (const line of lines) JSON.parse(line)
})

test('no key, secret of a webhook or token of the configuration is in the log, whatever is done with them', async () => {
  lines = []
  const { key } = (
    await t.call('owner', apiKeyApi.create, {
      body: { name: 'Till', ability: [{ action: 'read', subject: 'product' }] },
    })
  ).body.data
  const made = (
    await t.call('owner', webhookApi.create, {
      body: { url: 'https://example.com/in', events: ['order.paid'] },
    })
  ).body.data
  const renewed = (await t.call('owner', webhookApi.rotateSecret, { params: { id: made._id } }))
    .body.data
  const headers = { authorization: `Bearer ${key}` }
  for (const route of [productApi.list, productApi.create, apiKeyApi.list, accountApi.me])
    await t.call(undefined, route, {
      headers,
      ...(route.method === 'POST' && { body: { title: key } }),
    })
  await t.call(undefined, productApi.list, { headers: { authorization: `Bearer ${key}x` } })
  await ask(`${getRouteUrl(productApi.list)}?q=${key}&token=${made.secret}`, headers)
  await t.call('owner', webhookApi.test, { params: { id: made._id } })
  for (const authorization of [`Bearer ${metricsToken}`, `Bearer ${metricsToken}x`])
    await ask('/metrics', { authorization })
  t.app.log.warn({ err: new Error(`a driver said ${key} and ${made.secret}`) }, 'a fault')
  const log = lines.join('')
  expect(log).toContain('a driver said sw_live_[secret] and whsec_[secret]')
  expect(
    [key, made.secret, renewed.secret, metricsToken, secret].filter(value => log.includes(value)),
  ).toEqual([])
})

test('the embedded database keeps the rows and values of refused statements out of its log', async () => {
  const settings = await t.sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name in ('log_error_verbosity', 'log_parameter_max_length_on_error', 'log_statement', 'log_min_duration_statement')`
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
    log_statement: 'none',
    log_min_duration_statement: '-1',
  })
})

test.each([
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'Bearer [token]'],
  ['connect postgres://ann:hunter2@db:5432/shop', 'connect postgres://ann:[secret]@db:5432/shop'],
  [
    'key sw_live_abc-DEF_123456 and "whsec_ab+c/DEF123456=="',
    'key sw_live_[secret] and "whsec_[secret]"',
  ],
  ['Authorization: Basic YW5uOmh1bnRlcjI=', 'Authorization: Basic [secret]'],
])('takes secrets out of %s', (line, left) => expect(redactSecrets(line)).toBe(left))

test('what is thrown without being an error is no line of its own', () => {
  expect(serializeError({ password: secret })).toEqual({
    type: 'object',
    message: 'something that is no error was thrown',
    stack: '',
  })
})
