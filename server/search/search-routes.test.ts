import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import {
  maxSuggestions,
  type SearchResults,
  searchApi,
  searchResultsPerGroup,
} from '#contract/store/search.ts'
import { withClockAhead } from '../testing/test-clock.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() =>
  t.inStore(async tx => {
    await tx`delete from "order"`
    await tx`delete from customer`
    await tx`delete from product`
    await tx`delete from category`
  }),
)

const search = async (
  q: string,
  as: 'owner' | 'nobody' | 'stranger' = 'owner',
): Promise<SearchResults> => (await t.call(as, searchApi.find, { query: { q } })).body.data
const findProductTitles = async (q: string) => (await search(q)).products?.map(({ title }) => title)
const findOrderNumbers = async (q: string) => (await search(q)).orders?.map(({ number }) => number)
const findCustomerNames = async (q: string) => (await search(q)).customers?.map(({ name }) => name)
const createProduct = (body: object) => t.call('owner', productApi.create, { body })
const createCustomer = (body: object) => t.call('owner', customerApi.create, { body })
const insertOrder = (values: { number: string; name?: string; email?: string }) =>
  t.inStore(
    tx => tx`
      insert into "order" (number, currency, customer_name, customer_email)
      values (${values.number}, 'USD', ${values.name ?? ''}, ${values.email ?? ''})`,
  )

describe('finds by', () => {
  test('the whole tracking number of a parcel, with or without its spaces', async () => {
    await insertOrder({ number: '#1', name: 'Ada' })
    await insertOrder({ number: '#2', name: 'Ada' })
    await t.inStore(
      tx => tx`
        insert into fulfillment (order_id, number, status, lines, tracking_number)
        select id, '#2-F' || n, 'shipped', '[]', '1Z 999-AA1 01 2345 6784'
        from "order", generate_series(1, 2) n where number = '#2'`,
    )
    for (const q of ['1Z 999-AA1 01 2345 6784', '1z999aa10123456784'])
      expect(await findOrderNumbers(q), q).toEqual(['#2'])
    expect(await findOrderNumbers('1Z999AA10123456785')).toEqual([])
    expect((await search('1z999aa10123456784', 'stranger')).orders).toEqual([])
  })

  test('the beginning of any word of a title, its vendor, and each SKU and barcode of its variants', async () => {
    await createProduct({
      title: 'Stoneware mug',
      vendor: 'Studio North',
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variants: [
        { options: ['S'], sku: 'MUG-S', barcode: '4006381333931' },
        { options: ['L'], sku: 'MUG-L-01' },
      ],
    })
    await createProduct({ title: 'Linen napkin' })
    for (const q of [
      'stone',
      'MUG',
      'mu',
      'north',
      'mug-l',
      'mug-l-01',
      '40063813',
      '01',
      'mug stoneware',
      'nor mug',
      ' Stoneware  MUG ',
    ])
      expect(await findProductTitles(q), q).toEqual(['Stoneware mug'])
    expect(await findProductTitles('ware'), 'inside a word').toEqual(['Stoneware mug'])
    for (const q of ['mug napkin', 'linen stone', 'x'])
      expect(await findProductTitles(q), q).toEqual([])
    expect((await search('mug-l')).products?.[0]?.sku).toBe('MUG-L-01')
  })
  test('the type, tags and option values of a product, and not by the names of its options', async () => {
    await createProduct({
      title: 'Beaker',
      productType: 'Tableware',
      tags: ['gift idea', 'Crème'],
      options: [{ name: 'Glaze', values: ['Oxblood', 'Celadon'] }],
      variants: [{ options: ['Oxblood'] }, { options: ['Celadon'] }],
    })
    const { body } = await createProduct({ title: 'Tray' })
    for (const q of ['tablew', 'gift', 'creme', 'celadon', 'beaker oxblood', 'idea tableware'])
      expect(await findProductTitles(q), q).toEqual(['Beaker'])
    for (const q of ['glaze', 'values', 'celadon tray'])
      expect(await findProductTitles(q), q).toEqual([])
    await t.call('owner', productApi.update, {
      params: { id: body.data._id },
      body: { tags: ['lacquer'], productType: 'Serveware' },
    })
    expect(await findProductTitles('lacquer')).toEqual(['Tray'])
    expect(await findProductTitles('serveware')).toEqual(['Tray'])
    const listTitles = async (q: string) =>
      (await t.call('owner', productApi.list, { query: { q } })).body.data.map(
        ({ title }: { title: string }) => title,
      )
    expect(await listTitles('celadon')).toEqual(['Beaker'])
    expect(await listTitles('lacquer')).toEqual(['Tray'])
    const rows = await t.inStore(tx => tx`select searched from product where title = 'Beaker'`)
    expect(rows[0]?.searched).toContain('tableware gift idea crème oxblood celadon')
  })
  test('a title without diacritics and case, in any script', async () => {
    await createProduct({ title: 'Crème Brûlée' })
    await createProduct({ title: 'STRASSE Øre' })
    await createProduct({ title: 'كُوب قَهوة' })
    expect(await findProductTitles('creme brulee')).toEqual(['Crème Brûlée'])
    expect(await findProductTitles('CRÈME')).toEqual(['Crème Brûlée'])
    expect(await findProductTitles('straße ore')).toEqual(['STRASSE Øre'])
    expect(await findProductTitles('كوب')).toEqual(['كُوب قَهوة'])
  })
  test('the number of an order with and without its prefix, and the name and email of its customer', async () => {
    await insertOrder({ number: '#1001', name: 'Ada Verne', email: 'ada@example.com' })
    await insertOrder({ number: 'SW-1002', name: 'Max Holm', email: 'max.holm@example.com' })
    for (const q of [
      '#1001',
      '1001',
      'ada',
      'ver',
      'verne ada',
      'ada@example.com',
      'ADA@EX',
      '1001 verne',
    ])
      expect(await findOrderNumbers(q), q).toEqual(['#1001'])
    for (const q of ['SW-1002', 'sw-10', '1002', '#1002', 'max.holm@'])
      expect(await findOrderNumbers(q), q).toEqual(['SW-1002'])
    expect(await findOrderNumbers('100')).toEqual(['SW-1002', '#1001'])
    expect(await findOrderNumbers('example.com')).toEqual(['SW-1002', '#1001'])
  })
  test('the name, email and phone number of a customer, in any notation', async () => {
    await createCustomer({
      name: 'Zoë Lindt',
      email: 'zoe.l@acme.example',
      phone: '+49 40 123 456-7',
    })
    for (const q of [
      'zoe',
      'lin',
      'zoe.l@',
      'acme',
      '+49 40 1234567',
      '040 1234567',
      '040 123 456',
      '4940123',
    ])
      expect(await findCustomerNames(q), q).toEqual(['Zoë Lindt'])
    expect(await findCustomerNames('041 1234567')).toEqual([])
  })
  test('the name of a category, with the name of its parent', async () => {
    const parentCategory = await t.call('owner', categoryApi.create, { body: { name: 'Kitchen' } })
    await t.call('owner', categoryApi.create, {
      body: { name: 'Mugs and bowls', parent: parentCategory.body.data._id },
    })
    expect((await search('bowl')).categories).toMatchObject([
      { name: 'Mugs and bowls', parentName: 'Kitchen' },
    ])
  })
})

