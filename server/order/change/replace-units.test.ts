import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { findOrderLanguage } from '../create/order-language.ts'
import { lockOrders } from '../order-store.ts'
import { findOrderPage } from '../page/load-order-page.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

async function createShippedOrder(stock = 5): Promise<{ order: Order; variant: string }> {
  const { variant } = await tester.createProduct({ stock })
  const order = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    shippingAddress: exampleAddress,
    lines: [{ variant, quantity: 3, unitPrice: 1000 }],
    paidWith: 'bank',
  })
  const change: OrderChange = { kind: 'createParcel', status: 'shipped' }
  return { order: (await tester.applyChange(order, change)).body.data, variant }
}
const toReplacement = (order: Order, ...quantities: number[]): OrderChangeOf<'replaceUnits'> => ({
  kind: 'replaceUnits',
  lines: quantities.map(quantity => ({ line: order.lines[0]?._id ?? '', quantity })),
  reason: 'not_delivered',
})

/** Returns the kinds of the emails about an order that are queued. */
async function listMails(id = ''): Promise<string[]> {
  const jobs = await t.sql<{ key: string }[]>`
    select key from graphile_worker.jobs where key like ${`order.mail ${id} %`} order by id`
  return jobs.map(({ key }) => key.replace(`order.mail ${id} `, ''))
}

test('lost units are sent again by a linked order without payment', async () => {
  const { order, variant } = await createShippedOrder()
  const change = toReplacement(order, 2)
  const { body } = await tester.previewChange(order, change)
  expect(body.data).toMatchObject({
    newOrder: { total: 0, due: 0 },
    stock: [{ variant, delta: -2, stockAfter: 0 }],
    emails: ['replacement'],
  })
  const replaced: Order = (await tester.applyChange(order, change)).body.data
  expect(replaced).toMatchObject({ paidTotal: 3000, refundedTotal: 0, balance: 0 })
  const [reference] = replaced.followingOrders
  expect(replaced.timeline.at(-1)).toMatchObject({
    type: 'units_replaced',
    data: { order: reference?.number, units: 2 },
  })
  expect(await tester.getOrder(reference?._id ?? '')).toMatchObject({
    originalOrder: { _id: order._id },
    lines: [{ variant, quantity: 2, unitPrice: 0 }],
    shippingAddress: exampleAddress,
    total: 0,
    balance: 0,
    fulfillmentStatus: 'unfulfilled',
  })
  expect(await tester.getStock(variant)).toBe(0)
  expect(await listMails(reference?._id)).toEqual(['replacement'])
})

test('a replacement takes over the customer, the addresses, the shipping method and the language', async () => {
  const { variant } = await tester.createProduct()
  const order = await tester.createOrderData({
    customer: { name: 'Ada Byron', company: 'Engines Ltd', vatId: 'DE136695976' },
    billingAddress: { name: 'Engines Ltd', line1: '1 Mill Lane', city: 'Bath', country: 'GB' },
    shippingMethod: 'Courier',
    lines: [{ variant, quantity: 1 }],
  })
  await t.inStore(tx => tx`update "order" set language = 'de' where id = ${order._id}`)
  const shipped = await tester.makeChange(order, { kind: 'createParcel', status: 'shipped' })
  const replaced = await tester.makeChange(shipped, toReplacement(shipped, 1))
  const id = replaced.followingOrders[0]?._id ?? ''
  const { customer, shippingAddress, billingAddress, shippingMethod } = order
  expect(await tester.getOrder(id)).toMatchObject({
    customer,
    shippingAddress,
    billingAddress,
    shippingMethod,
  })
  expect(await t.inStore(tx => findOrderLanguage(tx, id))).toBe('de')
})

