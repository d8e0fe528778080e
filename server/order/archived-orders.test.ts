import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BulkReply } from '#contract/lib/call/bulk.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { dashboardApi } from '#contract/staff/dashboard.ts'
import {
  addOrderReturn,
  createOrderTester,
  type SampleProduct,
} from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { bulkArchiveOrders, bulkUpdateOrderTags } from './order-bulk.ts'
import { withdrawOrder } from './return/order-withdrawal.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  pot = await tester.createProduct({ stock: 1000 })
})

const createOrder = (rest: object = {}): Promise<Order> =>
  tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 2 }], ...rest })
async function createDelivered(rest: object = {}): Promise<Order> {
  const { _id } = await createOrder(rest)
  await tester.updateStatus(_id, 'shipped')
  await tester.updateStatus(_id, 'delivered')
  return tester.getOrder(_id)
}
const setArchived = (id: string, isArchived: boolean) =>
  t.call('owner', orderArchiveApi.updateArchived, { params: { id }, body: { isArchived } })
const listLastEvents = async (id: string, count: number) =>
  (await tester.getOrder(id)).timeline.map(({ type }) => type).slice(-count)
const listIds = async (query: Record<string, unknown>): Promise<string[]> => {
  const { body } = await t.call('owner', orderApi.list, { query })
  expect(body.meta.total).toBe(body.data.length)
  return body.data.map(({ _id }: Order) => _id)
}
const getCounts = async () => (await t.call('owner', orderApi.getCounts)).body.data

test('an archived order leaves the tabs, and is found and listed for its customer', async () => {
  const customer = { name: 'Ada Lovelace', email: 'ada@example.com' }
  const [archived, other] = [await createDelivered({ customer }), await createDelivered()]
  expect(await getCounts()).toMatchObject({ all: 2, unpaid: 2, completed: 2 })
  const reply = await setArchived(archived._id, true)
  expect(reply.body.data).toMatchObject({
    archivedAt: expect.any(String),
    version: archived.version + 1,
    allowedTransitions: [],
    timeline: expect.arrayContaining([expect.objectContaining({ type: 'archived' })]),
  })
  expect(await getCounts()).toMatchObject({ all: 1, unpaid: 1, completed: 1 })
  for (const query of [{}, { view: 'completed' }, { view: 'unpaid' }, { status: 'delivered' }])
    expect(await listIds(query), JSON.stringify(query)).toEqual([other._id])
  for (const query of [
    { q: 'Lovelace' },
    { q: archived.number },
    { customer: archived.customer._id },
    { archived: 'only' },
    { archived: 'only', view: 'completed' },
  ])
    expect(await listIds(query), JSON.stringify(query)).toEqual([archived._id])
  expect(await listIds({ archived: 'include' })).toEqual([other._id, archived._id])
  expect(await listIds({ archived: 'exclude', q: 'Lovelace' })).toEqual([])
  const { body: file } = await t.call('owner', orderApi.export, { query: { archived: 'only' } })
  expect([file.includes(archived.number), file.includes(other.number)]).toEqual([true, false])
  await t.inStore(tx => tx`select rebuild_sales(current_store())`)
  expect(await getCounts()).toMatchObject({ all: 1, unpaid: 1, completed: 1 })
  expect((await setArchived(archived._id, false)).body.data.archivedAt).toBeNull()
  expect(await getCounts()).toMatchObject({ all: 2, unpaid: 2, completed: 2 })
})

test('archived orders stay in the sales of the dashboard, but are no task', async () => {
  const order = await createDelivered()
  const getStats = async () => (await t.call('owner', dashboardApi.getStats)).body.data
  const before = await getStats()
  expect(before.attention).toContainEqual(expect.objectContaining({ code: 'unpaid', count: 1 }))
  await setArchived(order._id, true)
  const after = await getStats()
  expect(after.attention).not.toContainEqual(expect.objectContaining({ code: 'unpaid' }))
  expect(after.sales).toEqual(before.sales)
})

test('changes of an archived order are refused and write nothing', async () => {
  const order = await createDelivered()
  await setArchived(order._id, true)
  const { body } = await t.call('owner', orderApi.get, { params: { id: order._id } })
  const params = { id: order._id }
  const replies = [
    await t.call('owner', orderApi.update, { params, body: { note: 'Ring twice' } }),
    await t.call('owner', orderApi.addPayment, { params, body: { amount: 100, method: 'cash' } }),
    await tester.updateStatus(order._id, 'completed'),
    await tester.applyChange(body.data, {
      kind: 'updateParcel',
      parcel: order.fulfillments[0]?._id ?? '',
      tracking: { carrier: 'DHL', number: '1' },
    }),
  ]
  for (const reply of replies)
    expect(reply).toMatchObject({ status: 409, body: { code: 'order_archived' } })
  const tags = await t.call('owner', orderApi.bulkUpdateTags, {
    body: { ids: [order._id], add: ['gift'] },
  })
  expect(tags.body.data).toMatchObject({ done: 0, results: [{ code: 'order_archived' }] })
  expect((await t.call('owner', orderApi.get, { params })).body).toEqual(body)
})

test('an order with an open return is not archived, and nothing is written', async () => {
  const { _id } = await createDelivered()
  await addOrderReturn(t, _id)
  const before = await t.changes()
  expect(await setArchived(_id, true)).toMatchObject({
    status: 409,
    body: { code: 'order_return_open' },
  })
  const { body } = await t.call('owner', orderArchiveApi.bulkUpdateArchived, {
    body: { ids: [_id], isArchived: true },
  })
  expect(body.data).toMatchObject({ done: 0, results: [{ code: 'order_return_open' }] })
  expect(await t.changes()).toEqual(before)
  await t.inStore(tx => tx`update order_return set status = 'declined' where order_id = ${_id}`)
  expect((await setArchived(_id, true)).status).toBe(200)
})