test('finds a changed product by its new words and not by its old ones', async () => {
  const createdReply = await createProduct({ title: 'Stoneware mug', sku: 'A-1' })
  const id = createdReply.body.data._id
  await t.call('owner', productApi.update, {
    params: { id },
    body: { title: 'Stoneware cup', sku: 'B-2' },
  })
  expect([
    await findProductTitles('mug'),
    await findProductTitles('a-1'),
    await findProductTitles('cup'),
    await findProductTitles('b-2'),
    await findProductTitles('stoneware'),
  ]).toEqual([[], [], ['Stoneware cup'], ['Stoneware cup'], ['Stoneware cup']])
  await t.call('owner', productApi.delete, { params: { id } })
  expect(await findProductTitles('cup')).toEqual([])
  expect(await t.inStore(tx => tx`select 1 from search_word`)).toHaveLength(0)
})

test('returns four results per group: exact words first, newest records first', async () => {
  for (const n of [1, 2, 3, 4, 5, 6]) await createProduct({ title: `Candle ${n}` })
  await createProduct({ title: 'Candles, a box' })
  expect(await findProductTitles('candle')).toEqual([
    'Candle 6',
    'Candle 5',
    'Candle 4',
    'Candle 3',
  ])
  expect(await findProductTitles('candle 2')).toEqual(['Candle 2'])
  expect(searchResultsPerGroup).toBe(4)
  for (const number of ['#1001', '#1002', '#1003', '#1004', '#1005', '#100'])
    await insertOrder({ number })
  expect(await findOrderNumbers('100')).toEqual(['#100', '#1005', '#1004', '#1003'])
})

