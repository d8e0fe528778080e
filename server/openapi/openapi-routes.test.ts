import { afterAll, beforeAll, expect, test } from 'vitest'
import { allApis } from '#contract/all.ts'
import { getRouteUrl } from '#contract/lib/api.ts'
import { apiKeySubjects } from '#contract/lib/permission.ts'
import { openapiApi } from '#contract/openapi.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { signWebhookBody } from '../webhook/webhook-sign.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const routes = allApis.flatMap(api => Object.values(api))

test('describes every call of the contract', async () => {
  const { body } = await t.call(undefined, openapiApi.document)
  expect(body.openapi).toBe('3.1.0')
  for (const route of routes) {
    const call =
      body.paths[getRouteUrl(route).replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    expect(call, getRouteUrl(route)).toMatchObject({
      operationId: `${route.feature}.${route.name}`,
      summary: route.summary,
    })
    const acceptsApiKey = apiKeySubjects.some(subject => route.can.startsWith(`${subject}:`))
    expect(call.security, getRouteUrl(route)).toEqual(
      route.can === 'public' ? [] : acceptsApiKey ? [{ key: [] }, { token: [] }] : [{ token: [] }],
    )
  }
})

test('says how a message of a webhook is checked, by code that knows ours and no other', async () => {
  const { body } = await t.call(undefined, openapiApi.document)
  const [, code = ''] = /```js\n(.*?)\n```/s.exec(body.info.description) ?? []
  const { isOurs } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  )
  const now = Math.floor(Date.now() / 1000)
  const signature = signWebhookBody(['whsec_new', 'whsec_old'], now, '{"ä":1}')
  expect(
    ['whsec_new', 'whsec_old', 'whsec_other'].map(secret => isOurs(signature, '{"ä":1}', secret)),
  ).toEqual([true, true, false])
  expect(isOurs(signature, '{"ä":2}', 'whsec_new')).toBe(false)
  expect(isOurs(signWebhookBody(['whsec_new'], now - 400, '{}'), '{}', 'whsec_new')).toBe(false)
})

test('refers only to what it contains', async () => {
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

test('shows every call on a page that loads nothing from elsewhere', async () => {
  const { status, body } = await t.call(undefined, openapiApi.page)
  expect(status).toBe(200)
  for (const route of routes) expect(body).toContain(`id="${route.feature}.${route.name}"`)
  expect(body).not.toMatch(/(src|href)="https?:|style=|<script>|onclick=/)
  for (const file of ['css', 'js'])
    expect((await t.app.inject(`/api/docs/openapi-page.${file}`)).statusCode).toBe(200)
})

test('narrows what a page may do, on what there is and on what there is not', async () => {
  for (const url of ['/api/docs', '/api/none', '/health/live']) {
    const { headers } = await t.app.inject(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(headers['content-security-policy']).toContain(
      url === '/api/docs'
        ? "default-src 'none';script-src 'self'"
        : "default-src 'none';base-uri 'none'",
    )
  }
})
