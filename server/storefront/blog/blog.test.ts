import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Post, postApi } from '#contract/cms/post.ts'
import { productApi } from '#contract/product/product.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { eventually } from '../../testing/eventually.ts'
import { getOwnerOrigin, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

/** Longer than a process may display an old page. */
const freshMs = 1000

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.inStore(tx => tx`delete from post`)
  t.advanceClock(freshMs)
})

async function publish(body: object): Promise<Post> {
  const reply = await t.call('owner', postApi.create, {
    body: { title: 'News', status: 'published', ...body },
  })
  t.advanceClock(freshMs)
  return reply.body.data
}
const getStatus = async (url: string) => (await visit(t, url)).statusCode
const readDocument = async (url: string) => new JSDOM((await visit(t, url)).body).window.document

describe('a post', () => {
  test('is on its page, in the list, by its tags and in the sitemap', async () => {
    await publish({ title: 'Tea time', body: '<p>Hello</p>', tags: ['Green tea'], author: 'Ann' })
    const page = await readDocument('/blog/tea-time')
    expect(page.querySelector('h1')?.textContent).toBe('Tea time')
    expect(page.querySelector('.rich-text')?.innerHTML).toBe('<p>Hello</p>')
    expect(page.querySelector('.post-byline')?.textContent).toContain('Ann')
    const tag = page.querySelector('a[rel=tag]')?.getAttribute('href')
    expect(tag).toBe('/blog/tag/green%20tea')
    for (const url of ['/blog', String(tag), '/blog/tag/GREEN%20TEA'])
      expect((await visit(t, url)).body, url).toContain('href="/blog/tea-time"')
    expect((await visit(t, '/sitemap/1.xml')).body).toContain('/blog<')
    const { body } = await visit(t, '/sitemap.xml')
    const files = [...body.matchAll(/<loc>[^<]*(\/sitemap\/\d+\.xml)/g)].map(([, file]) => file)
    const texts = await Promise.all(files.map(file => visit(t, String(file))))
    expect(texts.some(file => file.body.includes('/blog/tea-time<'))).toBe(true)
  })

  test('describes itself to search engines and messengers', async () => {
    await publish({ title: 'Tea', excerpt: 'On <tea>', author: 'Ann', tags: ['Tea'] })
    const page = await readDocument('/blog/tea')
    const meta = (property: string) =>
      page.querySelector(`meta[property="${property}"]`)?.getAttribute('content')
    expect(meta('og:type')).toBe('article')
    expect(meta('article:published_time')).toMatch(/^\d{4}-/)
    const [data] = [...page.querySelectorAll('script[type="application/ld+json"]')]
    expect(JSON.parse(String(data?.textContent))).toMatchObject({
      '@type': 'Article',
      headline: 'Tea',
      description: 'On <tea>',
      author: { '@type': 'Person', name: 'Ann' },
    })
    const feed = page.querySelector('link[type="application/atom+xml"]')
    expect(feed?.getAttribute('href')).toBe(`${getOwnerOrigin(t)}/blog/feed.xml`)
  })

  test('without an excerpt has its beginning, without a tag that is cut in half', async () => {
    for (const cut of [`<a href="https://tea.example/">tea</a>`, '&amp; tea'])
      await publish({ title: 'Tea', body: `<p>On${'<br />'.repeat(332)}1${cut}</p>` })
    const page = await readDocument('/blog')
    const excerpts = [...page.querySelectorAll('.post-grid p:not([class])')].map(p => p.textContent)
    expect(excerpts).toEqual(['On 1', 'On 1'])
  })

  test('that search engines must not list is in no sitemap', async () => {
    await publish({ title: 'Quiet', isIndexed: false })
    const page = await readDocument('/blog/quiet')
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    for (const file of ['/sitemap/2.xml', '/sitemap/3.xml'])
      expect((await visit(t, file)).body).not.toContain('/blog/quiet')
  })

  test('shows others with the same tags', async () => {
    await publish({ title: 'One', tags: ['Tea'] })
    await publish({ title: 'Two', tags: ['tea'] })
    await publish({ title: 'Three', tags: ['Cups'] })
    const page = await readDocument('/blog/one')
    const links = [...page.querySelectorAll('.section-posts a')].map(a => a.getAttribute('href'))
    expect(links).toEqual(['/blog/two'])
  })
})