test('finds the nearest words only if nothing has the typed ones', async () => {
  await createProduct({ title: 'Keramik mug' })
  await createProduct({ title: 'Kerosene lamp' })
  await createCustomer({ name: 'Kerstin Maier' })
  for (const q of ['kermaik', 'mug kermaik', 'kramik'])
    expect(await findProductTitles(q), q).toEqual(['Keramik mug'])
  expect((await search('kerstni')).customers).toMatchObject([{ name: 'Kerstin Maier' }])
  expect(await findProductTitles('kerstin')).toEqual([])
  expect((await search('kermaik', 'stranger')).products).toEqual([])
})

test('names the words that were searched instead', async () => {
  await createProduct({ title: 'Keramik mug' })
  await createCustomer({ name: 'Keramia Maier' })
  expect((await search('Mug KERMAIK')).corrections).toEqual([
    { term: 'kermaik', words: ['keramik'] },
  ])
  expect((await search('keramaia')).corrections).toEqual([{ term: 'keramaia', words: ['keramia'] }])
  expect((await search('keramai')).corrections, 'a product and a customer').toEqual([
    { term: 'keramai', words: ['kerami', 'keramia'] },
  ])
  for (const q of ['keramik', 'mug', 'kermaik zzz', 'zzzzzz', '040 123 456'])
    expect(await search(q), q).not.toHaveProperty('corrections')
})

test('never finds records of another store', async () => {
  await createProduct({ title: 'Stoneware mug' })
  await insertOrder({ number: '#1001' })
  await createCustomer({ name: 'Ada Verne' })
  for (const q of ['stoneware', '1001', 'ada'])
    expect(await search(q, 'stranger')).toEqual({
      products: [],
      orders: [],
      customers: [],
      categories: [],
    })
})

test('returns only the groups that the person can read', async () => {
  await createProduct({ title: 'Ada mug' })
  await insertOrder({ number: '#1001', name: 'Ada Verne' })
  await createCustomer({ name: 'Ada Verne' })
  expect(await search('ada', 'nobody')).toEqual({})
  const abilities: Ability[] = [{ action: 'read', subject: 'order' }]
  await t.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json(abilities)} where person_id = ${t.people.nobody.personId}`,
  )
  // The membership cache expires after a second.
  const results = await withClockAhead(1001, () => search('ada', 'nobody'))
  expect(Object.keys(results)).toEqual(['orders'])
  expect(results.orders).toHaveLength(1)
})

test.each(['%', '_', '\\', '*', "'", '"', "' or 1=1 --", '%%%', '(', '[a-', '!!', '𝕏', '#'])(
  '%j is searched literally',
  async q => {
    await createProduct({ title: 'Stoneware mug' })
    const { status, body } = await t.call('owner', searchApi.find, { query: { q } })
    expect([status, body.data.products]).toEqual([200, []])
  },
)

test('rejects an empty, too long or invalid query', async () => {
  for (const q of ['', '   ', '\u202e', 'x'.repeat(201), 'a '.repeat(5000), 'a\0b'])
    expect((await t.call('owner', searchApi.find, { query: { q } })).status, q.slice(0, 10)).toBe(
      422,
    )
  expect((await t.call('owner', searchApi.find, { query: { q: 'ab '.repeat(66) } })).status).toBe(
    200,
  )
})

test('autocompletion returns the same results in one list of at most ten', async () => {
  for (let n = 0; n < 5; n++) {
    await createProduct({ title: `Kettle ${n}` })
    await createCustomer({ name: `Kettle ${n}`, email: `kettle${n}@shopper.example` })
    await t.call('owner', categoryApi.create, { body: { name: `Kettle ${n}` } })
  }
  const suggest = async (as: 'owner' | 'nobody' | 'stranger', q = 'kettle') =>
    (await t.call(as, searchApi.suggest, { query: { q } })).body.data
  const suggestions = await suggest('owner')
  expect(suggestions).toHaveLength(maxSuggestions)
  const [product] = (await search('kettle')).products ?? []
  expect(suggestions[0]).toEqual({ kind: 'product', _id: product?._id, title: product?.title })
  expect(await suggest('nobody')).toEqual([])
  expect(await suggest('stranger')).toEqual([])
  expect((await t.call('owner', searchApi.suggest, { query: { q: '' } })).status).toBe(422)
})
