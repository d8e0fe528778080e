import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { type OrderPaperKind, orderPaperApi } from '#contract/order/order-paper.ts'
import { orderPrintApi } from '#contract/order/order-print.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  orders = createOrderTester(t)
})
afterAll(() => t.close())

async function createOrder(product: Record<string, unknown> = {}): Promise<Order> {
  const { variant } = await orders.createProduct(product)
  return orders.createOrderData({ lines: [{ variant, quantity: 2 }] })
}
const setOrder = ({ _id }: Order, change: { status?: string; archivedAt?: Date }) =>
  t.inStore(
    tx => tx`
      update "order" set status = coalesce(${change.status ?? null}, status),
        archived_at = ${change.archivedAt ?? null}
      where id = ${_id}`,
  )
async function createInState(status: string): Promise<Order> {
  const order = await createOrder()
  await setOrder(order, { status })
  return order
}
async function createPacked(): Promise<{ order: Order; parcel: string }> {
  const order = await createOrder()
  const changed = await orders.makeChange(order, {
    kind: 'createParcel',
    status: 'packed',
    lines: [{ line: order.lines[0]?._id ?? '', quantity: 2 }],
  })
  return { order, parcel: changed.fulfillments[0]?._id ?? '' }
}
async function getPaper(
  { _id: id }: Order,
  { paper, parcel }: { paper: OrderPaperKind; parcel?: string | undefined },
) {
  const query = { paper, ...(parcel && { parcel }) }
  const { status, body } = await t.call('owner', orderPaperApi.getPaper, { params: { id }, query })
  return body.code ?? status
}
const getSlip = (order: Order, parcel?: string) => getPaper(order, { paper: 'packingSlip', parcel })
const createPrint = (list: readonly Order[], document: OrderPaperKind = 'packingSlip') =>
  t.call('owner', orderPrintApi.createPrint, {
    body: { ids: list.map(({ _id }) => _id), document },
  })
const getPrint = async (id: string) =>
  (await t.call('owner', orderPrintApi.getPrint, { params: { id } })).body.data
const countPrints = async () =>
  (await t.inStore(tx => tx`select count(*)::integer as count from order_print`))[0]?.['count']

async function createUnpackable(): Promise<Order[]> {
  const archived = await createOrder()
  await setOrder(archived, { archivedAt: new Date() })
  const digital = await createOrder({ requiresShipping: false })
  await t.inStore(
    tx => tx`update order_line set requires_shipping = false where order_id = ${digital._id}`,
  )
  return [
    ...(await Promise.all(['draft', 'on_hold', 'cancelled', 'returned'].map(createInState))),
    archived,
    digital,
    (await createPacked()).order,
  ]
}

test('an order that waits, is canceled or has nothing to pack has no packing slip', async () => {
  for (const order of await createUnpackable())
    expect(await getSlip(order), order.number).toBe('nothing_to_pack')
  expect(await getSlip(await createOrder())).toBe(200)
})

test('the slip of a parcel is printed again, unless the order was canceled or is on hold', async () => {
  const { order, parcel } = await createPacked()
  expect(await getSlip(order, parcel)).toBe(200)
  await setOrder(order, { status: 'completed', archivedAt: new Date() })
  expect(await getSlip(order, parcel)).toBe(200)
  for (const status of ['cancelled', 'on_hold']) {
    await setOrder(order, { status })
    expect(await getSlip(order, parcel), status).toBe('nothing_to_pack')
  }
  const other = await createPacked()
  await t.inStore(tx => tx`update fulfillment set status = 'cancelled' where id = ${other.parcel}`)
  expect(await getSlip(other.order, other.parcel)).toBe('nothing_to_pack')
})

test('a print leaves out the orders that are not packed, and counts them', async () => {
  const unpackable = await createUnpackable()
  const before = await countPrints()
  const refused = await createPrint(unpackable)
  expect([refused.status, refused.body.code]).toEqual([409, 'orders_not_packable'])
  expect(await countPrints()).toBe(before)
  const [first, second] = [await createOrder(), await createOrder()]
  const { data } = (await createPrint([...unpackable, first, second])).body
  expect(data).toMatchObject({ orderCount: 2, skippedCount: unpackable.length })
  await setOrder(second, { status: 'on_hold' })
  await t.runJobs()
  expect(await getPrint(data._id)).toMatchObject({
    status: 'done',
    printedCount: 1,
    skippedCount: unpackable.length + 1,
  })
})

test('a print fails if all of its orders have lost the document meanwhile', async () => {
  const order = await createOrder()
  const { data } = (await createPrint([order])).body
  await setOrder(order, { status: 'on_hold' })
  await t.runJobs()
  expect(await getPrint(data._id)).toMatchObject({
    status: 'failed',
    printedCount: 0,
    skippedCount: 1,
  })
  const [row] = await t.inStore(tx => tx`select content from order_print where id = ${data._id}`)
  expect(row).toEqual({ content: null })
})

test('a print of receipts counts the orders without a payment', async () => {
  const [paid, unpaid] = [await createOrder(), await createOrder()]
  await t.inStore(
    tx => tx`
      insert into payment (order_id, kind, method, amount) values (${paid._id}, 'payment', 'cash', 100)`,
  )
  const { data } = (await createPrint([paid, unpaid], 'receipt')).body
  await t.runJobs()
  expect(await getPrint(data._id)).toMatchObject({ printedCount: 1, skippedCount: 1 })
})

test('an order without goods, a draft and a canceled order have no delivery note', async () => {
  const [good, digital, draft, canceled] = [
    await createOrder(),
    await createOrder(),
    await createInState('draft'),
    await createInState('cancelled'),
  ]
  await t.inStore(
    tx => tx`update order_line set requires_shipping = false where order_id = ${digital._id}`,
  )
  const empty = [digital, draft, canceled]
  const before = await countPrints()
  const refused = await createPrint(empty, 'deliveryNote')
  expect([refused.status, refused.body.code]).toEqual([409, 'orders_without_delivery'])
  expect(await countPrints()).toBe(before)
  const { data } = (await createPrint([good, ...empty], 'deliveryNote')).body
  expect(data).toMatchObject({ orderCount: 1, skippedCount: 3 })
  for (const order of empty)
    expect(await getPaper(order, { paper: 'deliveryNote' })).toBe('nothing_to_deliver')
  expect(await getPaper(good, { paper: 'deliveryNote' })).toBe(200)
})
