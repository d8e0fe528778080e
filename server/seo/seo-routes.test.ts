import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { postApi } from '#contract/cms/post.ts'
import { redirectApi } from '#contract/cms/redirect.ts'
import { type SeoListQuery, type SeoRecord, seoApi } from '#contract/cms/seo.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { addEmptySearches } from '../storefront/list/empty-search.ts'
import { eventually } from '../testing/eventually.ts'
import { getOwnerOrigin, visit } from '../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

const longTitle = `A mug ${'for tea '.repeat(10)}`.trim()

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  const add = (body: object) =>
    t.call('owner', productApi.create, { body: { status: 'active', price: 1900, ...body } })
  await add({ title: 'Mug', slug: 'mug', description: '<p>For tea.</p>' })
  await add({ title: 'Blue mug', slug: 'blue-mug', seoTitle: 'MUG', description: '<p>Blue.</p>' })
  await add({ title: longTitle, slug: 'long', seoDescription: 'b'.repeat(161) })
  await add({ title: 'Hidden', slug: 'hidden', status: 'draft' })
  await t.call('owner', categoryApi.create, { body: { name: 'Tea', description: '<p>&nbsp;</p>' } })
  await t.inStore(
    tx => tx`
      insert into domain (domain, status) values ('pots.example', 'active'), ('pending.example', 'pending')`,
  )
  await t.call('owner', cmsApi.createPage, {
    body: {
      title: 'Links',
      slug: 'links',
      status: 'published',
      body: [
        '/products/mug?variant=1#top',
        '/categories/tea',
        '/pages/links/',
        '/cart',
        '/policies/privacy',
        '/de/products/mug',
        '/de/',
        '/moved',
        '/products/hidden',
        '/pages/gone',
        '/pages/gone',
        'https://example.com/gone',
        `${getOwnerOrigin(t)}/products/mug`,
        `${getOwnerOrigin(t)}/pages/lost?a=1`,
        'https://pots.example/gone',
        'https://pots.example.com/gone',
        'https://pending.example/gone',
        'https://pots.example',
      ]
        .map(href => `<p><a href="${href}">link</a></p>`)
        .join(''),
    },
  })
  await t.call('owner', redirectApi.create, { body: { path: '/moved', target: '/products/mug' } })
  await t.call('owner', redirectApi.create, { body: { path: '/lost', target: '/products/gone' } })
})
afterAll(() => t.close())

const list = async (query: SeoListQuery = {}) =>
  (await t.call('owner', seoApi.list, { query: { perPage: 100, ...query } })).body
    .data as SeoRecord[]
const listOwn = async (query: SeoListQuery) =>
  (await list(query)).filter(({ slug }) => !['about-us', 'contact-us'].includes(slug))

test('finds links that lead nowhere, of texts and redirects', async () => {
  expect(await list({ kind: 'deadLink' })).toMatchObject([
    {
      type: 'redirect',
      name: '/lost',
      problems: [{ kind: 'deadLink', detail: '/products/gone', count: 1 }],
    },
    {
      type: 'page',
      name: 'Links',
      problems: [{ kind: 'deadLink', detail: '/gone', count: 4 }],
    },
  ])
})

test('finds titles that two records share, in upper and lower case', async () => {
  const rows = await listOwn({ kind: 'duplicateTitle' })
  expect(rows.map(({ slug }) => slug)).toEqual(['blue-mug', 'mug'])
  expect(rows[0]?.problems).toEqual([{ kind: 'duplicateTitle', detail: 'MUG', count: 2 }])
})

test('finds records without a description, and titles and descriptions that are cut', async () => {
  expect((await listOwn({ kind: 'missingDescription' })).map(({ name }) => name)).toEqual(['Tea'])
  expect(await listOwn({ kind: 'longTitle' })).toMatchObject([
    { slug: 'long', problems: [{ kind: 'longTitle', count: longTitle.length }, {}] },
  ])
  expect(await listOwn({ kind: 'longDescription' })).toMatchObject([
    { slug: 'long', problems: [{}, { kind: 'longDescription', count: 161 }] },
  ])
})

