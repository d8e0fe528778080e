import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Discount,
  type DiscountInput,
  discountApi,
  maxDiscounts,
} from '#contract/product/discount.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from discount`))

const create = (changes: Partial<DiscountInput>) =>
  t.call('owner', discountApi.create, { body: { name: 'Sale', percentage: 10, ...changes } })
const list = async (query: object = {}): Promise<Discount[]> =>
  (await t.call('owner', discountApi.list, { query: { ...query } })).body.data
const listNames = async (query: object) => (await list(query)).map(({ name }) => name)

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('lists discounts by status, kind, name and code', async () => {
  await create({ name: 'Spring', code: 'spring', startsAt: ago(-1) })
  await create({ name: 'Summer', kind: 'free_shipping', usageLimit: 3 })
  await create({ name: 'Autumn', isActive: false, kind: 'amount', amount: 500 })
  await create({ name: 'Winter', startsAt: ago(3), endsAt: ago(1) })
  await t.inStore(tx => tx`update discount set used_count = 3 where name = 'Summer'`)
  expect(await listNames({ sort: 'name' })).toEqual(['Autumn', 'Spring', 'Summer', 'Winter'])
  expect(await listNames({ sort: '-usedCount', perPage: 1 })).toEqual(['Summer'])
  expect(await listNames({ status: 'scheduled' })).toEqual(['Spring'])
  expect(await listNames({ status: 'used_up' })).toEqual(['Summer'])
  expect(await listNames({ status: 'inactive' })).toEqual(['Autumn'])
  expect(await listNames({ status: 'expired' })).toEqual(['Winter'])
  expect(await listNames({ kind: 'free_shipping' })).toEqual(['Summer'])
  expect(await listNames({ q: 'PRING' })).toEqual(['Spring'])
})

test.each<[string, Partial<DiscountInput>, string, string]>([
  ['a percentage of zero', { percentage: 0 }, 'percentage', 'required'],
  ['an amount of zero', { kind: 'amount' }, 'amount', 'required'],
  ['no products', { scope: 'products' }, 'products', 'required'],
  ['no categories', { scope: 'categories' }, 'categories', 'required'],
  ['an end before now', { endsAt: ago(1) }, 'endsAt', 'discount_ends_too_early'],
  [
    'an end before the start',
    { startsAt: ago(-2), endsAt: ago(-1) },
    'endsAt',
    'discount_ends_too_early',
  ],
])('rejects %s, and stores nothing', async (_, changes, path, code) => {
  const before = await list()
  const { status, body } = await create({ name: 'Refused', ...changes })
  expect(status).toBe(422)
  expect(body.errors).toMatchObject([{ path, code }])
  expect(await list()).toEqual(before)
})

test('a code belongs to one discount of a store, whatever its case', async () => {
  await create({ name: 'First', code: 'Welcome' })
  const { status, body } = await create({ name: 'Second', code: 'wel come' })
  expect(status).toBe(409)
  expect(body.errors).toMatchObject([{ path: 'code', code: 'discount_code_taken' }])
  const other = await t.call('stranger', discountApi.create, {
    body: { name: 'Other store', code: 'WELCOME', percentage: 5 },
  })
  expect(other.status).toBe(201)
})

test('an edit needs the current version and keeps the discount complete', async () => {
  const { _id, version } = (await create({ name: 'Edited' })).body.data
  const update = (body: object) =>
    t.call('owner', discountApi.update, { params: { id: _id }, body })
  expect((await update({ kind: 'amount', version })).status).toBe(422)
  expect((await update({ kind: 'amount', amount: 700, version })).body.data).toMatchObject({
    kind: 'amount',
    amount: 700,
    percentage: 10,
  })
  expect((await update({ name: 'Late', version })).status).toBe(409)
  expect((await t.call('owner', discountApi.get, { params: { id: _id } })).body.data.name).toBe(
    'Edited',
  )
})

test('a store has at most a thousand discounts', async () => {
  await t.inStore(
    tx => tx`
      insert into discount (name)
      select 'Filler' from generate_series(1, ${maxDiscounts}::integer - (select count(*)::integer from discount))`,
  )
  const { status, body } = await create({ name: 'One more' })
  expect(status).toBe(409)
  expect(body.code).toBe('discount_limit')
  expect(await listNames({ q: 'One more' })).toEqual([])
})
