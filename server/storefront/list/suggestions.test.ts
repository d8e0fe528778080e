import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { setStoreStatus, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

/** Longer than a process may display an old page. */
const freshMs = 1000

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await setStoreStatus(t, 'live')
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { languages: ['de'] } },
  })
  await t.call('owner', categoryApi.create, { body: { name: 'Teapots & cups' } })
  await t.call('owner', productApi.create, {
    body: { title: 'Blue <i>teapot</i>', price: 2490, stock: 3, status: 'active' },
  })
  await t.call('owner', productApi.create, { body: { title: 'Draft teapot', price: 100 } })
  await t.call('owner', productApi.create, { body: { title: 'Carafe', price: 100 } })
  await t.call('owner', productApi.create, {
    body: { title: 'Giraffe', price: 100, status: 'active' },
  })
})
afterAll(() => t.close())

const suggest = (term: string, prefix = '') =>
  visit(t, `${prefix}/search/suggest?q=${encodeURIComponent(term)}`)

test('suggests published products and categories with links', async () => {
  const { statusCode, body, headers } = await suggest('  Teap ')
  expect([statusCode, headers['set-cookie'], headers['x-robots-tag']]).toEqual([
    200,
    undefined,
    'noindex',
  ])
  expect(body).toContain('href="/categories/teapots-cups"')
  expect(body).toContain('Blue &lt;i&gt;teapot&lt;/i&gt;')
  expect(body).toContain('$24.90')
  expect(body).toContain('href="/search?q=teap"')
  expect(body).not.toContain('Draft')
})

test('searches the nearest words of a mistyped term', async () => {
  const { body } = await suggest('teapto')
  expect(body).toContain('Results for “teapot”')
  expect(body).toContain('href="/products/blue-i-teapot-i"')
  expect((await suggest('blue teapto')).body).toContain('Results for “blue teapot”')
})

test('a draft does not change how mistyped words are corrected', async () => {
  for (const title of ['Teapod', 'Giraff'])
    await t.call('owner', productApi.create, { body: { title, price: 100 } })
  for (const [typed, corrected] of [
    ['teapod', 'teapot'],
    ['girafff', 'giraffe'],
  ] as const)
    for (const path of [`/search/suggest?q=${typed}`, `/search?q=${typed}`])
      expect((await visit(t, path)).body, path).toContain(`Results for “${corrected}”`)
})

test('products with a word that begins with the term come before those that contain it', async () => {
  for (const title of ['Stuhl', 'Bürostuhl', 'T-Shirt'])
    await t.call('owner', productApi.create, { body: { title, price: 100, status: 'active' } })
  const listSlugs = async (path: string) => {
    const { body } = await visit(t, path)
    return [...new Set([...body.matchAll(/href="\/products\/([\w-]+)"/g)].map(match => match[1]))]
  }
  for (const path of ['/search/suggest?q=stuhl', '/search?q=stuhl'])
    expect(await listSlugs(path), path).toEqual(['stuhl', 'burostuhl'])
  expect(await listSlugs('/search?q=stuhl&sort=newest')).toEqual(['burostuhl', 'stuhl'])
  for (const path of ['/search/suggest?q=tshirt', '/search?q=t‑shirt'])
    expect(await listSlugs(encodeURI(path)), path).toEqual(['t-shirt'])
})

test('corrects a word of more than 10,000 products', async () => {
  await t.inStore(
    tx => tx`
      insert into search_word (store_id, entity, word, id)
      select current_store(), 'product', 'giraffe', gen_random_uuid() from generate_series(1, 10001)`,
  )
  for (const path of ['/search/suggest?q=girafef', '/search?q=girafef']) {
    const { body } = await visit(t, path)
    expect(body).toContain('Results for “giraffe”')
    expect(body).toContain('href="/products/giraffe"')
  }
})

test('the results page names the searched words, and what was typed', async () => {
  const { body } = await visit(t, '/search?q=Blue+TEAPTO')
  expect(body).toContain('<h1>Results for “Blue teapot”</h1>')
  expect(body).toContain('No products match “Blue TEAPTO”.')
  expect(body).toContain('<title>Blue teapot')
  expect(body).toContain('value="Blue TEAPTO"')
  const typedRight = (await visit(t, '/search?q=Blue+teapot')).body
  expect(typedRight).toContain('<h1>Results for “Blue teapot”</h1>')
  expect(typedRight).not.toContain('No products match')
})

test('mistyped words are never replaced by those of drafts', async () => {
  const { body } = await visit(t, '/search?q=caraffe')
  expect(body).not.toContain('arafe')
  expect(body).toContain('No products match “caraffe”.')
})

