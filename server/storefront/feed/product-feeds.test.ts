import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { productFeedPaths, productFeeds } from '#contract/cms/sales-channel.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import {
  GoogleItem,
  MetaItem,
  OpenAiItem,
  PinterestItem,
} from '../../testing/schema/test-feed-schema.ts'
import { getOwnerOrigin, setStoreStatus, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

/** Longer than a process remembers the status of a store. */
const freshMs = 1000
const hostile = `<script>x()</script>]]>&"\t'\u0007`
const gtin = '4006381333931'

let t: TestApp
let origin: string

const setFeeds = async (isOn: boolean) => {
  const channels = Object.fromEntries(productFeeds.map(feed => [feed, isOn]))
  expect((await t.call('owner', cmsApi.update, { body: { channels } })).status).toBe(200)
  t.advanceClock(freshMs)
}

beforeAll(async () => {
  t = await startTestApp()
  origin = getOwnerOrigin(t)
  const params = { id: t.people.owner.storeId }
  await t.call('owner', storeApi.update, {
    params,
    body: { data: { address: { country: 'US' }, languages: ['de'] } },
  })
  const category = await t.call('owner', categoryApi.create, {
    body: { name: 'Pots', description: '<p>Thrown by hand.</p>' },
  })
  const [media] = await t.inStore(
    tx => tx<{ id: string }[]>`
      with added as (select new_id() as id)
      insert into media (id, url, width, height, bytes, hash)
      select id, '/media/' || current_store() || '/' || id || '/1200.webp', 1200, 900, 9, 'x' from added
      returning id`,
  )
  const images = [{ media: media?.id ?? '', alt: '' }]
  const create = (body: object) =>
    t.call('owner', productApi.create, {
      body: { title: 'Cup', status: 'active', price: 500, images, ...body },
    })
  await create({
    title: `Teapot ${hostile.replace('\u0007', '').replace('\t', '')}`,
    slug: 'teapot',
    vendor: 'Clay & sons',
    description: '<p>Pours <b>well</b>.</p>',
    categories: [category.body.data._id],
    options: [
      { name: 'Farbe', values: ['Red', 'Blue'] },
      { name: 'Size', values: ['L'] },
    ],
    variants: [
      {
        options: ['Red', 'L'],
        barcode: gtin,
        price: 1999,
        compareAtPrice: 2500,
        stock: 2,
        weight: 300,
      },
      { options: ['Blue', 'L'], price: 1999, stock: 0, measureAmount: 750, measureUnit: 'ml' },
    ],
  })
  await create({
    title: 'Cup',
    vendor: 'V'.repeat(80),
    stock: 1,
    measureAmount: 300,
    measureUnit: 'g',
    referenceAmount: 250,
  })
  await create({ title: 'Unpublished', status: 'draft' })
  await create({ title: 'Without image', images: [] })
})
beforeEach(() => setFeeds(true))
afterAll(() => t.close())

test('a feed exists only while the store offers it', async () => {
  const listStatuses = async () =>
    Promise.all(productFeeds.map(async feed => (await visit(t, productFeedPaths[feed])).statusCode))
  expect(await listStatuses()).toEqual([200, 200, 200, 200])
  await setStoreStatus(t, 'paused')
  t.advanceClock(freshMs)
  expect(new Set(await listStatuses())).not.toContain(200)
  await setStoreStatus(t, 'live')
  await setFeeds(false)
  expect(await listStatuses()).toEqual([404, 404, 404, 404])
})

async function readRss(path: string) {
  const reply = await visit(t, path)
  expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8')
  const { document } = new JSDOM(reply.body, { contentType: 'application/xml' }).window
  expect(document.documentElement.namespaceURI).toBeNull()
  return [...document.querySelectorAll('item')].map(item => toFields(item))
}

/**
 * Returns the fields of an item. A field with child elements is an object, and additional image links
 * are a list.
 */
function toFields(item: Element): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const field of item.children) {
    expect(field.namespaceURI).toBe('http://base.google.com/ns/1.0')
    const value = field.children.length > 0 ? toFields(field) : field.textContent
    if (field.localName === 'additional_image_link')
      fields[field.localName] = [fields[field.localName] ?? [], value].flat()
    else {
      expect(fields).not.toHaveProperty(field.localName)
      fields[field.localName] = value
    }
  }
  return fields
}

