import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { FrameCache } from '../cache/frame-cache.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'
import { selectFrame } from './load-frame.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  const createCategory = async (name: string, status: 'visible' | 'hidden') =>
    (await t.call('owner', categoryApi.create, { body: { name, status } })).body.data._id
  const product = await t.call('owner', productApi.create, {
    body: { title: 'Mug', status: 'active', price: 100 },
  })
  const page = await t.call('owner', cmsApi.createPage, {
    body: { title: 'Kiln', status: 'published' },
  })
  const links = [
    { kind: 'category', target: await createCategory('Cups', 'visible') },
    { kind: 'category', target: await createCategory('Attic', 'hidden') },
    { kind: 'product', target: product.body.data._id },
    { kind: 'page', target: page.body.data._id },
    { kind: 'url', target: 'https://example.com/blog' },
  ] as const
  const header = links.map((link, index) => ({
    ...link,
    id: String(index),
    label: `Link ${index}`,
    newTab: false,
    children: [],
  }))
  const reply = await t.call('owner', cmsApi.update, { body: { navigation: { header } } })
  expect(reply.status).toBe(200)
})
afterAll(() => t.close())

test('a menu leads to the records that shoppers can see', async () => {
  const [menu = ''] = /<nav class="menu".*?<\/nav>/s.exec((await visit(t, '/')).body) ?? []
  expect([...menu.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)).toEqual([
    '/categories/cups',
    '/products/mug',
    '/pages/kiln',
    'https://example.com/blog',
  ])
})

test('the frame of a store is read once for each revision', async () => {
  const frames = new FrameCache(t.app)
  const host: StorefrontHost = {
    storeId: t.people.owner.storeId,
    primaryHost: 'mill.example',
    status: 'live',
    revision: '1',
    languages: ['en'],
    passwordId: null,
    language: 'en',
  }
  const loadSections = (changes: Partial<StorefrontHost> = {}) =>
    t.inStore(async tx => (await frames.load(tx, { ...host, ...changes })).sections)
  const sections = await loadSections()
  expect(await loadSections()).toBe(sections)
  const otherLanguage = await loadSections({ language: 'de' })
  expect(otherLanguage).not.toBe(sections)
  expect(await loadSections({ revision: '2' })).not.toBe(sections)
  expect(await loadSections({ language: 'de' })).toBe(otherLanguage)
})

test('a menu costs the same in a store with many products', async () => {
  const countReadPages = () =>
    t.inStore(async tx => {
      const rows = await tx<object[]>`explain (analyze, buffers) ${selectFrame(tx)}`
      const lines = rows.flatMap(row => Object.values(row).map(String))
      return Number(
        /shared hit=(\d+)/.exec(lines.find(line => line.includes('Buffers')) ?? '')?.[1],
      )
    })
  await countReadPages()
  const before = await countReadPages()
  await t.inStore(
    tx => tx`
      insert into product (title, slug)
      select 'Plate ' || n, 'plate-' || n from generate_series(1, 2000) n`,
  )
  await t.sql`analyze product`
  expect(before).toBeGreaterThan(10)
  expect(await countReadPages()).toBeLessThan(2 * before)
})
