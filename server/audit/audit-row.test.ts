import { afterAll, beforeAll, expect, test } from 'vitest'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { setStockReason } from '../order/items/order-stock.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { type AuditRow, expandAuditRow } from './audit-row.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const readRows = (id: string, action: string) =>
  t.sql<
    { before: AuditRow | null; after: AuditRow | null }[]
  >`select before, after from audit where entity_id = ${id} and action = ${action} order by id`

test('a new row is stored without empty columns, its id and its time', async () => {
  const { body } = await t.call('owner', categoryApi.create, { body: { name: 'Cups' } })
  expect([...(await readRows(body.data._id, 'insert'))]).toEqual([
    { before: null, after: { name: 'Cups', slug: 'cups', status: 'visible' } },
  ])
})

test('an update is stored with the columns that changed and those that identify the row', async () => {
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Kettle', variants: [{ price: 3900, sku: 'K-1', stock: 3 }] },
  })
  const [variant] = body.data.variants
  await t.inStore(tx => tx`update variant set stock = 0 where id = ${variant._id}`)
  expect([...(await readRows(variant._id, 'update'))]).toEqual([
    { before: { product_id: '', sku: 'K-1', stock: 3 }, after: { stock: 0 } },
  ])
})

test('the stock of a sale is announced but not audited, other changes with it are', async () => {
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Pot', variants: [{ price: 3900, sku: 'P-1', stock: 3 }] },
  })
  const [variant] = body.data.variants
  const messages = await t.inStore(async tx => {
    await setStockReason(tx, 'order')
    await tx`set local app.messages = 'collected\n'`
    await tx`update variant set stock = stock - 1 where id = ${variant._id}`
    const [row] = await tx`select current_setting('app.messages') as messages`
    await tx`update variant set stock = stock - 1, price = 4000 where id = ${variant._id}`
    return row?.['messages']
  })
  expect(messages).toContain(`record_changed ${t.people.owner.storeId} product`)
  expect([...(await readRows(variant._id, 'update'))]).toEqual([
    { before: { product_id: '', sku: 'P-1', price: 3900 }, after: { price: 4000 } },
  ])
})

test('the times of all audited tables are completed, and no text', async () => {
  const columns = await t.sql<{ name: string; isTime: boolean }[]>`
    select distinct a.attname as name, a.atttypid = 'timestamptz'::regtype as "isTime"
    from pg_trigger g join pg_attribute a on a.attrelid = g.tgrelid
    where g.tgfoid = 'audit_row'::regproc and a.atttypid in ('timestamptz'::regtype, 'text'::regtype)`
  const at = '2026-11-30T08:00:00Z'
  const after = Object.fromEntries(columns.map(({ name }) => [name, '']))
  const expanded = expandAuditRow({ action: 'insert', at, recordId: 'p', before: null, after })
  expect(expanded.after).toEqual(
    Object.fromEntries(columns.map(({ name, isTime }) => [name, isTime ? at : ''])),
  )
})

test.each([
  [
    'completes an update and the ids of its record',
    { action: 'update', before: { product_id: '', sku: 'K-1', stock: 3 }, after: { stock: 0 } },
    {
      before: { product_id: 'p', sku: 'K-1', stock: 3 },
      after: { product_id: 'p', sku: 'K-1', stock: 0 },
    },
  ],
  [
    'completes the times of a new row',
    { action: 'insert', before: null, after: { shipped_at: '', note: '' } },
    { before: null, after: { shipped_at: '2026-11-30T08:00:00Z', note: '' } },
  ],
  [
    'completes the billing address of an order',
    {
      action: 'insert',
      before: null,
      after: { shipping_address: { city: 'Bath' }, billing_address: '' },
    },
    {
      before: null,
      after: { shipping_address: { city: 'Bath' }, billing_address: { city: 'Bath' } },
    },
  ],
  [
    'keeps an entry that has all columns',
    { action: 'update', before: { id: 'a', stock: 3 }, after: { id: 'a', stock: 0 } },
    { before: { id: 'a', stock: 3 }, after: { id: 'a', stock: 0 } },
  ],
])('expandAuditRow %s', (_name, stored, expanded) => {
  const entry = { at: '2026-11-30T08:00:00Z', recordId: 'p', ...stored }
  expect(expandAuditRow(entry)).toEqual({ ...entry, ...expanded })
})
