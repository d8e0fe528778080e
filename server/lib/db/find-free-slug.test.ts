import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { categorySlugApi, pageSlugApi, productSlugApi } from '#contract/store/free-slug.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const title = 'Tromsø beanie'
let count = 0
/** Sibling categories have different names. */
const nextTitle = () => title + '!'.repeat(count++)
test.each([
  [
    'product',
    productSlugApi,
    () => t.call('owner', productApi.create, { body: { title: nextTitle() } }),
  ],
  [
    'category',
    categorySlugApi,
    () => t.call('owner', categoryApi.create, { body: { name: nextTitle() } }),
  ],
  ['page', pageSlugApi, () => t.call('owner', cmsApi.createPage, { body: { title: nextTitle() } })],
] as const)('the free slug of a new %s is the one that it receives', async (table, api, create) => {
  const getFreeSlug = async (name: string) =>
    (await t.call('owner', api.getFreeSlug, { query: { name } })).body.data.slug
  for (const slug of ['tromso-beanie', 'tromso-beanie-2', 'tromso-beanie-3']) {
    expect(await getFreeSlug(title)).toBe(slug)
    expect((await create()).body.data.slug).toBe(slug)
  }
  expect(await getFreeSlug('???')).toBe(table)
  const reply = await t.call('stranger', api.getFreeSlug, { query: { name: title } })
  expect(reply.body.data.slug, 'another store').toBe('tromso-beanie')
})
