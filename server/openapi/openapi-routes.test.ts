import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoutes } from '#contract/all.ts'
import { openapiApi } from '#contract/developer/openapi.ts'
import { webhookPayloads } from '#contract/developer/webhook-payload.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { apiKeySubjects } from '#contract/lib/call/permission.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { createWebhookSecret, signMessage } from '../webhook/rule/webhook-sign.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('describes every call of the contract', async () => {
  const { body } = await t.call(undefined, openapiApi.document)
  expect(body.openapi).toBe('3.1.0')
  for (const route of allRoutes) {
    const call =
      body.paths[getRouteUrl(route).replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    expect(call, getRouteUrl(route)).toMatchObject({
      operationId: `${route.feature}.${route.name}`,
      summary: route.summary,
    })
    const acceptsApiKey = apiKeySubjects.some(subject => route.can.startsWith(`${subject}:`))
    const credentials = acceptsApiKey ? [{ key: [] }, { token: [] }] : [{ token: [] }]
    expect(call.security, getRouteUrl(route)).toEqual(route.can === 'public' ? [] : credentials)
  }
})

test('contains code that accepts signed webhook messages and rejects others', async () => {
  const { body } = await t.call(undefined, openapiApi.document)
  const [, code = ''] = /```js\n(.*?)\n```/s.exec(body.info.description) ?? []
  const library = pathToFileURL(createRequire(import.meta.url).resolve('standardwebhooks')).href
  const runnableCode = code.replace("'standardwebhooks'", `'${library}'`)
  const { verifyMessage } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(runnableCode)}`
  )
  const [secret, oldSecret, otherSecret] = [1, 2, 3].map(createWebhookSecret)
  const sign = (sentAt: Date) =>
    signMessage([String(secret), String(oldSecret)], { id: 'event', sentAt, body: '{"ä":1}' })
  const headers = sign(new Date())
  for (const validSecret of [secret, oldSecret])
    expect(verifyMessage('{"ä":1}', headers, validSecret)).toEqual({ ä: 1 })
  expect(() => verifyMessage('{"ä":1}', headers, otherSecret)).toThrow('No matching signature')
  expect(() => verifyMessage('{"ä":2}', headers, secret)).toThrow('No matching signature')
  const oldHeaders = sign(new Date(Date.now() - 400_000))
  expect(() => verifyMessage('{"ä":1}', oldHeaders, secret)).toThrow('too old')
})

test('describes the message of every webhook event', async () => {
  const { body } = await t.call(undefined, openapiApi.document)
  expect(Object.keys(body.webhooks)).toEqual(Object.keys(webhookPayloads))
  const { post } = body.webhooks['order.paid']
  const { properties } = post.requestBody.content['application/json'].schema
  expect(properties).toMatchObject({
    type: { const: 'order.paid' },
    data: { $ref: '#/components/schemas/OrderPayload' },
  })
  expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
})

test('contains every schema that it refers to', async () => {
  const { body } = await t.call(undefined, openapiApi.document)
  const refs = new Set(
    [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(
      ([, part, name]) => `${part} ${name}`,
    ),
  )
  expect(
    [...refs].filter(ref => {
      const [part = '', name = ''] = ref.split(' ')
      return !body.components[part][name]
    }),
  ).toEqual([])
  expect(JSON.stringify(body)).not.toContain('$defs')
})

test('serves a page with local files only, cached permanently and compressed', async () => {
  const { status, body } = await t.call(undefined, openapiApi.page)
  expect(status).toBe(200)
  expect(body).not.toMatch(/(src|href)="https?:|style=|<script>|onclick=/)
  const urls = [...body.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(match => match[1])
  expect(urls).toHaveLength(5)
  for (const url of [...urls, '/api/docs/inter-latin-wght-normal.woff2']) {
    const { statusCode, headers } = await t.app.inject({
      url,
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([url, statusCode]).toEqual([url, 200])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toBe(url.endsWith('woff2') ? undefined : 'gzip')
  }
})

test('sets security headers on pages, calls and unknown paths', async () => {
  for (const url of ['/api/docs', '/api/none', '/health/live']) {
    const { headers } = await t.app.inject(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(headers['content-security-policy']).toContain(
      url === '/api/docs'
        ? "default-src 'none';script-src 'self';script-src-attr 'none';style-src 'self';"
        : "default-src 'none';base-uri 'none'",
    )
  }
})
