import { afterAll, beforeAll, expect, test } from 'vitest'
import { categoryApi } from '#contract/category.ts'
import { type Product, type ProductListRow, productApi } from '#contract/product.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { createProductTester, shirt, teapot } from './product-testing.ts'

let t: TestApp
let tester: ReturnType<typeof createProductTester>
let kitchen: string
let mugs: string
beforeAll(async () => {
  t = await startTestApp()
  tester = createProductTester(t)
  await tester.createProductData(teapot)
  await tester.createProductData(shirt)
  for (const title of ['Plate', 'Plate', 'Bowl', 'Jug', 'Tray', 'Spoon'])
    await tester.createProductData({ title })
  kitchen = await createCategory('Kitchen')
  mugs = await createCategory('Mugs', kitchen)
  await createMugs()
})
afterAll(() => t.close())

const listTitles = async (query: object = {}): Promise<string[]> =>
  (await t.call('owner', productApi.list, { query: { ...query } })).body.data.map(
    (row: Product) => row.title,
  )

const createCategory = async (name: string, parent: string | null = null): Promise<string> =>
  (await t.call('owner', categoryApi.create, { body: { name, parent } })).body.data._id

async function createMugs() {
  const media = await tester.createMedia()
  await tester.createProductData({
    title: 'Mug 100% clay',
    vendor: 'Wheel',
    tags: ['Fired'],
    categories: [mugs],
    stock: 0,
    price: 77_700,
    images: [{ media }],
  })
  await tester.createProductData({
    title: 'Mug set',
    vendor: 'Wheel',
    productType: 'Sets',
    categories: [kitchen],
    trackStock: false,
    price: 77_800,
    sku: 'MS-9',
    status: 'archived',
  })
}

test('filters by words, category, vendor, tag, stock, price, image and status', async () => {
  const wheel = { vendor: 'Wheel', sort: 'title' }
  expect(await listTitles(wheel)).toEqual(['Mug 100% clay', 'Mug set'])
  expect(await listTitles({ category: kitchen, sort: 'title' })).toEqual([
    'Mug 100% clay',
    'Mug set',
  ])
  expect(await listTitles({ category: mugs })).toEqual(['Mug 100% clay'])
  expect(await listTitles({ q: '0% mug' })).toEqual(['Mug 100% clay'])
  expect(await listTitles({ q: 'ms-9 wheel' })).toEqual(['Mug set'])
  expect(await listTitles({ tag: 'Fired' })).toEqual(['Mug 100% clay'])
  expect(await listTitles({ ...wheel, stock: 'out' })).toEqual(['Mug 100% clay'])
  expect(await listTitles({ ...wheel, stock: 'low' })).toEqual(['Mug 100% clay'])
  expect(await listTitles({ ...wheel, stock: 'in' })).toEqual(['Mug set'])
  expect(await listTitles({ priceFrom: 77_701, priceTo: 77_900 })).toEqual(['Mug set'])
  expect(await listTitles({ ...wheel, hasImage: true })).toEqual(['Mug 100% clay'])
  expect(await listTitles({ ...wheel, status: 'archived,active' })).toEqual(['Mug set'])
  expect(await listTitles({ q: 'sh-s-r' })).toContain('Shirt')
})

test('lists the vendors, product types and tags of the store', async () => {
  expect((await t.call('owner', productApi.getFacets)).body.data).toMatchObject({
    vendors: ['Kiln', 'Wheel'],
    productTypes: ['Pots', 'Sets'],
    tags: ['Clay', 'Fired', 'tea time'],
  })
})

test.each(['title', '-title', 'price', '-stock', 'createdAt', '-updatedAt'])(
  'lists each product once by cursor, sorted by %s',
  async sort => {
    const allTitles = await listTitles({ sort, perPage: 100 })
    const pagedTitles: string[] = []
    let after: string | null = null
    do {
      const { body } = await t.call('owner', productApi.list, {
        query: { sort, perPage: 4, ...(after && { after }) },
      })
      pagedTitles.push(...body.data.map((row: Product) => row.title))
      after = body.meta.next
    } while (after)
    expect(pagedTitles).toEqual(allTitles)
  },
)

test('counts the products of each status', async () => {
  const { data } = (await t.call('owner', productApi.getCounts)).body
  const countProducts = async (query: object) =>
    (await t.call('owner', productApi.list, { query: { ...query } })).body.meta.total
  expect(data).toEqual({
    all: await countProducts({}),
    draft: await countProducts({ status: 'draft' }),
    active: await countProducts({ status: 'active' }),
    archived: await countProducts({ status: 'archived' }),
  })
})

test('marks only products whose variants have different prices', async () => {
  const createShirt = (title: string, prices: number[]) =>
    tester.createProductData({
      title,
      vendor: 'Loom',
      options: [{ name: 'Size', values: prices.map((_, index) => `S${index}`) }],
      variants: prices.map((price, index) => ({ options: [`S${index}`], price })),
    })
  await createShirt('Different', [500, 700])
  await createShirt('Same', [500, 500])
  const rows = (
    await t.call('owner', productApi.list, { query: { vendor: 'Loom', sort: 'title' } })
  ).body.data
  expect(rows.map((row: ProductListRow) => [row.title, row.hasPriceRange])).toEqual([
    ['Different', true],
    ['Same', false],
  ])
})