test('only the search page without a term has its field focused', async () => {
  expect((await visit(t, '/search')).body).toMatch(/<input type="search"[^>]* autofocus=""/)
  for (const path of ['/search?q=teapot', '/no-page', '/'])
    expect((await visit(t, path)).body, path).not.toContain('autofocus')
})

test('has the language of the page', async () => {
  const { body } = await suggest('teap', '/de')
  expect(body).toContain('Kategorie')
  expect(body).toContain('href="/de/categories/teapots-cups"')
})

test.each(['', 't', ' '])('suggests nothing for “%s”', async term => {
  expect((await suggest(term)).body).toBe('')
})

test('says that a term has no suggestions', async () => {
  const { body } = await suggest('nothing of <i>this</i> kind')
  expect(body).toMatch(
    /^<p class="suggestion-note">No products match “nothing of &lt;i&gt;this&lt;\/i&gt; kind”\.<\/p>$/,
  )
})

test('shows the whole word of a product that the corrected term begins', async () => {
  for (const [title, status] of [
    ['Stonewar', 'draft'],
    ['Stoneware pot', 'active'],
    ['Pâtisserie-Teller', 'active'],
  ] as const)
    await t.call('owner', productApi.create, { body: { title, price: 100, status } })
  for (const [typed, named] of [
    ['stonewear', 'stoneware'],
    ['patiserie', 'pâtisserie'],
  ])
    for (const path of ['/search/suggest', '/search'])
      expect((await visit(t, `${path}?q=${typed}`)).body, path).toContain(`Results for “${named}”`)
})

test('hostile terms cause no server error', async () => {
  for (const query of [
    '?q=%00%01',
    '?q=%25%5F',
    `?q=${'x'.repeat(5000)}`,
    '?q=a&q=b',
    '?q[]=1',
    '?q=%ED%A0%80',
    '',
  ])
    expect([query, (await visit(t, `/search/suggest${query}`)).statusCode]).toEqual([query, 200])
})

test('the announcement has the colors of the seller, and those of the theme without a choice', async () => {
  expect((await visit(t, '/theme.css')).body).not.toContain('announcement')
  await t.call('owner', cmsApi.update, {
    body: { announcement: { background: '#102030', color: '#f0f0f0' } },
  })
  const { body } = await visit(t, '/theme.css')
  expect(body).toContain('--announcement-background:#102030;--announcement-color:#f0f0f0')
  expect(body).toMatch(/color-scheme:light;.*--error:#b3261e/)
})

test('the announcement has a button that hides it only where the seller allows it', async () => {
  const find = async (dismissible: boolean) => {
    await t.call('owner', cmsApi.update, {
      body: { announcement: { enabled: true, text: 'Open on Sunday', dismissible } },
    })
    t.advanceClock(freshMs)
    const { body } = await visit(t, '/products')
    return /<div class="announcement">.*?<\/div>/.exec(body)?.[0]
  }
  expect(await find(false)).toMatch(/<li[^>]*>Open on Sunday<\/li><\/ul><\/div>$/)
  expect(await find(true)).toMatch(
    /<button type="button" class="announcement-close" aria-label="Close">/,
  )
})

test('searches and filters of a network are limited, and those in the cache are not', async () => {
  const limited = await startTestApp({ LIMIT_FACTOR: '0.1' })
  onTestFinished(() => limited.close())
  await visit(limited, '/')
  const request = async (url: string, remoteAddress = '203.0.113.7') =>
    (await visit(limited, url, { remoteAddress })).statusCode
  expect(await request('/search?q=cup')).toBe(200)
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      request(n % 2 === 0 ? `/search?q=cup${n}` : `/search/suggest?q=cup${n}`),
    ),
  )
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  // On a slow machine, the limit has risen again, so that other requests must use it up first.
  const limitUsers = Array.from({ length: 30 }, (_, n) => request(`/search?q=bowl${n}`))
  const suggestion = { remoteAddress: '203.0.113.7' }
  const replies = await Promise.all([
    ...limitUsers,
    request('/products?priceFrom=1'),
    request('/products?sort=title'),
    request('/?sort=title&page=2'),
    visit(limited, '/search/suggest?q=bowl', suggestion),
  ])
  const rejected = replies.pop()
  expect(replies.slice(-3)).toEqual([429, 429, 200])
  expect(rejected).toMatchObject({ statusCode: 429, headers: { 'retry-after': '5' } })
  for (const url of ['/search?q=cup', '/products', '/search/suggest?q=cup1', '/'])
    expect([url, await request(url)]).toEqual([url, 200])
  expect(await request('/search?q=bowl', '198.51.100.1'), 'another network').toBe(200)
})