describe('the search', () => {
  const listFound = async (term: string) => {
    const page = await readDocument(`/search?q=${encodeURIComponent(term)}`)
    return [...page.querySelectorAll('.found-posts a')].map(a => a.getAttribute('href'))
  }

  test('finds posts by words of the title and the tags, at most five', async () => {
    for (let i = 0; i < 6; i++) await publish({ title: `Crème ${i}`, tags: ['Sencha leaves'] })
    await publish({ title: 'Crème secret', status: 'draft' })
    await publish({ title: 'Bowls' })
    expect(await listFound('creme')).toHaveLength(5)
    expect(await listFound('SENCHA creme 3')).toEqual(['/blog/creme-3'])
    expect(await listFound('creme secret')).toEqual([])
  })

  test('does not say that there is no result if it has found a post', async () => {
    await publish({ title: 'Sencha', excerpt: 'On leaves' })
    const { body } = await visit(t, '/search?q=sencha')
    expect(body).toContain('<p>On leaves</p>')
    expect(body).toContain('Results for')
    expect(body).not.toContain('No products match')
  })
})

test('a blog without posts does not exist', async () => {
  for (const url of ['/blog', '/blog/tag/tea', '/blog/feed.xml', '/blog/news'])
    expect({ url, status: await getStatus(url) }).toEqual({ url, status: 404 })
})

test('drafts are nowhere', async () => {
  await publish({ title: 'Shown' })
  await publish({ title: 'Secret', status: 'draft', tags: ['Plan'] })
  for (const url of ['/blog/secret', '/blog/tag/plan']) expect(await getStatus(url)).toBe(404)
  for (const url of ['/blog', '/blog/feed.xml', '/sitemap/2.xml'])
    expect((await visit(t, url)).body).not.toContain('ecret')
})

test('a scheduled post appears at its moment on pages that were cached before', async () => {
  await publish({ title: 'First' })
  const [row] = await t.inStore(
    tx => tx<{ moment: string }[]>`
      select (clock_timestamp() + interval '1.5 seconds')::text as moment`,
  )
  const publishAt = new Date(String(row?.moment)).toISOString()
  await publish({ title: 'Second', publishAt })
  const look = async () => {
    t.advanceClock(freshMs)
    const bodies = await Promise.all(
      ['/blog', '/blog/feed.xml', '/blog/second', '/sitemap/3.xml'].map(url => visit(t, url)),
    )
    return bodies.map(({ body, statusCode }) => statusCode === 200 && body.includes('econd'))
  }
  const readClock = async () => {
    const [clock] = await t.inStore(
      tx => tx<{ isDue: boolean }[]>`select clock_timestamp() >= ${publishAt} as is_due`,
    )
    return clock?.isDue
  }
  const early = await look()
  // Only if the machine was fast enough to look before the moment.
  if (!(await readClock())) expect(early.slice(0, 3)).toEqual([false, false, false])
  await eventually(async () => expect(await readClock()).toBe(true))
  expect((await look()).slice(0, 3)).toEqual([true, true, true])
})

test('an earlier handle leads to the post', async () => {
  const post = await publish({ title: 'Old name' })
  await t.call('owner', postApi.update, { params: { id: post._id }, body: { slug: 'new-name' } })
  t.advanceClock(freshMs)
  const reply = await visit(t, '/blog/old-name')
  expect({ status: reply.statusCode, location: reply.headers.location }).toEqual({
    status: 301,
    location: '/blog/new-name',
  })
})

