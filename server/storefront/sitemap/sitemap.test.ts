import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import type { StoreInput } from '#contract/store/store.ts'
import { getOwnerOrigin, setStoreStatus, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

/** Longer than a process remembers the status of a store. */
const freshMs = 1000

let t: TestApp
let origin: string
beforeAll(async () => {
  t = await startTestApp({ SECURITY_CONTACT: 'mailto:security@example.com' })
  origin = getOwnerOrigin(t)
  const createCategory = (name: string, status: 'visible' | 'hidden') =>
    t.call('owner', categoryApi.create, { body: { name, status } })
  await createCategory('Kitchen', 'visible')
  await createCategory('Attic', 'hidden')
  for (const [title, status] of [
    ['Teapot', 'active'],
    ['Hidden bowl', 'draft'],
    ['Old jug', 'archived'],
  ] as const)
    await t.call('owner', productApi.create, {
      body: {
        title,
        status,
        vendor: 'Clay',
        variants: [{ price: 1250, cost: 777, stock: 40, sku: 'TP' }],
      },
    })
  await t.call('owner', cmsApi.createPage, {
    body: { title: 'Secret plan', body: '', status: 'draft' },
  })
  await t.call('owner', cmsApi.update, { body: { policies: { terms: '<p>Be kind.</p>' } } })
})
afterAll(() => t.close())

async function setStatus(status: NonNullable<StoreInput['status']>) {
  await setStoreStatus(t, status)
  t.advanceClock(freshMs)
}
beforeEach(() => setStatus('live'))

/** Returns the URLs of a sitemap after parsing it as XML, which throws if it is not well-formed. */
async function readSitemap(path: string) {
  const reply = await visit(t, path)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8')
  const { document } = new JSDOM(reply.body, { contentType: 'application/xml' }).window
  return [...document.querySelectorAll('loc')].map(loc => ({
    url: loc.textContent,
    lastmod: loc.parentElement?.querySelector('lastmod')?.textContent,
  }))
}

test('the sitemap lists exactly the published records with the time of their last change', async () => {
  const files = await readSitemap('/sitemap.xml')
  const entries = []
  for (const { url } of files) entries.push(...(await readSitemap(url.slice(origin.length))))
  const paths = entries.map(({ url }) => url.slice(origin.length))
  const fixedPages = await t.inStore(
    tx => tx<{ slug: string }[]>`select slug from page where status = 'published'`,
  )
  expect(paths.toSorted()).toEqual(
    [
      '/',
      '/products',
      '/policies/terms',
      '/categories/kitchen',
      '/products/teapot',
      ...fixedPages.map(({ slug }) => `/pages/${slug}`),
    ].toSorted(),
  )
  for (const path of paths)
    expect({ path, status: (await visit(t, path)).statusCode }).toEqual({ path, status: 200 })
  const [product] = await t.inStore(
    tx => tx<{ updatedAt: Date | string }[]>`
      select updated_at from product where slug = 'teapot'`,
  )
  expect(entries.find(({ url }) => url.endsWith('/teapot'))?.lastmod).toBe(
    new Date(product!.updatedAt).toISOString(),
  )
})

test('files that the index does not list do not exist', async () => {
  for (const path of ['/sitemap/0.xml', '/sitemap/5.xml', '/sitemap/x.xml', '/sitemap/1e9.xml'])
    expect({ path, status: (await visit(t, path)).statusCode }).toEqual({ path, status: 404 })
})

test('an unchanged sitemap is not sent again, a changed one is', async () => {
  const { etag } = (await visit(t, '/sitemap/2.xml')).headers
  const revisit = () => visit(t, '/sitemap/2.xml', { headers: { 'if-none-match': String(etag) } })
  expect((await revisit()).statusCode).toBe(304)
  const category = await t.call('owner', categoryApi.create, { body: { name: 'Garden' } })
  t.advanceClock(freshMs)
  expect((await revisit()).body).toContain('/categories/garden')
  await t.call('owner', categoryApi.delete, { params: { id: category.body.data._id } })
})

test('robots.txt disallows filters, and stores that are not live or are hidden from search engines', async () => {
  const open = await visit(t, '/robots.txt')
  expect(open.headers['content-type']).toBe('text/plain; charset=utf-8')
  const lines = open.body.split('\n')
  expect(lines).toContain('User-agent: *')
  for (const path of ['/search', '/cart', '/checkout', '/*?sort=', '/*&vendor='])
    expect(lines).toContain(`Disallow: ${path}`)
  expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(lines).not.toContain('Disallow: /')
  expect((await visit(t, '/')).headers['x-robots-tag']).toBeUndefined()

  const closed = 'User-agent: *\nDisallow: /\n'
  for (const status of ['draft', 'paused', 'closed'] as const) {
    await setStatus(status)
    const robots = await visit(t, '/robots.txt')
    expect({ status, body: robots.body }).toEqual({ status, body: closed })
    expect((await visit(t, '/')).headers['x-robots-tag']).toBe('noindex')
    for (const path of ['/sitemap.xml', '/sitemap/1.xml'])
      expect((await visit(t, path)).body).not.toContain('<loc>')
  }
  await setStatus('live')
  await t.call('owner', cmsApi.update, { body: { seo: { robotsIndex: false } } })
  t.advanceClock(freshMs)
  expect((await visit(t, '/robots.txt')).body).toBe(closed)
  expect((await visit(t, '/sitemap.xml')).statusCode).toBe(404)
  await t.call('owner', cmsApi.update, { body: { seo: { robotsIndex: true } } })
})

test('the data of a product is what its page shows', async () => {
  const reply = await visit(t, '/products/teapot.json')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.headers['x-robots-tag']).toBe('noindex')
  expect(reply.json()).toMatchObject({
    product: {
      title: 'Teapot',
      url: `${origin}/products/teapot`,
      currency: 'USD',
      variants: [{ sku: 'TP', price: 1250, isAvailable: true, unitsLeft: null }],
    },
  })
  // Neither the cost nor the stock.
  expect(reply.body).not.toMatch(/cost|stock|":(777|40)\b/)
  for (const path of ['/products/hidden-bowl.json', '/products/old-jug.json', '/products/a.b.json'])
    expect({ path, status: (await visit(t, path)).statusCode }).toEqual({ path, status: 404 })
})

test('security.txt names the contact of the platform and the address of the store', async () => {
  const { body } = await visit(t, '/.well-known/security.txt')
  expect(body).toContain('Contact: mailto:security@example.com\n')
  expect(body).toContain(`Canonical: ${origin}/.well-known/security.txt\n`)
})