test.each(['manual', 'import'])(
  'the replacement of an order (%s) without emails sends emails of its own',
  async source => {
    const { order } = await createShippedOrder()
    await t.inStore(tx => tx`update "order" set source = ${source} where id = ${order._id}`)
    const { sendsEmails } = await tester.getOrder(order._id)
    expect(sendsEmails).toBe(false)
    const { body } = await tester.previewChange(order, toReplacement(order, 1))
    expect(body.data.emails).toEqual(['replacement'])
    const replaced = await tester.makeChange(order, toReplacement(order, 1))
    const newOrder = await tester.getOrder(replaced.followingOrders[0]?._id ?? '')
    expect(newOrder.sendsEmails).toBe(true)
    expect(await listMails(newOrder._id)).toEqual(['replacement'])
  },
)

test('a replacement sends no email if the customer is not notified', async () => {
  const { order } = await createShippedOrder()
  const change = { ...toReplacement(order, 1), isNotified: false }
  expect((await tester.previewChange(order, change)).body.data.emails).toEqual([])
  const replaced: Order = (await tester.applyChange(order, change)).body.data
  expect(await listMails(replaced.followingOrders[0]?._id)).toEqual([])
})

test.each<[string, number[], number, string]>([
  ['more units than were shipped', [4], 422, 'return_too_big'],
  ['a line twice', [1, 1], 422, 'not_found'],
  ['no units', [0], 422, 'return_empty'],
  ['units that are not in stock', [3], 409, 'insufficient_stock'],
])('a replacement of %s is refused and nothing is written', async (_, quantities, status, code) => {
  const { order } = await createShippedOrder()
  const before = await t.changes()
  const reply = await tester.applyChange(order, toReplacement(order, ...quantities))
  expect([reply.status, reply.body.code]).toEqual([status, code])
  expect(await t.changes()).toBe(before)
})

test('units are replaced once, over all replacements, returns and refunds', async () => {
  const { order } = await createShippedOrder(20)
  const line = order.lines[0]?._id ?? ''
  const first: Order = (await tester.applyChange(order, toReplacement(order, 1))).body.data
  expect(first.lines[0]?.replacedQuantity).toBe(1)
  const returned: Order = (
    await tester.applyChange(first, {
      kind: 'createReturn',
      status: 'accepted',
      lines: [{ line, quantity: 1, reason: 'defective' }],
      wish: 'exchange',
    })
  ).body.data
  const kept: Order = (
    await tester.applyChange(returned, {
      kind: 'refund',
      lines: [{ line, quantity: 1, disposition: 'keep' }],
      reason: 'damaged',
    })
  ).body.data
  const before = await t.changes()
  const replies = [
    await tester.applyChange(kept, toReplacement(kept, 1)),
    await tester.applyChange(kept, {
      kind: 'createReturn',
      status: 'accepted',
      lines: [{ line, quantity: 2, reason: 'defective' }],
      wish: 'exchange',
    }),
  ]
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
    [422, 'return_too_big'],
    [409, 'return_too_big'],
  ])
  expect(await t.changes()).toBe(before)
})

test('of ten replacements of the last unit at once, one is made', async () => {
  const { order } = await createShippedOrder(30)
  const replaced: Order = (await tester.applyChange(order, toReplacement(order, 2))).body.data
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => tester.applyChange(replaced, toReplacement(order, 1))),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const latest = await tester.getOrder(order._id)
  expect(latest.followingOrders).toHaveLength(2)
  expect(latest.lines[0]?.replacedQuantity).toBe(3)
  const again = await tester.applyChange(latest, toReplacement(order, 1))
  expect(again.body.code).toBe('return_too_big')
})

test('a canceled replacement can be made again, and is then not reopened', async () => {
  const { order } = await createShippedOrder(20)
  const first: Order = (await tester.applyChange(order, toReplacement(order, 3))).body.data
  const canceledId = first.followingOrders[0]?._id ?? ''
  await tester.updateStatus(canceledId, 'cancelled')
  const opened = await tester.getOrder(order._id)
  const second = await tester.applyChange(opened, {
    ...toReplacement(order, 2),
    return: opened.returns[0]?._id,
  })
  expect(second.status).toBe(200)
  const before = await t.changes()
  const reopened = await tester.updateStatus(canceledId, 'pending')
  expect([reopened.status, reopened.body.code]).toEqual([409, 'return_too_big'])
  expect(await t.changes()).toBe(before)
  await tester.updateStatus(second.body.data.followingOrders[1]._id, 'cancelled')
  expect((await tester.updateStatus(canceledId, 'pending')).status).toBe(200)
})