test('the feed of Google contains each published variant with the required attributes', async () => {
  const items = (await readRss('/feeds/google.xml')).map(item => GoogleItem.parse(item))
  expect(items).toMatchObject([
    {
      title: `Teapot <script>x()</script>]]>&"' – Red / L`,
      description: 'Pours well.',
      brand: 'Clay & sons',
      gtin,
      color: 'Red',
      size: 'L',
      product_type: 'Pots',
      price: '19.99 USD',
      availability: 'in_stock',
      shipping_weight: '300 g',
    },
    {
      color: 'Blue',
      availability: 'out_of_stock',
      identifier_exists: 'no',
      unit_pricing_measure: '750 ml',
      unit_pricing_base_measure: '1 l',
    },
    { title: 'Cup', brand: 'V'.repeat(70), unit_pricing_measure: '300 g' },
  ])
  expect(items[0]?.item_group_id).toBe(items[1]?.item_group_id)
  // The recommended price is no earlier price.
  expect(items[0]).not.toHaveProperty('sale_price')
  expect(items[2]).not.toHaveProperty('item_group_id')
  expect(items[2]).not.toHaveProperty('unit_pricing_base_measure')
  expect(items[0]?.link).toBe(`${origin}/products/teapot?variant=${items[0]?.id}`)
  for (const { link } of items)
    expect((await visit(t, link.slice(origin.length))).statusCode).toBe(200)
})

test('a reduced price is the sale price, and each language has its own links', async () => {
  await t.inStore(
    tx => tx`
    update variant set prior_price = 2200 where price = 500`,
  )
  t.advanceClock(freshMs)
  const items = (await readRss('/de/feeds/meta.xml')).map(each => MetaItem.parse(each))
  const item = items.at(-1)
  expect(item).toMatchObject({
    availability: 'in stock',
    price: '22.00 USD',
    sale_price: '5.00 USD',
  })
  expect(item?.link).toContain(`${origin}/de/products/cup`)
})

test('the feed of Pinterest has as many cells in each row as columns', async () => {
  const { body } = await visit(t, '/feeds/pinterest.tsv')
  const [header = [], ...rows] = body
    .replace(/\n$/, '')
    .split('\n')
    .map(line => line.split('\t'))
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row).toHaveLength(header.length)
  for (const row of rows)
    PinterestItem.parse(Object.fromEntries(header.map((name, index) => [name, row[index]])))
  expect(rows[0]?.[header.indexOf('title')]).toBe(`"Teapot <script>x()</script>]]>&""' – Red / L"`)
})

test('the feed of ChatGPT leads to the store and has no null', async () => {
  const reply = await visit(t, '/feeds/openai.jsonl')
  const items = reply.body
    .trimEnd()
    .split('\n')
    .map(line => OpenAiItem.parse(JSON.parse(line)))
  expect(items.map(item => item.listing_has_variations)).toEqual([true, true, false])
  expect(reply.body).not.toContain('null')
})

test('an unchanged feed is not sent again', async () => {
  const { etag } = (await visit(t, '/feeds/google.xml')).headers
  const headers = { 'if-none-match': String(etag) }
  expect((await visit(t, '/feeds/google.xml', { headers })).statusCode).toBe(304)
  await setFeeds(false)
  expect((await visit(t, '/feeds/google.xml', { headers })).statusCode).toBe(404)
})

test('llms.txt names what a store sells, unless search engines may not list it', async () => {
  const reply = await visit(t, '/llms.txt')
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(reply.body).toMatch(/^# Store of owner\n\n/)
  const links = [...reply.body.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) => url)
  expect(reply.body).toContain(`- [Pots](${origin}/categories/pots): Thrown by hand.\n`)
  expect(links).toContain(`${origin}/feeds/google.xml`)
  for (const link of links.filter(url => !url.endsWith('/products/')))
    expect({ link, status: (await visit(t, link.slice(origin.length))).statusCode }).toEqual({
      link,
      status: 200,
    })
  await t.call('owner', cmsApi.update, { body: { seo: { robotsIndex: false } } })
  t.advanceClock(freshMs)
  expect((await visit(t, '/llms.txt')).statusCode).toBe(404)
  await t.call('owner', cmsApi.update, { body: { seo: { robotsIndex: true } } })
})