test('only closed orders are archived, with a result for each', async () => {
  const [open, draft] = [await createOrder(), await createOrder({ isDraft: true })]
  const [delivered, canceled] = [await createDelivered(), await createOrder()]
  await t.call('owner', orderApi.addPayment, {
    params: { id: delivered._id },
    body: { amount: delivered.balance, method: 'cash' },
  })
  await tester.updateStatus(canceled._id, 'cancelled')
  expect(await setArchived(open._id, true)).toMatchObject({
    status: 409,
    body: { code: 'order_still_open' },
  })
  const ids = [open, delivered, draft, canceled].map(({ _id }) => _id)
  const { body } = await t.call('owner', orderArchiveApi.bulkUpdateArchived, {
    body: { ids, isArchived: true },
  })
  expect(body.data).toMatchObject({
    done: 2,
    failed: 2,
    results: [
      { _id: open._id, ok: false, code: 'order_still_open' },
      { _id: delivered._id, ok: true },
      { _id: draft._id, ok: false, code: 'order_still_open' },
      { _id: canceled._id, ok: true },
    ],
  })
  expect(await listIds({})).toEqual([draft._id, open._id])
  const restored = await t.call('owner', orderArchiveApi.bulkUpdateArchived, {
    body: { filter: { archived: 'only' }, expectedCount: 2, isArchived: false },
  })
  expect(restored.body.data).toMatchObject({ done: 2, failed: 0, next: null })
  expect(await listIds({ archived: 'only' })).toEqual([])
})

test('a bulk call archives no order with open money, and writes nothing', async () => {
  const [unpaid, owed, paid] = [
    await createDelivered(),
    await createDelivered(),
    await createDelivered(),
  ]
  const pay = ({ _id: id, balance }: Order) =>
    t.call('owner', orderApi.addPayment, {
      params: { id },
      body: { amount: balance, method: 'cash' },
    })
  await Promise.all([pay(owed), pay(paid)])
  await tester.updateStatus(owed._id, 'returned')
  const canceled = await createOrder()
  await pay(canceled)
  await tester.updateStatus(canceled._id, 'cancelled')
  const before = await t.changes()
  const archive = async (ids: string[]): Promise<BulkReply> =>
    (await t.call('owner', orderArchiveApi.bulkUpdateArchived, { body: { ids, isArchived: true } }))
      .body.data
  expect((await archive([unpaid._id, owed._id, canceled._id])).results).toMatchObject([
    { ok: false, code: 'order_is_unpaid' },
    { ok: false, code: 'order_refund_due' },
    { ok: false, code: 'order_refund_due' },
  ])
  expect(await t.changes()).toEqual(before)
  expect(await archive([paid._id])).toMatchObject({ done: 1, unchanged: 0 })
  expect((await setArchived(unpaid._id, true)).status).toBe(200)
  expect(await archive([paid._id, unpaid._id])).toMatchObject({ done: 2, unchanged: 2 })
})

test('the progress of tags and of the archive is reported in steps', async () => {
  const { _id: id } = await createOrder()
  await tester.updateStatus(id, 'cancelled')
  const ids = await t.inStore(async tx => {
    const rows = await tx<{ id: string }[]>`
      insert into "order" (number, currency, status)
      select '#step-' || i, 'USD', 'cancelled' from generate_series(1, 250) i returning id`
    return [id, ...rows.map(row => row.id)]
  })
  const principal = { storeId: t.people.owner.storeId, abilities: [] }
  const listProgress = async (
    update: (call: Parameters<typeof bulkArchiveOrders>[0]) => Promise<BulkReply>,
  ) => {
    const steps: number[] = []
    const reportProgress = (processed: number) => steps.push(processed)
    const reply = await t.inStore(tx => update({ tx, principal, reportProgress }))
    return [...steps, reply.done]
  }
  expect(await listProgress(call => bulkUpdateOrderTags(call, { ids, add: ['gift'] }))).toEqual([
    200, 251, 251,
  ])
  expect(await listProgress(call => bulkArchiveOrders(call, { ids, isArchived: true }))).toEqual([
    200, 251, 251,
  ])
})

test('an archived order whose shopper requests a return leaves the archive', async () => {
  const order = await createDelivered()
  await setArchived(order._id, true)
  await addOrderReturn(t, order._id)
  expect(await listIds({ view: 'returns' })).toEqual([order._id])
  expect(await getCounts()).toMatchObject({ all: 1, returns: 1 })
  expect(await listLastEvents(order._id, 3)).toEqual(['archived', 'unarchived', 'return_requested'])
})

test('an archived order whose shopper withdraws from the contract leaves the archive', async () => {
  const order = await createDelivered()
  await setArchived(order._id, true)
  const { storeId } = t.people.owner
  await t.inStore(tx =>
    withdrawOrder({ tx, storeId, id: order._id }, { name: 'Ada', email: 'ada@example.com' }),
  )
  expect(await listIds({})).toEqual([order._id])
  // Archived, restored, and with the return that the withdrawal opens.
  expect((await tester.getOrder(order._id)).version).toBe(order.version + 3)
  const events = await listLastEvents(order._id, 4)
  expect(events).toEqual(['archived', 'unarchived', 'withdrawn', 'return_accepted'])
})
