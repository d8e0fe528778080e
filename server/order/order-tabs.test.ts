import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Order, type OrderRow, orderApi } from '#contract/order/order.ts'
import { OrderView, orderViews } from '#contract/order/order-filter.ts'
import {
  addOrderReturn,
  createOrderTester,
  type SampleProduct,
} from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: '10' })
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  pot = await tester.createProduct({ stock: 10_000 })
})

type Tab = OrderView | 'all'
const tabs: Tab[] = ['all', ...OrderView.options]

const listRows = async (query: object): Promise<OrderRow[]> =>
  (await t.call('owner', orderApi.list, { query: { perPage: 100, ...query } })).body.data
const getCounts = async (): Promise<Record<Tab, number>> =>
  (await t.call('owner', orderApi.getCounts)).body.data

/** Returns the tabs that list the order, after comparing the count of each tab with its rows. */
async function findTabs(order: Order): Promise<Tab[]> {
  const counts = await getCounts()
  const found: Tab[] = []
  for (const tab of tabs) {
    const rows = await listRows(tab === 'all' ? {} : { view: tab })
    expect(counts[tab], tab).toBe(rows.length)
    if (rows.some(({ _id }) => _id === order._id)) found.push(tab)
  }
  return found.filter(tab => tab !== 'all')
}

const createOrder = (rest: object = {}): Promise<Order> =>
  tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 2 }], ...rest })
const pay = (order: Order) =>
  t.call('owner', orderApi.addPayment, {
    params: { id: order._id },
    body: { amount: order.total, method: 'cash' },
  })
async function ship(order: Order, quantity: number): Promise<Order> {
  const latest = await tester.getOrder(order._id)
  const lines = [{ line: latest.lines[0]?._id ?? '', quantity }]
  const reply = await tester.applyChange(latest, { kind: 'createParcel', status: 'shipped', lines })
  expect(reply.status).toBe(200)
  return reply.body.data
}
const setParcelStatus = (order: Order, index: number, status: 'delivered' | 'cancelled') =>
  tester.applyChange(order, {
    kind: 'updateParcel',
    parcel: order.fulfillments[index]?._id ?? '',
    status,
  })
async function refundUnit(order: Order): Promise<Order> {
  const latest = await tester.getOrder(order._id)
  const line = latest.lines[0]?._id ?? ''
  const reply = await tester.applyChange(latest, {
    kind: 'refund',
    lines: [{ line, quantity: 1, disposition: 'restock' }],
    shipping: null,
    fee: null,
    additionalAmount: null,
    reason: 'goodwill',
    method: 'cash',
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}
const decideReturn = (order: Order, id: string, status: 'accepted' | 'declined') =>
  t.call('owner', orderApi.decideReturn, {
    params: { id: order._id },
    body: { return: id, status },
  })

test('an order is in the tabs of its state from its payment to its delivery', async () => {
  const order = await createOrder()
  expect(await findTabs(order)).toEqual(['open', 'toShip', 'unpaid'])
  await pay(order)
  expect(await findTabs(order)).toEqual(['open', 'toShip'])
  await ship(order, 1)
  expect(await findTabs(order)).toEqual(['open', 'toShip'])
  const partly = await tester.getOrder(order._id)
  await setParcelStatus(partly, 0, 'delivered')
  expect(await tester.getOrder(order._id)).toMatchObject({
    fulfillmentStatus: 'partially_delivered',
  })
  expect(await findTabs(order), 'one unit is not shipped yet').toEqual(['open', 'toShip'])
  const shipped = await ship(order, 1)
  expect(await findTabs(order)).toEqual([])
  await setParcelStatus(shipped, 1, 'delivered')
  expect(await findTabs(order)).toEqual(['completed'])
})

test('held, canceled and restored orders change their tabs', async () => {
  const order = await createOrder()
  await tester.updateStatus(order._id, 'on_hold')
  expect(await findTabs(order)).toEqual(['unpaid', 'onHold'])
  await tester.updateStatus(order._id, 'pending')
  expect(await findTabs(order)).toEqual(['open', 'toShip', 'unpaid'])
  await tester.updateStatus(order._id, 'cancelled')
  expect(await findTabs(order)).toEqual(['canceledOrReturned'])
  await tester.updateStatus(order._id, 'pending')
  expect(await findTabs(order)).toEqual(['open', 'toShip', 'unpaid'])
})

test('drafts have their own tab until they are placed or deleted', async () => {
  const [placed, deleted] = [
    await createOrder({ isDraft: true }),
    await createOrder({ isDraft: true }),
  ]
  expect(await findTabs(placed)).toEqual(['drafts'])
  await tester.updateStatus(placed._id, 'pending')
  expect(await findTabs(placed)).toEqual(['open', 'toShip', 'unpaid'])
  await t.inStore(tx => tx`delete from "order" where id = ${deleted._id}`)
  expect(await findTabs(deleted)).toEqual([])
  expect(await getCounts()).toMatchObject({ all: 1, drafts: 0 })
})

test('partial refunds change the tabs and are found by their status', async () => {
  const order = await createOrder()
  await pay(order)
  await refundUnit(order)
  expect(await findTabs(order)).toEqual(['open', 'toShip'])
  const other = await createOrder()
  await ship(other, 1)
  const ids = async (query: object) => (await listRows(query)).map(({ _id }) => _id)
  expect(await ids({ paymentStatus: 'partially_refunded' })).toEqual([order._id])
  expect(await ids({ fulfillmentStatus: 'partially_fulfilled' })).toEqual([other._id])
  const { body: file } = await t.call('owner', orderApi.export, {
    query: { paymentStatus: 'partially_refunded' },
  })
  expect([file.includes(order.number), file.includes(other.number)]).toEqual([true, false])
})

test('an order whose units were all refunded before their shipping is canceled', async () => {
  const order = await createOrder()
  await pay(order)
  await refundUnit(order)
  const refunded = await refundUnit(order)
  expect(refunded).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'refunded',
    fulfillmentStatus: 'not_required',
    balance: 0,
    allowedTransitions: [],
  })
  expect(await findTabs(order)).toEqual(['canceledOrReturned'])
})