test('lists a record once with all its problems, and counts it once', async () => {
  const rows = await list()
  expect(rows.filter(({ slug }) => slug === 'long').map(({ problems }) => problems)).toMatchObject([
    [{ kind: 'longTitle' }, { kind: 'longDescription' }],
  ])
  expect(rows.some(({ slug }) => slug === 'hidden')).toBe(false)
  const counts = (await t.call('owner', seoApi.getCounts)).body.data
  expect(counts).toMatchObject({ all: rows.length, deadLink: 2, duplicateTitle: 2, longTitle: 1 })
})

test('counts the images of a product without an alt text', async () => {
  const image = await t.inStore(async tx => {
    const [product] = await tx<{ id: string }[]>`select id from product where slug = 'mug'`
    const [media] = await tx<{ id: string }[]>`
      insert into media (file_name, url, width, height, bytes, hash)
      values ('a.webp', '/media/a.webp', 10, 10, 10, 'seo') returning id`
    const [row] = await tx<{ id: string }[]>`
      insert into product_image (product_id, media_id) values (${product?.id ?? ''}, ${media?.id ?? ''})
      returning id`
    return row?.id ?? ''
  })
  expect(await list({ kind: 'missingAltText' })).toMatchObject([
    {
      slug: 'mug',
      problems: [{ kind: 'duplicateTitle' }, { kind: 'missingAltText', detail: '', count: 1 }],
    },
  ])
  await t.inStore(tx => tx`update product_image set alt = 'A mug' where id = ${image}`)
  expect(await list({ kind: 'missingAltText' })).toEqual([])
})

test('counts the images of texts and covers without an alt text', async () => {
  const image = (alt: string) => `<p><img src="https://example.com/a.webp"${alt} /></p>`
  const page = (
    await t.call('owner', cmsApi.createPage, {
      body: {
        title: 'Images',
        slug: 'images',
        status: 'published',
        body: ['', ' alt=""', ' alt=" "', ' alt="A <mug>"', ' alt="0"'].map(image).join(''),
      },
    })
  ).body.data
  const post = (
    await t.call('owner', postApi.create, {
      body: {
        title: 'Post',
        slug: 'post',
        status: 'published',
        cover: 'https://example.com/a.webp',
        body: image(''),
      },
    })
  ).body.data
  expect(await list({ kind: 'missingAltText' })).toMatchObject([
    { slug: 'images', problems: [{}, { kind: 'missingAltText', count: 3 }] },
    { slug: 'post', problems: [{}, { kind: 'missingAltText', count: 2 }] },
  ])
  await t.call('owner', cmsApi.deletePage, { params: { id: page._id } })
  await t.call('owner', postApi.delete, { params: { id: post._id } })
  expect(await list({ kind: 'missingAltText' })).toEqual([])
})

const listSearches = async () => (await t.call('owner', seoApi.listEmptySearches)).body.data
test('lists searches of shoppers without a result until they are removed', async () => {
  await t.inStore(tx => tx`delete from empty_search`)
  for (const path of [
    '?q=Unicorn',
    '?q=unicorn++',
    '?q=unicorn++',
    '?q=dragon',
    '?q=mug',
    '?q=elf&vendor=Ines',
  ])
    await visit(t, `/search${path}`)
  await eventually(async () =>
    expect(await listSearches()).toMatchObject([
      { term: 'unicorn', count: 3 },
      { term: 'dragon', count: 1 },
    ]),
  )
  const [{ _id: id }] = await listSearches()
  const params = { id }
  expect((await t.call('stranger', seoApi.deleteEmptySearch, { params })).status).toBe(404)
  expect(await listSearches()).toHaveLength(2)
  expect((await t.call('owner', seoApi.deleteEmptySearch, { params })).status).toBe(200)
  expect(await listSearches()).toMatchObject([{ term: 'dragon' }])
})

test('keeps a bounded number of searches, and those that come again', async () => {
  await t.inStore(async tx => {
    await tx`delete from empty_search`
    await tx`
      insert into empty_search (term, count, last_at)
      select 'term ' || n, 1, now() - n * interval '1 minute' from generate_series(1, 1000) n`
  })
  await t.inStore(tx => addEmptySearches(tx, ['new', 'term 7'], [1, 4]))
  const [row] = await t.inStore(
    tx => tx`
      select count(*)::integer as count, bool_or(term = 'new') as has_new,
        bool_or(term = 'term 1000') as has_oldest, max(count) as most
      from empty_search`,
  )
  expect(row).toEqual({ count: 1000, hasNew: true, hasOldest: false, most: 5 })
})
