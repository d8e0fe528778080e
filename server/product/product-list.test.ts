import { afterAll, beforeAll, expect, test } from 'vitest'
import { categoryApi } from '#contract/product/category.ts'
import { type Product, type ProductListRow, productApi } from '#contract/product/product.ts'
import type { Tx } from '../lib/db/db.ts'
import { runBatch } from '../lib/db/query-batch.ts'
import { createProductTester, shirt, teapot } from '../testing/subject/product-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { listProducts } from './product-list.ts'

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

test('finds and counts products by tags of words, accents and punctuation', async () => {
  const tags = ['Été chaud', 'A-1 tea', '★']
  await tester.createProductData({ title: 'Vase', tags })
  const listTagged = async (tag: string) => {
    const { body } = await t.call('owner', productApi.list, { query: { tag } })
    return [body.meta.total, ...body.data.map((row: ProductListRow) => row.title)]
  }
  for (const tag of tags) expect(await listTagged(tag)).toEqual([1, 'Vase'])
  expect(await listTagged('A-1')).toEqual([0])
  expect(await listTagged('Fired,★')).toEqual([2, 'Vase', 'Mug 100% clay'])
  expect(await listTitles({ tag: '★', q: 'vase' })).toEqual(['Vase'])
  await t.inStore(tx => tx`delete from product where title = 'Vase'`)
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

test.each([{ sort: 'title' }, { sort: '-updatedAt' }, { sort: 'price', vendor: 'Wheel' }])(
  'lists the same products by page number and at once: %j',
  async query => {
    const allTitles = await listTitles({ ...query, perPage: 100 })
    for (const perPage of [1, 3, 4, 100]) {
      const pages: string[][] = []
      // Two pages after the last one are empty.
      for (let page = 1; page <= Math.ceil(allTitles.length / perPage) + 2; page += 1)
        pages.push(await listTitles({ ...query, perPage, page }))
      expect(pages.flat(), `${perPage} products a page`).toEqual(allTitles)
      expect(pages.slice(0, -3).every(({ length }) => length === perPage)).toBe(true)
    }
  },
)

const getTotal = async (query: object = {}): Promise<number> =>
  (await t.call('owner', productApi.list, { query: { ...query } })).body.meta.total

/** Compares the totals of the list and the counts of each status with the rows. */
async function expectExactTotals() {
  const [rows] = await t.inStore(
    tx => tx<Record<string, number>[]>`
      select count(*)::integer as "all",
        count(*) filter (where status = 'draft')::integer as draft,
        count(*) filter (where status = 'active')::integer as active,
        count(*) filter (where status = 'archived')::integer as archived
      from product`,
  )
  expect((await t.call('owner', productApi.getCounts)).body.data).toEqual(rows)
  expect({
    all: await getTotal(),
    draft: await getTotal({ status: 'draft' }),
    active: await getTotal({ status: 'active' }),
    archived: await getTotal({ status: 'archived' }),
  }).toEqual(rows)
  expect(await getTotal({ status: 'draft,archived' })).toBe(
    (rows?.['draft'] ?? 0) + (rows?.['archived'] ?? 0),
  )
}

test('counts products that are created, changed and deleted at the same time', async () => {
  await expectExactTotals()
  const products = await Promise.all(
    Array.from({ length: 12 }, (_, nr) =>
      tester.createProductData({
        title: `Counted ${nr}`,
        status: nr % 3 === 0 ? 'active' : 'draft',
      }),
    ),
  )
  await expectExactTotals()
  const [first, second, third, ...others] = products.map(product => product._id)
  await Promise.all([
    tester.updateProduct(String(first), { status: 'archived', version: products[0]?.version }),
    t.call('owner', productApi.bulkUpdateStatus, {
      body: { ids: [second, third], status: 'active' },
    }),
    t.call('owner', productApi.bulkDelete, { body: { ids: others.slice(0, 4) } }),
    t.call('owner', productApi.delete, { params: { id: String(others[5]) } }),
    t
      .inStore(async tx => {
        await tx`delete from product where id = ${String(others[6])}`
        throw new Error('rolled back')
      })
      .catch(() => {}),
  ])
  await expectExactTotals()
})

/** Returns how often the work scans the table. */
async function countScans(table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return t.inStore(async tx => {
    const readScans = async () => {
      const [row] = await tx<{ scans: number }[]>`
        select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::integer as scans
        from pg_stat_xact_user_tables where relname = ${table}`
      return row?.scans ?? 0
    }
    const before = await readScans()
    await work(tx)
    return (await readScans()) - before
  })
}
const runList = (tx: Tx, query: object) =>
  runBatch(listProducts(tx, productApi.list.query.parse(query), t.people.owner.storeId))

test('does not read the products to count them', async () => {
  expect(await countScans('product', tx => runList(tx, {}))).toBe(1)
  expect(await countScans('product', tx => runList(tx, { status: 'draft' }))).toBe(1)
})

test('reads the variants of the products on the page only', async () => {
  expect(await getTotal()).toBeGreaterThan(6)
  const pages = [1, 2, 3].map(page => ({ page, perPage: 2, sort: 'title' }))
  for (const query of pages)
    expect(await countScans('variant', tx => runList(tx, query))).toBeLessThanOrEqual(3)
  const titles = (await Promise.all(pages.map(listTitles))).flat()
  expect(titles).toEqual((await listTitles({ sort: 'title', perPage: 100 })).slice(0, 6))
})

test('marks only products whose variants have different prices', async () => {
  const shirts = await createCategory('Shirts')
  const createShirt = (title: string, prices: number[]) =>
    tester.createProductData({
      title,
      categories: [shirts],
      options: [{ name: 'Size', values: prices.map((_, index) => `S${index}`) }],
      variants: prices.map((price, index) => ({ options: [`S${index}`], price })),
    })
  await createShirt('Different', [500, 700])
  await createShirt('Same', [500, 500])
  const rows = (
    await t.call('owner', productApi.list, { query: { category: shirts, sort: 'title' } })
  ).body.data
  expect(rows.map((row: ProductListRow) => [row.title, row.hasPriceRange])).toEqual([
    ['Different', true],
    ['Same', false],
  ])
})
