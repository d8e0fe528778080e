import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { getOwnerOrigin, setStoreStatus, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await setStoreStatus(t, 'live')
  const { storeId: id } = t.people.owner
  await t.call('owner', storeApi.update, {
    params: { id },
    body: { data: { locale: 'en-GB', currency: 'EUR', languages: ['de', 'ar', 'en'] } },
  })
  await t.call('owner', productApi.create, {
    body: {
      title: 'Blue teapot',
      price: 123490,
      stock: 3,
      status: 'active',
      description: '<p>See <a href="/pages/about-us">our story</a>.</p>',
    },
  })
  await t.call('owner', cmsApi.update, { body: { policies: { terms: '<p>Be kind.</p>' } } })
})
afterAll(() => t.close())

const paths = ['/', '/products', '/products/blue-teapot', '/pages/about-us', '/policies/terms']

test('each page exists in each language, with texts, formats and direction of it', async () => {
  for (const [prefix, language, direction] of [
    ['', 'en', 'ltr'],
    ['/de', 'de', 'ltr'],
    ['/ar', 'ar', 'rtl'],
  ])
    for (const path of [...paths, '/search?q=teapot']) {
      const url = prefix + (path === '/' && prefix ? '' : path)
      const { statusCode, body } = await visit(t, url)
      expect([url, statusCode]).toEqual([url, 200])
      expect(body).toContain(`<html lang="${language}" dir="${direction}"`)
    }
  expect((await visit(t, '/products/blue-teapot')).body).toContain('€1,234.90')
  const german = (await visit(t, '/de/products/blue-teapot')).body
  expect(german).toContain('1.234,90\u00a0€')
  expect(german).toContain('Nur noch 3')
  expect(german).toContain('<h1 lang="en">Blue teapot</h1>')
  // The sections of a store that has not arranged them are in its own language, as all its texts.
  const germanHome = (await visit(t, '/de')).body
  expect(germanHome).toMatch(/lang="en"><h1[^>]*>Welcome to Store of owner</)
  expect(germanHome).not.toContain('Willkommen')
})

test('pages of a language lead to pages of that language only', async () => {
  for (const path of paths) {
    const url = path === '/' ? '/de' : `/de${path}`
    const { body } = await visit(t, url)
    const links = [...body.matchAll(/<(?:a|form)\b[^>]*?\s(?:href|action)="(\/[^"]*)"[^>]*>/g)]
    const otherLinks = links.filter(
      ([tag, target]) => !tag.includes('hrefLang=') && !/^\/de(\/|\?|$)/.test(target ?? ''),
    )
    expect(links.length).toBeGreaterThan(5)
    expect(otherLinks.map(([tag]) => tag)).toEqual([])
    const languageLinks = links.filter(([tag]) => tag.includes('hrefLang='))
    const targets = [path, url, path === '/' ? '/ar' : `/ar${path}`]
    // In the menu of phones and in the footer.
    expect(languageLinks.map(([, target]) => target)).toEqual([...targets, ...targets])
  }
  expect((await visit(t, '/de/products/blue-teapot')).body).toContain('href="/de/pages/about-us"')
})

test('each page is canonical in its language and names the same alternates', async () => {
  const origin = getOwnerOrigin(t)
  const alternates = [
    ['en', '/products/blue-teapot'],
    ['de', '/de/products/blue-teapot'],
    ['ar', '/ar/products/blue-teapot'],
    ['x-default', '/products/blue-teapot'],
  ].map(
    ([language, path]) => `<link rel="alternate" hrefLang="${language}" href="${origin}${path}"/>`,
  )
  for (const url of [
    '/products/blue-teapot',
    '/de/products/blue-teapot?utm=1',
    '/ar/products/blue-teapot',
  ]) {
    const { body } = await visit(t, url)
    expect(body.match(/<link rel="alternate"[^>]*>/g)).toEqual(alternates)
    expect(body).toContain(`<link rel="canonical" href="${origin}${url.split('?')[0]}"/>`)
    expect(body).toContain(`<meta property="og:url" content="${origin}${url.split('?')[0]}"/>`)
  }
})

test('the sitemap lists each page in each language', async () => {
  const origin = getOwnerOrigin(t)
  const index = (await visit(t, '/sitemap.xml')).body
  const files = await Promise.all(
    [...index.matchAll(/sitemap\/\d+\.xml/g)].map(([file]) => visit(t, `/${file}`)),
  )
  const text = files.map(({ body }) => body).join('')
  for (const path of [
    '/products/blue-teapot',
    '/de/products/blue-teapot',
    '/ar/products/blue-teapot',
    '/de',
  ])
    expect(text).toContain(`<url><loc>${origin}${path}</loc>`)
  const german = /<url><loc>[^<]*\/de\/products\/blue-teapot<\/loc>.*/.exec(text)?.[0]
  expect(german?.match(/hreflang="[^"]*"/g)).toEqual(
    ['en', 'de', 'ar', 'x-default'].map(language => `hreflang="${language}"`),
  )
})

test('the first language has no prefix, and other languages do not exist', async () => {
  const redirect = await visit(t, '/en/products?sort=title')
  expect([redirect.statusCode, redirect.headers.location]).toEqual([
    301,
    `${getOwnerOrigin(t)}/products?sort=title`,
  ])
  for (const url of ['/fr', '/fr/products', '/de/none', '/dee', '/xx/products'])
    expect([url, (await visit(t, url)).statusCode]).toEqual([url, 404])
  expect((await visit(t, '/de/none')).body).toContain('<html lang="de"')
})

test('a hidden host leads to the primary one in the same language', async () => {
  await t.inStore(
    tx =>
      tx`insert into domain (domain, kind, status) values ('other.example', 'custom', 'active')`,
  )
  const reply = await visit(t, '/de/products', { headers: { host: 'other.example' } })
  expect([reply.statusCode, reply.headers.location]).toEqual([
    301,
    `${getOwnerOrigin(t)}/de/products`,
  ])
  expect(reply.headers['cache-control'], 'another host can become the primary one').toBe('no-cache')
})
