import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import { startTestApp } from '../testing/testing.ts'
import { createDemoStores } from './create-demo-stores.ts'
import { demoOwner, demoStores } from './demo-store.ts'
import { smallStores } from './small-store/small-stores.ts'

const t = await startTestApp()
afterAll(() => t.close())
const createTestImage = () =>
  sharp(randomBytes(48), { raw: { width: 4, height: 4, channels: 3 } })
    .png()
    .toBuffer()
const queries = {
  countProducts: 'select count(*)::integer as n from product',
  countProductsWithoutImage: `
    select count(*)::integer as n from product p
    where not exists (select from product_image i where i.product_id = p.id)`,
  countOrders: 'select count(*)::integer as n from "order"',
  countReturns: "select count(*)::integer as n from order_return where kind = 'return'",
  countClaims: "select count(*)::integer as n from order_return where kind = 'claim'",
  countReturnsOnTheWay:
    "select count(*)::integer as n from order_return where status = 'in_transit'",
  countLateReturns: `
    select count(*)::integer as n from order_return
    where status = 'accepted' and send_back_by < current_date - 1`,
  countIssuedInvoices: 'select count(*)::integer as n from invoice where number is not null',
  countWaitingConversations:
    'select count(*)::integer as n from conversation where waiting_since is not null',
  countOpenTasks: 'select count(*)::integer as n from task where completed_at is null',
  countEvents: 'select count(*)::integer as n from calendar_event',
  countTasksAboutRecords:
    'select count(*)::integer as n from task where num_nonnulls(order_id, product_id, customer_id) = 1',
  countVariantsWithWrongStock: `
    select count(*)::integer as n from variant v
    where stock <> (select coalesce(sum(delta), 0) from stock_movement where variant_id = v.id)`,
}

async function queryStore(slug: string, query: string): Promise<number> {
  const [owner] = await withTransaction(
    t.app.db,
    {},
    tx => tx<{ id: string }[]>`select id from person where email = ${demoOwner.email}`,
  )
  const [store] = await withTransaction(
    t.app.db,
    { personId: owner?.id },
    tx => tx<{ id: string }[]>`select id from store where slug = ${slug}`,
  )
  const [row] = await withStoreTransaction(t.app.db, store?.id ?? '', tx =>
    tx.unsafe<{ n: number }[]>(query),
  )
  return row?.n ?? -1
}

test('creates every store once, with all its records and stock that matches its movements', async () => {
  const createdStores = await createDemoStores(t.app.db, t.app.config, createTestImage)
  expect(createdStores.map(({ name }) => name)).toEqual(
    [...demoStores, ...smallStores].map(({ settings }) => settings.name),
  )
  for (const { slug, catalog } of smallStores) {
    expect(await queryStore(slug, queries.countProducts)).toBe(catalog?.products.length)
    expect(await queryStore(slug, queries.countProductsWithoutImage)).toBe(0)
  }
  for (const [i, { slug }] of demoStores.entries()) {
    expect(await queryStore(slug, queries.countOrders)).toBe(createdStores[i]?.orders)
    expect(await queryStore(slug, queries.countVariantsWithWrongStock)).toBe(0)
    expect(await queryStore(slug, queries.countReturns)).toBe(6)
    expect(await queryStore(slug, queries.countOpenTasks)).toBe(8)
    expect(await queryStore(slug, queries.countEvents)).toBe(6)
    expect(await queryStore(slug, queries.countTasksAboutRecords)).toBe(5)
    expect(await queryStore(slug, queries.countClaims)).toBe(1)
    expect(await queryStore(slug, queries.countReturnsOnTheWay)).toBe(1)
    expect(await queryStore(slug, queries.countLateReturns)).toBe(1)
    expect(await queryStore(slug, queries.countIssuedInvoices)).toBe(13)
    expect(await queryStore(slug, queries.countWaitingConversations)).toBe(7)
  }
  expect(await createDemoStores(t.app.db, t.app.config, createTestImage)).toEqual([])
})
