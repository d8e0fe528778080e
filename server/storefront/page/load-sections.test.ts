import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { Section, type SectionType } from '#contract/section/section-catalog.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { type Tx, withTransaction } from '../../lib/db/db.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { loadSections } from './load-sections.ts'

let t: TestApp
let category: string
let mugs: string[]
let draft: string
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(async () => {
  await t.resetPeople()
  category = (await t.call('owner', categoryApi.create, { body: { name: 'Cups' } })).body.data._id
  const create = async (title: string, body: object = {}) =>
    (
      await t.call('owner', productApi.create, {
        body: { title, price: 100, stock: 1, status: 'active', categories: [category], ...body },
      })
    ).body.data._id
  mugs = [await create('Mug 1'), await create('Mug 2'), await create('Mug 3')]
  draft = await create('Draft', { status: 'draft' })
  await create('Elsewhere', { categories: [] })
})
afterAll(() => t.close())

let nextId = 1
const section = (type: SectionType, settings: object = {}, isHidden = false): Section => {
  const base = createSection(type, `section-${nextId++}`)
  return Section.parse({ ...base, isHidden, settings: { ...base.settings, ...settings } })
}

/** Loads sections as shoppers do. */
async function load(sections: Section[], productId?: string) {
  let statements = 0
  const { storeId } = t.people.owner
  const lists = await withTransaction(t.app.db, { storeId, isStorefront: true }, tx => {
    // Only statements are awaited, their parts are not.
    const countingTx = new Proxy(tx, {
      apply(target, thisArgument, parameters) {
        const query = Reflect.apply(target, thisArgument, parameters)
        const then = query.then.bind(query)
        // biome-ignore lint/suspicious/noThenProperty: the promise of the query counts itself
        query.then = (...callbacks: Parameters<typeof then>) => {
          statements++
          return then(...callbacks)
        }
        return query
      },
    }) as Tx
    const content = productId
      ? ({ kind: 'product', product: { _id: productId } } as Parameters<typeof loadSections>[2])
      : ({ kind: 'home' } as const)
    return loadSections(countingTx, { header: [], sections, footer: [] }, content)
  })
  const { sections: loadedSections } = lists
  const titles = loadedSections.map(({ cards, categories }) => [
    ...cards.map(({ title }) => title),
    ...categories.map(({ name }) => name),
  ])
  return { sections: loadedSections, titles, statements }
}

test('each section has its records in its order', async () => {
  const [first = '', second = '', third = ''] = mugs
  const { titles } = await load([
    section('featuredProducts', { count: 2 }),
    section('featuredProducts', { source: 'category', category: [category], count: 2 }),
    section('featuredProducts', { source: 'chosen', products: [third, draft, first], count: 3 }),
    section('productStory', { product: [second] }),
    section('categoryGrid'),
    section('categoryGrid', { categories: [category] }),
    section('categorySpotlight', { category: [category.toUpperCase()], count: 2 }),
    section('text'),
  ])
  expect(titles).toEqual([
    ['Elsewhere', 'Mug 3'],
    ['Mug 3', 'Mug 2'],
    ['Mug 3', 'Mug 1'],
    ['Mug 2'],
    ['Cups'],
    ['Cups'],
    ['Mug 3', 'Mug 2', 'Cups'],
    [],
  ])
})

test('categories without a product that shoppers see are left out', async () => {
  const create = async (name: string, parent: string | null = null) =>
    (await t.call('owner', categoryApi.create, { body: { name, parent } })).body.data._id
  const empty = await create('Empty')
  const drafts = await create('Drafts')
  const kitchen = await create('Kitchen')
  const cutlery = await create('Cutlery', kitchen)
  await t.call('owner', productApi.create, {
    body: { title: 'Draft bowl', price: 100, categories: [drafts] },
  })
  const { _id: spoon, version } = (
    await t.call('owner', productApi.create, {
      body: { title: 'Spoon', price: 100, stock: 1, status: 'active', categories: [cutlery] },
    })
  ).body.data
  const chosen = section('categoryGrid', { categories: [drafts, kitchen, empty, category] })
  const grids = [
    section('categoryGrid'),
    chosen,
    section('categorySpotlight', { category: [empty] }),
  ]
  expect((await load(grids)).titles).toEqual([['Cups', 'Kitchen'], ['Kitchen', 'Cups'], []])
  await t.call('owner', productApi.update, {
    params: { id: spoon },
    body: { status: 'archived', version },
  })
  expect((await load(grids)).titles).toEqual([['Cups'], ['Cups'], []])
})

