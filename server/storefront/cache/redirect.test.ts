import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { eventually } from '../../testing/eventually.ts'
import { getOwnerOrigin, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(() => t.inStore(tx => tx`delete from redirect`))

/** Longer than a process caches the revision of a store. */
const becomeVisible = () => t.advanceClock(1000)
const locate = async (url: string) => {
  const { statusCode, headers } = await visit(t, url)
  return `${statusCode} ${headers.location ?? ''}`.trim()
}
let titleNumber = 0
const createProduct = async (slug: string): Promise<string> =>
  (
    await t.call('owner', productApi.create, {
      body: { title: `Mug ${titleNumber++}`, slug, status: 'active', price: 1900 },
    })
  ).body.data._id
const updateProduct = (id: string, body: object) =>
  t.call('owner', productApi.update, { params: { id }, body })
const listPaths = async () =>
  (await t.inStore(tx => tx<{ path: string }[]>`select path from redirect order by path`)).map(
    ({ path }) => path,
  )
const countAuditEntries = async () =>
  (await t.sql`select from audit where entity = 'redirect'`).length
const addRedirects = (targets: Record<string, string>) =>
  t.inStore(
    tx => tx`
      insert into redirect (path, target)
      select key, value from jsonb_each_text(${tx.json(targets)})`,
  )

test('old handles of a product lead to its current one in one step', async () => {
  const id = await createProduct('mug-a')
  await updateProduct(id, { slug: 'mug-b' })
  await updateProduct(id, { slug: 'mug-c' })
  becomeVisible()
  expect(await locate('/products/mug-a?variant=1')).toBe('301 /products/mug-c?variant=1')
  expect(await locate('/products/mug-b/')).toBe('301 /products/mug-c')
  expect((await visit(t, '/products/mug-b')).headers['cache-control']).toBe('no-cache')
  await updateProduct(id, { slug: 'mug-a' })
  becomeVisible()
  expect(await locate('/products/mug-a')).toBe('200')
  expect(await locate('/products/mug-c')).toBe('301 /products/mug-a')
  expect(await listPaths()).toEqual(['/products/mug-b', '/products/mug-c'])
})

test('categories and pages redirect too, and a handle that is used again wins', async () => {
  const category = (
    await t.call('owner', categoryApi.create, { body: { name: 'Cups', slug: 'cups' } })
  ).body.data
  await t.call('owner', categoryApi.update, {
    params: { id: category._id },
    body: { slug: 'mugs' },
  })
  const page = (
    await t.call('owner', cmsApi.createPage, {
      body: { title: 'Kiln', slug: 'kiln', status: 'published' },
    })
  ).body.data
  await t.call('owner', cmsApi.updatePage, { params: { id: page._id }, body: { slug: 'oven' } })
  becomeVisible()
  expect(await locate('/categories/cups')).toBe('301 /categories/mugs')
  expect(await locate('/pages/kiln')).toBe('301 /pages/oven')
  await t.call('owner', categoryApi.create, { body: { name: 'New cups', slug: 'cups' } })
  becomeVisible()
  expect(await locate('/categories/cups')).toBe('200')
  await t.call('owner', cmsApi.deletePage, { params: { id: page._id } })
  becomeVisible()
  expect(await locate('/pages/kiln')).toBe('404')
  expect(await listPaths()).toEqual(['/categories/cups'])
})

test('no redirect leads to a product that shoppers cannot see', async () => {
  const id = await createProduct('bowl-a')
  await updateProduct(id, { slug: 'bowl-b', status: 'draft' })
  becomeVisible()
  expect(await locate('/products/bowl-a')).toBe('404')
  expect(await locate('/products/bowl-b')).toBe('404')
})

test('redirects of a seller are collapsed to one step, and loops end', async () => {
  const id = await createProduct('jug-a')
  await updateProduct(id, { slug: 'jug-b' })
  await addRedirects({
    '/old': '/older?utm=1#top',
    '/older': '/products/jug-a',
    '/shop': 'https://example.com/shop',
    '/to-shop': '/Shop/',
    '/circle-a': '/circle-b',
    '/circle-b': '/circle-a',
    '/itself': '/itself',
    '/products/jug-b': '/products',
    '/%c3%bcber-uns': '/pages/about',
    '/item=5': '/products',
    '/a%2fb': '/products',
    '/to-item': '/item%3D5',
  })
  becomeVisible()
  expect(await locate('/old')).toBe('301 /products/jug-b')
  expect(await locate('/OLD/?a=1')).toBe('301 /products/jug-b?a=1')
  expect(await locate('/to-shop?a=1')).toBe('301 https://example.com/shop')
  for (const path of ['/circle-a', '/itself'])
    expect([path, await locate(path)]).toEqual([path, '404'])
  expect(await locate('/products/jug-b'), 'a page is never hidden').toBe('200')
  expect(await locate('/categories/none?page=3')).toBe('404')
  for (const path of ['/%C3%9Cber-uns', '/%c3%bcber-uns', '/x/../%C3%BCber-uns'])
    expect([path, await locate(path)]).toEqual([path, '301 /pages/about'])
  for (const path of ['/item%3D5', '/item=5', '/Item%3d5/', '/a%2Fb', '/to-item'])
    expect([path, await locate(path)]).toEqual([path, '301 /products'])
  expect(await locate('/a/b')).toBe('404')
})

test('capital letters and a slash at the end lead to the page, which others still see', async () => {
  await createProduct('ewer')
  await createProduct('urn')
  await t.inStore(tx => tx`update store set languages = '{de}' where id = current_store()`)
  becomeVisible()
  const cases = {
    '/products/ewer/': '/products/ewer',
    '/Products/URN?variant=1': '/products/urn?variant=1',
    '/PRODUCTS//': '/products',
    '/search/?q=ewer': '/search?q=ewer',
    '/cart/': '/cart',
    '/De/Products': '/de/products',
  }
  for (const [path, target] of Object.entries(cases)) {
    expect([path, await locate(path)]).toEqual([path, `301 ${target}`])
    expect([target, await locate(target)]).toEqual([target, '200'])
  }
  for (const path of ['/Admin/', '/x/products/', '/products/ewer/x/'])
    expect([path, await locate(path)]).toEqual([path, '404'])
})

test('the database accepts no target that leads to an unexpected host', async () => {
  for (const target of ['//example.com', '/\\example.com', 'javascript:alert(1)', 'http://a.b', ''])
    await expect(addRedirects({ '/old': target }), target).rejects.toThrow('redirect')
  await expect(addRedirects({ old: '/new' })).rejects.toThrow('redirect')
})

test('hostile paths get the page for missing addresses', async () => {
  await addRedirects({ '/x': '/products' })
  for (const path of [
    '//example.com',
    '/%2f%2fexample.com',
    '/.//x',
    '/%',
    '/%00',
    '/%ff%fe',
    `/${'a'.repeat(3000)}`,
    "/'; drop table redirect; --",
    '/x%0d%0aset-cookie:a=1',
  ])
    expect([path.slice(0, 30), await locate(path)]).toEqual([path.slice(0, 30), '404'])
})

test('pages in another language lead to pages in that language', async () => {
  const id = await createProduct('pot-a')
  await updateProduct(id, { slug: 'pot-b' })
  await addRedirects({ '/fr/boutique': '/products' })
  await t.inStore(tx => tx`update store set languages = '{de}' where id = current_store()`)
  becomeVisible()
  expect(await locate('/de/products/pot-a')).toBe('301 /de/products/pot-b')
  expect(await locate('/products/pot-a')).toBe('301 /products/pot-b')
  expect(await locate('/fr/boutique')).toBe('301 /products')
})

test('earlier handles behind the prefix of the first language lead to a page in one step', async () => {
  const id = await createProduct('vase-a')
  await updateProduct(id, { slug: 'vase-b' })
  await addRedirects({ '/en/shop': '/products', '/leaflet-a': '/products/vase-a' })
  becomeVisible()
  expect(await locate('/en/products/vase-a?variant=1')).toBe('301 /products/vase-b?variant=1')
  expect(await locate('/en/leaflet-a')).toBe('301 /products/vase-b')
  expect(await locate('/en/shop'), 'a path of an earlier website').toBe('301 /products')
  for (const path of ['/products/vase-b', '/', '/search?q=vase', '/cart', '/robots.txt'])
    expect(await locate(`/en${path}`)).toBe(`301 ${getOwnerOrigin(t)}${path}`)
  for (const path of ['/en/none', '/en/products/none'])
    expect([path, await locate(path)]).toEqual([path, '404'])
})

test('hits are counted in memory and saved together', async () => {
  await addRedirects({ '/leaflet': '/products', '/unused': '/products' })
  becomeVisible()
  const before = await countAuditEntries()
  for (let n = 0; n < 3; n++) expect(await locate('/leaflet')).toBe('301 /products')
  await eventually(async () => {
    const rows = await t.inStore(
      tx =>
        tx`select path, hits::integer, last_hit_at is not null as was_hit from redirect order by path`,
    )
    expect([...rows]).toEqual([
      { path: '/leaflet', hits: 3, wasHit: true },
      { path: '/unused', hits: 0, wasHit: false },
    ])
  })
  expect(await countAuditEntries(), 'hits are not audited').toBe(before)
})

test('requests to missing addresses are limited, and repeated ones need no database', async () => {
  const limited = await startTestApp({ LIMIT_FACTOR: '0.2' })
  onTestFinished(() => limited.close())
  const home = await visit(limited, '/')
  const acquire = vi.spyOn(limited.app.db.pool, 'acquire')
  const countQueries = async (urls: string[]) => {
    acquire.mockClear()
    const answers = new Set<string>()
    for (const url of urls) {
      const { statusCode, headers } = await visit(limited, url)
      answers.add(`${statusCode} ${headers['retry-after'] ?? ''}`.trim())
    }
    return { answers: [...answers], count: acquire.mock.calls.length }
  }
  const same = await countQueries(Array.from({ length: 100 }, (_, n) => `/products/none#${n}`))
  expect(same.answers).toEqual(['404'])
  expect(same.count).toBeLessThan(50)
  const others = await countQueries(Array.from({ length: 180 }, (_, n) => `/products/none-${n}`))
  expect(others.answers).toEqual(['404', '429 5'])
  expect(others.count).toBeLessThan(180)
  const other = await visit(limited, '/products/one-more', { remoteAddress: '203.0.113.9' })
  expect(other.statusCode, 'another network').toBe(404)
  expect([home.statusCode, (await visit(limited, '/')).statusCode], 'known pages').toEqual([
    200, 200,
  ])
})