test('the feed is valid Atom', async () => {
  const post = await publish({
    title: 'Tea & <cups>',
    excerpt: '"Quoted"',
    body: '<p>Hi <a href="/products/mug">mug</a></p>',
    tags: ['Tea'],
  })
  const reply = await visit(t, '/blog/feed.xml')
  expect(reply.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  const { document } = new JSDOM(reply.body, { contentType: 'application/xml' }).window
  const feed = document.documentElement
  expect(feed.namespaceURI).toBe('http://www.w3.org/2005/Atom')
  for (const parent of [feed, feed.querySelector('entry')!])
    for (const name of ['id', 'title', 'updated'])
      expect([...parent.children].filter(({ localName }) => localName === name)).toHaveLength(1)
  const origin = getOwnerOrigin(t)
  expect(feed.querySelector('link[rel=self]')?.getAttribute('href')).toBe(`${origin}/blog/feed.xml`)
  const entry = feed.querySelector('entry')
  expect(entry?.querySelector('id')?.textContent).toBe(`urn:uuid:${post._id}`)
  expect(entry?.querySelector('title')?.textContent).toBe('Tea & <cups>')
  expect(entry?.querySelector('author name')?.textContent).not.toBe('')
  expect(entry?.querySelector('content')?.textContent).toBe(
    `<p>Hi <a href="${origin}/products/mug">mug</a></p>`,
  )
  const etag = String(reply.headers.etag)
  const again = await visit(t, '/blog/feed.xml', { headers: { 'if-none-match': etag } })
  expect(again.statusCode).toBe(304)
})

test('lists have pages', async () => {
  for (let i = 0; i < 13; i++) await publish({ title: `Post ${i}` })
  const first = await readDocument('/blog')
  expect(first.querySelectorAll('.post-grid > li')).toHaveLength(12)
  expect(first.querySelector('a[rel=next]')?.getAttribute('href')).toBe('/blog?page=2')
  const second = await readDocument('/blog?page=2')
  expect(second.querySelectorAll('.post-grid > li')).toHaveLength(1)
  expect(await getStatus('/blog?page=3')).toBe(404)
})

describe('the preview of a draft', () => {
  const openLink = (url: URL, path = url.pathname) =>
    visit(t, path, { headers: { host: url.host } })
  const createLink = async ({ _id }: Post) =>
    new URL(
      (await t.call('owner', postApi.createPreviewLink, { params: { id: _id } })).body.data.url,
    )

  const readPath = async (url: URL) => String((await openLink(url)).headers.location)

  test('needs its token and shows only its post', async () => {
    const draft = await publish({ title: 'Secret', status: 'draft', body: '<p>Plan</p>' })
    await publish({ title: 'Other secret', status: 'draft' })
    const url = await createLink(draft)
    const path = await readPath(url)
    const page = await openLink(url, path)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<p>Plan</p>')
    expect(page.headers['x-robots-tag']).toBe('noindex')
    expect(page.headers['cache-control']).toBe('no-store')
    const other = await openLink(url, path.replace('/secret', '/other-secret'))
    expect(other.statusCode).toBe(404)
    const [, token = ''] = url.pathname.split('/')
    const forged = token.replace(/.$/, last => (last === 'A' ? 'E' : 'A'))
    expect((await openLink(url, `/${forged}/blog/secret`)).statusCode).toBe(404)
    expect(await getStatus('/blog/secret')).toBe(404)
  })

  test('has the present handle in its path', async () => {
    const draft = await publish({ title: 'Plan', status: 'draft' })
    const url = await createLink(draft)
    const params = { id: draft._id }
    await t.call('owner', postApi.update, { params, body: { slug: 'plan-b' } })
    const path = await readPath(url)
    expect(path).toMatch(/\/blog\/plan-b$/)
    expect((await openLink(url, path)).statusCode).toBe(200)
  })

  test('has the published look, also of a theme that was never published', async () => {
    const params = { id: (await t.call('owner', themeApi.list)).body.data[0]._id }
    const body = { version: 0, settings: { accent: '#010203' } }
    expect((await t.call('owner', themeDraftApi.saveDraft, { params, body })).status).toBe(200)
    const url = await createLink(await publish({ title: 'Plan', status: 'draft' }))
    const page = await openLink(url, await readPath(url))
    const [, stylesheet = ''] = /href="([^"]*theme\.css[^"]*)"/.exec(page.body) ?? []
    const css = await openLink(url, stylesheet)
    expect(css.statusCode).toBe(200)
    expect(css.body).not.toContain('#010203')
  })

  test('is answered to more readers at once than there are connections', async () => {
    const url = await createLink(await publish({ title: 'Plan', status: 'draft' }))
    const path = await readPath(url)
    const pages = await Promise.all(Array.from({ length: 20 }, () => openLink(url, path)))
    expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  test('of another store cannot be created', async () => {
    const { _id } = await publish({ title: 'Secret', status: 'draft' })
    const reply = await t.call('stranger', postApi.createPreviewLink, { params: { id: _id } })
    expect(reply.status).toBe(404)
  })
})

describe('a product in a post', () => {
  const addProduct = async (title: string): Promise<string> => {
    const body = { title, status: 'active', price: 1500, stock: 3 }
    return (await t.call('owner', productApi.create, { body })).body.data._id
  }
  const updateProduct = async (id: string, body: object) => {
    await t.call('owner', productApi.update, { params: { id }, body: { ...body } })
    t.advanceClock(freshMs)
  }
  const embed = (id: string) => `<div data-product="${id}"></div>`

  test('is a card at its live price, and disappears when it is archived', async () => {
    const [mug, bowl] = [await addProduct('Mug'), await addProduct('Bowl')]
    await publish({ title: 'Tea', body: `<p>Before</p>${embed(mug)}${embed(bowl)}<p>After</p>` })
    const cards = async () =>
      [...(await readDocument('/blog/tea')).querySelectorAll('.text-products li')].map(
        card => card.textContent,
      )
    expect(await cards()).toEqual([
      expect.stringMatching(/Mug.*15\.00/),
      expect.stringMatching(/Bowl.*15\.00/),
    ])
    await updateProduct(mug, { price: 1250 })
    expect((await cards())[0]).toMatch(/12\.50/)
    await updateProduct(mug, { status: 'archived' })
    expect(await cards()).toEqual([expect.stringContaining('Bowl')])
    const page = await readDocument('/blog/tea')
    expect(page.querySelector('.rich-text')?.textContent).toMatch(/^Before.*Bowl.*After$/)
    const feed = await visit(t, '/blog/feed.xml')
    expect(feed.body).toContain('/products/bowl&quot;&gt;Bowl')
    expect(feed.body).not.toContain('data-product')
  })

  test('of another store is not shown', async () => {
    const body = { title: 'Foreign', status: 'active', price: 1 }
    const { _id } = (await t.call('stranger', productApi.create, { body })).body.data
    await publish({ title: 'Tea', body: embed(_id) })
    expect((await visit(t, '/blog/tea')).body).not.toContain('Foreign')
  })
})

test('a video is loaded from its host only after a click', async () => {
  const url = 'https://vimeo.com/123456'
  await publish({ title: 'Film', body: `<p><a href="${url}">${url}</a></p>` })
  const { body, headers } = await visit(t, '/blog/film')
  expect(body).toContain('data-embed="https://player.vimeo.com/video/123456?dnt=1&amp;autoplay=1"')
  expect(body).not.toContain('<iframe')
  expect(headers['content-security-policy']).toContain('https://player.vimeo.com')
  await publish({ title: 'Plain' })
  const plain = await visit(t, '/blog/plain')
  expect(plain.headers['content-security-policy']).not.toContain('vimeo')
})
