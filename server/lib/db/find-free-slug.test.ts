import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { categorySlugApi, pageSlugApi, productSlugApi } from '#contract/store/free-slug.ts'
import { storeApi } from '#contract/store/store.ts'
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

test('the slug of a name follows the language of the store, and earlier slugs stay', async () => {
  const create = async (body: { title: string }) =>
    (await t.call('owner', productApi.create, { body })).body.data
  const musli = await create({ title: 'Müsli' })
  expect(musli.slug).toBe('musli')
  const { version } = (
    await t.call('owner', storeApi.get, { params: { id: t.people.owner.storeId } })
  ).body.data
  const german = await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { locale: 'de-AT', version } },
  })
  expect(german.body.data.locale).toBe('de-AT')
  const free = await t.call('owner', productSlugApi.getFreeSlug, { query: { name: 'Müsli' } })
  expect(free.body.data.slug).toBe('muesli')
  expect((await create({ title: 'Müsli' })).slug).toBe('muesli')
  expect((await create({ title: 'Muesli' })).slug).toBe('muesli-2')
  const renamed = await t.call('owner', productApi.update, {
    params: { id: musli._id },
    body: { title: 'Müsli mit Nüssen', version: musli.version },
  })
  expect(renamed.body.data.slug).toBe('musli')
  const home = await t.call('owner', categoryApi.create, { body: { name: 'Küche' } })
  expect(home.body.data.slug).toBe('kueche')
  const page = await t.call('owner', cmsApi.createPage, { body: { title: 'Über uns' } })
  expect(page.body.data.slug).toBe('ueber-uns')
})
