import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { categoryApi } from '#contract/category.ts'
import { customerApi } from '#contract/customer.ts'
import type { Ability } from '#contract/lib/permission.ts'
import { productApi } from '#contract/product.ts'
import { type Found, searchApi, searchShown } from '#contract/search.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'

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

const find = async (q: string, as: 'owner' | 'nobody' | 'stranger' = 'owner'): Promise<Found> =>
  (await t.call(as, searchApi.find, { query: { q } })).body.data
const titles = async (q: string) => (await find(q)).products?.map(({ title }) => title)
const numbers = async (q: string) => (await find(q)).orders?.map(({ number }) => number)
const names = async (q: string) => (await find(q)).customers?.map(({ name }) => name)
const product = (body: object) => t.call('owner', productApi.create, { body })
const customer = (body: object) => t.call('owner', customerApi.create, { body })
const order = (values: { number: string; name?: string; email?: string }) =>
  t.inStore(
    tx => tx`
  insert into "order" (number, currency, customer_name, customer_email) values (${values.number}, 'USD', ${values.name ?? ''}, ${values.email ?? ''})`,
  )

describe('finds by', () => {
  test('the beginning of any word of a title, its vendor, and each SKU and barcode of its variants', async () => {
    await product({
      title: 'Stoneware mug',
      vendor: 'Studio North',
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variants: [
        { options: ['S'], sku: 'MUG-S', barcode: '4006381333931' },
        { options: ['L'], sku: 'MUG-L-01' },
      ],
    })
    await product({ title: 'Linen napkin' })
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
      expect(await titles(q), q).toEqual(['Stoneware mug'])
    for (const q of ['ware', 'mug napkin', 'linen stone', 'x'])
      expect(await titles(q), q).toEqual([])
    expect((await find('mug-l')).products?.[0]?.sku).toBe('MUG-L-01')
  })
  test('a title without its marks and capitals, in any script', async () => {
    await product({ title: 'Crème Brûlée' })
    await product({ title: 'STRASSE Øre' })
    await product({ title: 'كُوب قَهوة' })
    expect(await titles('creme brulee')).toEqual(['Crème Brûlée'])
    expect(await titles('CRÈME')).toEqual(['Crème Brûlée'])
    expect(await titles('straße ore')).toEqual(['STRASSE Øre'])
    expect(await titles('كوب')).toEqual(['كُوب قَهوة'])
  })
  test('the number of an order with and without its prefix, the name and the email it was for', async () => {
    await order({ number: '#1001', name: 'Ada Verne', email: 'ada@example.com' })
    await order({ number: 'SW-1002', name: 'Max Holm', email: 'max.holm@example.com' })
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
      expect(await numbers(q), q).toEqual(['#1001'])
    for (const q of ['SW-1002', 'sw-10', '1002', '#1002', 'max.holm@'])
      expect(await numbers(q), q).toEqual(['SW-1002'])
    expect(await numbers('100')).toEqual(['SW-1002', '#1001'])
    expect(await numbers('example.com')).toEqual([])
  })
  test('name, email and phone number of a customer, however the number is written', async () => {
    await customer({ name: 'Zoë Lindt', email: 'zoe.l@acme.example', phone: '+49 40 123 456-7' })
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
      expect(await names(q), q).toEqual(['Zoë Lindt'])
    expect(await names('041 1234567')).toEqual([])
  })
  test('the name of a category, said with the one above it', async () => {
    const top = await t.call('owner', categoryApi.create, { body: { name: 'Kitchen' } })
    await t.call('owner', categoryApi.create, {
      body: { name: 'Mugs and bowls', parent: top.body.data._id },
    })
    expect((await find('bowl')).categories).toMatchObject([
      { name: 'Mugs and bowls', parentName: 'Kitchen' },
    ])
  })
})

test('what has changed is found by its new words and no longer by its old ones', async () => {
  const made = await product({ title: 'Stoneware mug', sku: 'A-1' })
  const id = made.body.data._id
  await t.call('owner', productApi.update, {
    params: { id },
    body: { title: 'Stoneware cup', sku: 'B-2' },
  })
  expect([
    await titles('mug'),
    await titles('a-1'),
    await titles('cup'),
    await titles('b-2'),
    await titles('stoneware'),
  ]).toEqual([[], [], ['Stoneware cup'], ['Stoneware cup'], ['Stoneware cup']])
  await t.call('owner', productApi.remove, { params: { id } })
  expect(await titles('cup')).toEqual([])
  expect(await t.inStore(tx => tx`select 1 from search_word`)).toHaveLength(0)
})

test('shows four of a group and no more: the very word first, the newest of those before older ones', async () => {
  for (const n of [1, 2, 3, 4, 5, 6]) await product({ title: `Candle ${n}` })
  await product({ title: 'Candles, a box' })
  expect(await titles('candle')).toEqual(['Candle 6', 'Candle 5', 'Candle 4', 'Candle 3'])
  expect(await titles('candle 2')).toEqual(['Candle 2'])
  expect(searchShown).toBe(4)
  for (const number of ['#1001', '#1002', '#1003', '#1004', '#1005', '#100'])
    await order({ number })
  expect(await numbers('100')).toEqual(['#100', '#1005', '#1004', '#1003'])
})

test('another store is never found', async () => {
  await product({ title: 'Stoneware mug' })
  await order({ number: '#1001' })
  await customer({ name: 'Ada Verne' })
  for (const q of ['stoneware', '1001', 'ada'])
    expect(await find(q, 'stranger')).toEqual({
      products: [],
      orders: [],
      customers: [],
      categories: [],
    })
})

test('answers only the groups that the person may read', async () => {
  await product({ title: 'Ada mug' })
  await order({ number: '#1001', name: 'Ada Verne' })
  await customer({ name: 'Ada Verne' })
  expect(await find('ada', 'nobody')).toEqual({})
  const abilities: Ability[] = [{ action: 'read', subject: 'order' }]
  await t.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json(abilities)} where person_id = ${t.people.nobody.personId}`,
  )
  await new Promise(resolve => setTimeout(resolve, 1100)) // what a person may do is remembered for a second
  const seen = await find('ada', 'nobody')
  expect(Object.keys(seen)).toEqual(['orders'])
  expect(seen.orders).toHaveLength(1)
})

test.each([
  '%',
  '_',
  '\\',
  '*',
  "'",
  '"',
  "' or 1=1 --",
  '%%%',
  '(',
  '[a-',
  '!!',
  '𝕏',
  '\u202e',
  '#',
])('%j means itself and breaks nothing', async q => {
  await product({ title: 'Stoneware mug' })
  const { status, body } = await t.call('owner', searchApi.find, { query: { q } })
  expect([status, body.data.products]).toEqual([200, []])
})

test('refuses no words, too many of them and what cannot be stored', async () => {
  for (const q of ['', '   ', 'x'.repeat(201), 'a '.repeat(5000), 'a\0b'])
    expect((await t.call('owner', searchApi.find, { query: { q } })).status, q.slice(0, 10)).toBe(
      422,
    )
  expect((await t.call('owner', searchApi.find, { query: { q: 'ab '.repeat(66) } })).status).toBe(
    200,
  )
})