test('an order with a requested or accepted return is in the tab of returns', async () => {
  const order = await createOrder()
  await pay(order)
  await tester.updateStatus(order._id, 'shipped')
  expect(await findTabs(order)).toEqual([])
  const [first, second] = [await addOrderReturn(t, order._id), await addOrderReturn(t, order._id)]
  expect(await findTabs(order)).toEqual(['returns'])
  const ids = async (returnStatus: string) =>
    (await listRows({ returnStatus })).map(({ _id }) => _id)
  await decideReturn(order, first, 'declined')
  expect([await ids('requested'), await ids('accepted')]).toEqual([[order._id], []])
  await decideReturn(order, second, 'accepted')
  expect([await ids('requested'), await ids('accepted')]).toEqual([[], [order._id]])
  expect(await findTabs(order)).toEqual(['returns'])
  await tester.applyChange(await tester.getOrder(order._id), {
    kind: 'updateReturn',
    return: second,
    status: 'settled',
  })
  await tester.updateStatus(order._id, 'returned')
  expect(await findTabs(order)).toEqual(['canceledOrReturned'])
})

test('a declined return and a deleted order leave the tab of returns', async () => {
  const [declined, deleted] = [await createOrder(), await createOrder()]
  for (const order of [declined, deleted]) await tester.updateStatus(order._id, 'shipped')
  const id = await addOrderReturn(t, declined._id)
  await addOrderReturn(t, deleted._id)
  expect(await getCounts()).toMatchObject({ returns: 2 })
  await decideReturn(declined, id, 'declined')
  await t.inStore(tx => tx`delete from "order" where id = ${deleted._id}`)
  expect(await findTabs(declined)).toEqual(['unpaid'])
  expect(await getCounts()).toMatchObject({ all: 1, returns: 0 })
})

test('concurrent changes of the same orders leave exact counts', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => createOrder()))
  const statuses = ['on_hold', 'cancelled', 'shipped', 'processing', 'delivered', 'returned']
  const replies = await Promise.all(
    orders.flatMap((order, n) => [
      pay(order),
      tester.updateStatus(order._id, statuses[n % 6] ?? ''),
      tester.updateStatus(order._id, statuses[(n + 1) % 6] ?? ''),
      createOrder(n % 2 ? { isDraft: true } : {}).then(() => ({ status: 201 })),
    ]),
  )
  expect(new Set(replies.map(({ status }) => status))).toContain(200)
  const shipped = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { _id } = await createOrder()
      await tester.updateStatus(_id, 'shipped')
      return _id
    }),
  )
  await Promise.all(
    shipped.flatMap(id => [addOrderReturn(t, id), tester.updateStatus(id, 'delivered')]),
  )
  const [first] = orders
  if (!first) throw new Error('There is no order.')
  await findTabs(first)
  expect(await getCounts()).toMatchObject({ all: 28, returns: shipped.length })
  await t.inStore(tx => tx`select sum_sales(100000)`)
  await findTabs(first)
  await t.inStore(tx => tx`select rebuild_sales(current_store())`)
  await findTabs(first)
})

test('two returns of an order that are decided at the same time leave its right status', async () => {
  const order = await createOrder()
  await tester.updateStatus(order._id, 'shipped')
  const ids = [await addOrderReturn(t, order._id), await addOrderReturn(t, order._id)]
  // Without the lock of the API, so that only the trigger orders the two.
  await Promise.all(
    ids.map(id =>
      t.inStore(tx => tx`update order_return set status = 'declined' where id = ${id}`),
    ),
  )
  expect(await getCounts()).toMatchObject({ returns: 0 })
  expect(await findTabs(order)).toEqual(['unpaid'])
})

test('the list of each tab with several statuses reads its own index', async () => {
  const indexes = await t.inStore(
    tx => tx<{ definition: string }[]>`
      select pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = '"order"'::regclass and indpred is not null`,
  )
  const definitions = indexes.map(({ definition }) => definition.replaceAll('::text', ''))
  for (const [view, filter] of Object.entries(orderViews)) {
    const conditions = Object.values<readonly string[]>(filter).map(
      values => `ARRAY[${values.map(value => `'${value}'`).join(', ')}]`,
    )
    if (filter.status.length > 1)
      expect(
        definitions.some(definition =>
          conditions.every(condition => definition.includes(condition)),
        ),
        view,
      ).toBe(true)
  }
})