test('a category with more drafts than are checked is shown', async () => {
  const archive = (await t.call('owner', categoryApi.create, { body: { name: 'Archive' } })).body
    .data._id
  const addDrafts = (count: number) =>
    t.inStore(
      tx => tx`
        with draft as (
          insert into product (title, slug)
          select 'Old', 'old-' || gen_random_uuid() from generate_series(1, ${count}::integer)
          returning id
        )
        insert into product_category (product_id, category_id) select id, ${archive} from draft`,
    )
  const grid = section('categoryGrid', { categories: [archive] })
  await addDrafts(1000)
  expect((await load([grid])).titles).toEqual([[]])
  await addDrafts(1)
  expect((await load([grid])).titles).toEqual([['Archive']])
})

test('related products share a category with the product of the page, before the newest', async () => {
  const related = section('relatedProducts', { count: 2 })
  expect((await load([related], mugs[1])).titles).toEqual([['Mug 3', 'Mug 1']])
  const more = section('relatedProducts', { count: 4 })
  expect((await load([more], mugs[1])).titles).toEqual([['Mug 3', 'Mug 1', 'Elsewhere']])
  expect((await load([related])).titles).toEqual([[]])
})

test('products are bought together if the seller chose them or two orders contain both', async () => {
  const [mug = '', other = '', rare = ''] = mugs
  await t.inStore(async tx => {
    for (const [number, status, products] of [
      ['#B1', 'completed', [mug, other]],
      ['#B2', 'pending', [mug, other, rare]],
      ['#B3', 'cancelled', [mug, rare]],
    ] as const)
      await tx`
        with placed as (
          insert into "order" (number, currency, status) values (${number}, 'USD', ${status}) returning id
        )
        insert into order_line (order_id, product_id, title, quantity, unit_price, total)
        select placed.id, product, 'Mug', 1, 100, 100 from placed, unnest(${products}::uuid[]) product`
  })
  const together = section('boughtTogether')
  const { titles } = await load([together], mug)
  const name = (await load([section('featuredProducts', { source: 'chosen', products: [other] })]))
    .titles
  expect(titles).toEqual(name)
  expect((await load([together], rare)).titles).toEqual([[]])
  const body = { companions: [rare, mug] }
  await t.call('owner', productApi.update, { params: { id: mug }, body })
  const chosen = section('featuredProducts', { source: 'chosen', products: [rare, other] })
  expect((await load([together], mug)).titles).toEqual((await load([chosen])).titles)
  const [, relatedTitles] = (await load([together, section('relatedProducts')], mug)).titles
  expect(relatedTitles, 'no product is in both lists').toEqual(['Elsewhere'])
})

test('the number of statements does not grow with the number of sections', async () => {
  const sections = () => [
    section('featuredProducts'),
    section('featuredProducts', { source: 'category', category: [category] }),
    section('featuredProducts', { source: 'chosen', products: mugs }),
    section('categoryGrid'),
    section('categorySpotlight', { category: [category] }),
    section('relatedProducts'),
    section('boughtTogether'),
  ]
  const once = await load(sections(), mugs[0])
  const often = await load([...sections(), ...sections(), ...sections()], mugs[0])
  expect(often.sections).toHaveLength(21)
  expect(once.statements).toBe(7)
  expect(often.statements).toBe(7)
})

test('hidden sections are not sent and load nothing', async () => {
  const { sections, statements } = await load([
    section('featuredProducts', {}, true),
    section('categoryGrid', {}, true),
    section('text', { heading: 'Secret' }, true),
    section('text', { heading: 'Public' }),
  ])
  expect(sections.map(({ settings }) => settings)).toEqual([
    { heading: 'Public', body: '', alignment: 'start' },
  ])
  expect(statements).toBe(0)
})