test('a lost order is completed and can be archived once its units were replaced or refunded', async () => {
  const { order, variant } = await createShippedOrder(10)
  const parcel = order.fulfillments[0]?._id ?? ''
  const lost = await tester.makeChange(order, { kind: 'updateParcel', parcel, status: 'lost' })
  const archive = () =>
    t.call('owner', orderArchiveApi.updateArchived, {
      params: { id: order._id },
      body: { isArchived: true },
    })
  const before = await t.changes()
  expect((await archive()).body.code).toBe('order_still_open')
  expect(await t.changes()).toBe(before)
  const replaced = await tester.makeChange(lost, toReplacement(lost, 2))
  expect(replaced.status).toBe('shipped')
  const completed = await tester.makeChange(replaced, {
    kind: 'refund',
    lines: [{ line: order.lines[0]?._id ?? '', quantity: 1, disposition: 'keep' }],
    reason: 'not_delivered',
  })
  expect(completed.status).toBe('completed')
  expect(await tester.getStock(variant)).toBe(5)
  expect(await findOrderPageState(order._id)).toBe('shipped')
  expect((await archive()).status).toBe(200)
})

test('a replaced order whose parcel is lost afterwards is completed', async () => {
  const { order } = await createShippedOrder(10)
  const replaced: Order = (await tester.applyChange(order, toReplacement(order, 3))).body.data
  expect(replaced.status).toBe('shipped')
  const parcel = order.fulfillments[0]?._id ?? ''
  const { body } = await tester.applyChange(replaced, {
    kind: 'updateParcel',
    parcel,
    status: 'lost',
  })
  expect(body.data.status).toBe('completed')
})

const findOrderPageState = (id: string) =>
  t.inStore(async tx => (await findOrderPage(tx, id))?.state)

test('a canceled replacement makes earlier previews of its original stale', async () => {
  const { order } = await createShippedOrder(20)
  const replaced = await tester.makeChange(order, toReplacement(order, 1))
  await tester.updateStatus(replaced.followingOrders[0]?._id ?? '', 'cancelled')
  const before = await t.changes()
  const stale = await tester.applyChange(replaced, toReplacement(order, 1))
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  expect(await t.changes()).toBe(before)
})

test('a replacement is locked with its original', async () => {
  const { order } = await createShippedOrder(20)
  const replaced = await tester.makeChange(order, toReplacement(order, 1))
  const id = replaced.followingOrders[0]?._id ?? ''
  await t.inStore(async tx => {
    const lockedOrders = await lockOrders(tx, [id])
    expect(lockedOrders.map(({ _id }) => _id)).toEqual([id])
    const free = await t.inStore(
      other => other`
        select from "order" where id = any (${[id, order._id]}::uuid[]) for update skip locked`,
    )
    expect(free).toHaveLength(0)
  })
})

test('an edit of a replacement keeps the lines that replace units', async () => {
  const { order } = await createShippedOrder(20)
  const replaced = await tester.makeChange(order, toReplacement(order, 2))
  const replacement = await tester.getOrder(replaced.followingOrders[0]?._id ?? '')
  const line = replacement.lines[0]?._id ?? ''
  const { variant } = await tester.createProduct({ stock: 5 })
  const edit = (...lines: OrderChangeOf<'editItems'>['lines']) =>
    tester.applyChange(replacement, { kind: 'editItems', lines })
  const before = await t.changes()
  const replies = await Promise.all([
    edit({ variant, quantity: 2, unitPrice: 0 }),
    edit({ line, quantity: 1 }),
    edit({ line, quantity: 3 }),
  ])
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
    replies.map(() => [409, 'order_items_replacement']),
  )
  expect(await t.changes()).toBe(before)
  expect((await edit({ line, quantity: 2 }, { variant, quantity: 1 })).status).toBe(200)
  expect(await tester.getOrder(order._id)).toMatchObject({ lines: [{ replacedQuantity: 2 }] })
})
