import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyApi } from '#contract/all.ts'
import { urlOf } from '#contract/lib/api.ts'
import { openapiApi } from '#contract/openapi.ts'
import { startTestApp, type TestApp } from '../lib/testing.ts'

let t: TestApp
beforeAll(async () => { t = await startTestApp() })
afterAll(() => t.close())

const routes = everyApi.flatMap(api => Object.values(api))

test('describes every call of the contract', async () => {
  const { body } = await t.call(undefined, openapiApi.document)
  expect(body.openapi).toBe('3.1.0')
  for (const route of routes) {
    const call = body.paths[urlOf(route).replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    expect(call, urlOf(route)).toMatchObject({ operationId: `${route.feature}.${route.name}`, summary: route.summary })
    expect(call.security).toHaveLength(route.can === 'public' ? 0 : 1)
  }
})

test('refers only to what it contains', async () => {
  const { body } = await t.call(undefined, openapiApi.document)
  const refs = new Set([...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, part, name]) => `${part} ${name}`))
  expect([...refs].filter(ref => { const [part = '', name = ''] = ref.split(' '); return !body.components[part][name] })).toEqual([])
  expect(JSON.stringify(body)).not.toContain('$defs')
})

test('shows every call on a page that loads nothing from elsewhere', async () => {
  const { status, body } = await t.call(undefined, openapiApi.page)
  expect(status).toBe(200)
  for (const route of routes) expect(body).toContain(`id="${route.feature}.${route.name}"`)
  expect(body).not.toMatch(/(src|href)="https?:|style=|<script>|onclick=/)
  for (const file of ['css', 'js']) expect((await t.app.inject(`/api/docs/openapi-page.${file}`)).statusCode).toBe(200)
})

test('narrows what a page may do, on what there is and on what there is not', async () => {
  for (const url of ['/api/docs', '/api/none', '/health/live']) {
    const { headers } = await t.app.inject(url)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' })
    expect(headers['content-security-policy']).toContain(url === '/api/docs' ? "default-src 'none';script-src 'self'" : "default-src 'none';base-uri 'none'")
  }
})
