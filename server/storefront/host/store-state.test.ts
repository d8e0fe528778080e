import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { canary } from '../../testing/db/test-canary.ts'
import { setStoreStatus, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

/** Longer than a process may display an old page. */
const freshMs = 1000
const shopPaths = ['/', '/products', '/products/teapot', '/search?q=tea', '/none']
const textPaths = ['/pages/contact-us', '/policies/refund']

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.call('owner', productApi.create, {
    body: { title: 'Teapot', price: 2490, status: 'active' },
  })
  await t.call('owner', cmsApi.update, { body: { policies: { refund: '<p>Thirty days.</p>' } } })
  await visit(t, '/')
})
afterAll(() => t.close())

async function visitAs(status: Parameters<typeof setStoreStatus>[1], paths: readonly string[]) {
  await setStoreStatus(t, status)
  t.advanceClock(freshMs)
  return Promise.all(
    paths.map(async path => {
      const { statusCode, headers, body } = await visit(t, path)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      if (status !== 'live') expect(body).not.toContain('Teapot')
      return { path, status: statusCode, headers, body }
    }),
  )
}
const listStatuses = (replies: { path: string; status: number }[]) =>
  Object.fromEntries(replies.map(({ path, status }) => [path, status]))
const toStatuses = (paths: readonly string[], status: number) =>
  Object.fromEntries(paths.map(path => [path, status]))

test('a store that is not launched shows nothing but that it opens soon', async () => {
  const paths = [...shopPaths, ...textPaths]
  const replies = await visitAs('draft', paths)
  expect(listStatuses(replies)).toEqual(toStatuses(paths, 503))
  for (const { headers, body } of replies) {
    expect(body).toContain('<h1>Opening soon</h1>')
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).not.toContain('href="/p')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['retry-after']).toBe('3600')
  }
})

test('a paused store keeps its texts and policies', async () => {
  const replies = await visitAs('paused', [...shopPaths, ...textPaths])
  expect(listStatuses(replies)).toEqual({
    ...toStatuses(shopPaths, 503),
    ...toStatuses(textPaths, 200),
  })
  expect(replies[0]?.body).toContain('<h1>We’ll be back soon</h1>')
  expect(replies[0]?.body).toContain('href="/policies/refund"')
  expect(replies[0]?.headers['retry-after']).toBe('3600')
  expect(replies.at(-1)?.body).toContain('Thirty days.')
})

test('the pages of a closed store return 410', async () => {
  const paths = [...shopPaths, ...textPaths]
  const replies = await visitAs('closed', paths)
  expect(listStatuses(replies)).toEqual(toStatuses(paths, 410))
  expect(replies[0]?.body).toContain('<h1>This store is closed</h1>')
  expect(replies[0]?.headers['retry-after']).toBeUndefined()
})

test('the style sheet is served in every state, and a change of the seller takes effect within a second', async () => {
  for (const status of ['draft', 'paused', 'closed'] as const) {
    await setStoreStatus(t, status)
    t.advanceClock(freshMs)
    expect((await visit(t, '/theme.css?1')).statusCode).toBe(200)
    expect((await visit(t, '/theme.css/1')).statusCode).not.toBe(200)
    expect((await visit(t, '/favicon.ico')).statusCode).toBe(204)
  }
  await setStoreStatus(t, 'live')
  t.advanceClock(freshMs)
  expect((await visit(t, '/')).statusCode).toBe(200)
  const { storeId } = t.people.owner
  const reply = await t.call('owner', storeApi.update, {
    params: { id: storeId },
    body: { data: { status: 'paused' } },
  })
  expect(reply.status).toBe(200)
  t.advanceClock(freshMs)
  expect((await visit(t, '/')).statusCode).toBe(503)
})

test('browsers keep the style sheet only under the path of its current colors', async () => {
  // Its page links to the style sheet.
  await setStoreStatus(t, 'paused')
  t.advanceClock(freshMs)
  const [, path = ''] = /href="(\/theme\.css\?\w+)"/.exec((await visit(t, '/')).body) ?? []
  const readCacheControl = async (url: string) => (await visit(t, url)).headers['cache-control']
  expect(await readCacheControl(path)).toBe('public, max-age=31536000, immutable')
  expect(await readCacheControl(`${path.slice(0, -4)}0000`)).toBe('no-cache')
})

test('no state of a store shows data of another one', async () => {
  for (const status of ['draft', 'live', 'paused', 'closed'] as const)
    for (const { body } of await visitAs(
      status,
      [...textPaths, '/none'].map(path => `${path}?${status}`),
    )) {
      expect(body).not.toContain(canary.word)
      expect(body).not.toContain(canary.id)
    }
})
