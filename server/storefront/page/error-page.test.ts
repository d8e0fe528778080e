import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../../lib/db/db.ts'
import { getOwnerHost, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { getPageBudget, PageCache } from '../cache/page-cache.ts'
import { noSources } from '../host/storefront-headers.ts'
import { buildStorefrontServer, type StorefrontBuild } from '../host/storefront-server.ts'

/** Longer than a process remembers the store of a host. */
const freshMs = 1000

let t: TestApp
let build: StorefrontBuild
beforeAll(async () => {
  t = await startTestApp()
  build = {
    renderer: await import('../../../storefront/entry.tsx'),
    assets: {
      stylesheet: '/assets/base.css',
      themeStylesheets: {},
      themeFonts: {},
      script: '/assets/a.js',
      previewScript: '/assets/b.js',
    },
  }
  await visit(t, '/')
})
afterAll(() => t.close())

const noLog = new Writable({ write: (_chunk, _encoding, done) => done() })
const getHtml = async (...args: Parameters<typeof visit>) => {
  const reply = await visit(...args)
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(reply.headers['content-security-policy']).toContain("script-src 'self'")
  return reply
}

test('while the database is unavailable, cached pages are served and others show an error', async () => {
  const db = openDb(t.appUrl, t.app.config)
  const server = await buildStorefrontServer(Object.assign(Object.create(t.app), { db }), build, {
    logStream: noLog,
  })
  const headers = { host: getOwnerHost(t), 'accept-language': 'xx, de-AT;q=0.9' }
  const before = await server.inject({ url: '/', headers })
  expect(before.statusCode).toBe(200)
  const lostDb = { ...db }
  Object.assign(db, openDb('postgres://a:b@127.0.0.1:1/none', t.app.config))
  t.advanceClock(freshMs)
  const cached = await server.inject({ url: '/', headers })
  expect([cached.statusCode, cached.body]).toEqual([200, before.body])
  for (const url of ['/products', '/none']) {
    const other = await server.inject({ url, headers })
    expect(other.statusCode).toBe(503)
    expect(other.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(other.headers['retry-after']).toBeDefined()
    expect(other.headers['cache-control']).toBe('no-store')
    expect(other.body).toContain('<html lang="de" dir="ltr">')
    expect(other.body).toContain('Diese Seite ist gerade nicht erreichbar')
  }
  await Promise.all([db.end(), lostDb.end()])
  await server.close()
})

test('an expired page is served only while the database is unavailable', async () => {
  let now = 0
  const cache = new PageCache(
    () => now,
    async brotli => brotli,
  )
  const fail = (error: Error) =>
    cache.get('key', getPageBudget('store'), () => Promise.reject(error))
  const page = await cache.get('key', getPageBudget('store'), async () => ({
    status: 200,
    brotli: Buffer.from('page'),
    etag: '',
    sources: noSources,
  }))
  now = 61_000
  expect(await fail(Object.assign(new Error(), { code: 'ECONNREFUSED' }))).toBe(page)
  await expect(fail(new Error('defect'))).rejects.toThrow('defect')
})

test('an unexpected error is a page without details', async () => {
  const renderPage = () => {
    throw new Error('secret detail')
  }
  const server = await buildStorefrontServer(
    t.app,
    { ...build, renderer: { ...build.renderer, renderPage } },
    { logStream: noLog },
  )
  const reply = await server.inject({ url: '/', headers: { host: getOwnerHost(t) } })
  expect(reply.statusCode).toBe(500)
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(reply.body).toContain('Something went wrong')
  expect(reply.body).not.toMatch(/secret detail|\.ts/)
  await server.close()
})

test('requests without a page get a page with the reason', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const reply = await getHtml(t, '/products', {
      method,
      payload: method === 'OPTIONS' ? undefined : 'a=1',
    })
    expect([method, reply.statusCode, reply.headers.allow]).toEqual([method, 405, 'GET, HEAD'])
  }
  expect((await getHtml(t, `/search?q=${'a'.repeat(9000)}`)).statusCode).toBe(414)
  expect((await getHtml(t, `/products/${'a'.repeat(400)}`)).statusCode).toBe(404)
  expect((await getHtml(t, '/products/%E0%A4%A')).statusCode).toBe(404)
})

test('a request with credentials of the back office gets the same page', async () => {
  const page = await visit(t, '/products')
  for (const authorization of [`Bearer ${t.people.owner.token}`, 'Bearer none', 'Basic YTpi'])
    expect((await visit(t, '/products', { headers: { authorization } })).body).toBe(page.body)
})
