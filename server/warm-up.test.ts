import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { setStoreStatus } from './testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from './testing/testing.ts'
import { warmUp } from './warm-up.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** Returns the statuses of the pages that a start renders, by path. */
async function renderPages() {
  const { storefront } = t.app
  if (!storefront) throw new Error('The storefront was not built.')
  const inject = vi.spyOn(storefront, 'inject')
  await warmUp(t.app)
  const replies: LightMyRequestResponse[] = await Promise.all(
    inject.mock.results.map(({ value }) => value),
  )
  inject.mockRestore()
  return Object.fromEntries(replies.map(({ raw, statusCode }) => [raw.req.url, statusCode]))
}

test('a start renders pages of an open store', async () => {
  const category = (await t.call('owner', categoryApi.create, { body: { name: 'Pots' } })).body.data
  await t.call('owner', productApi.create, {
    body: {
      title: 'Blue teapot',
      price: 2490,
      stock: 3,
      status: 'active',
      categories: [category._id],
    },
  })
  await setStoreStatus(t, 'live')
  const pages = await renderPages()
  expect(Object.keys(pages)).toEqual(
    expect.arrayContaining(['/', '/categories/pots', '/products/blue-teapot', '/search?q=Blue']),
  )
  expect(new Set(Object.values(pages))).toEqual(new Set([200]))
})

test('a start renders no pages if no store is open', async () => {
  await setStoreStatus(t, 'draft')
  expect(await renderPages()).toEqual({})
})

test('a start continues if the database refuses the pages', async () => {
  await setStoreStatus(t, 'live')
  await t.sql`revoke execute on function list_storefront_hosts from storewright_app`
  await expect(renderPages()).resolves.toEqual({})
  await t.sql`grant execute on function list_storefront_hosts to storewright_app`
})
