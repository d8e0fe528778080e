import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { createWebhookTester, startWebhookReceiver } from '../testing/subject/webhook-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { sendDueDeliveries } from './webhook-delivery-worker.ts'

let t: TestApp
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let webhooks: ReturnType<typeof createWebhookTester>
let tester: ReturnType<typeof createOrderTester>
let order: Order
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  receiver = await startWebhookReceiver()
  webhooks = createWebhookTester(t, receiver)
  tester = createOrderTester(t)
})
afterAll(async () => {
  receiver.close()
  await t.close()
})
beforeEach(async () => {
  await webhooks.reset()
  const { variant } = await tester.createProduct({ stock: 20 })
  const placed = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    lines: [{ variant, quantity: 3, unitPrice: 1000 }],
    paidWith: 'bank',
  })
  order = await tester.makeChange(placed, { kind: 'createParcel', status: 'shipped' })
  await webhooks.createWebhook('return.created', 'return.updated')
})

const toUnits = (quantity: number) => ({ line: order.lines[0]?._id ?? '', quantity })
const claim = (): OrderChange => ({
  kind: 'createClaim',
  status: 'requested',
  lines: [{ ...toUnits(2), reason: 'damaged' }],
  wish: 'any',
  reason: 'The handle is off',
})
const getId = () => order.returns.at(-1)?._id ?? ''

/** Makes a change, and returns the events that it sends. */
async function listEventsOf(change: OrderChange) {
  order = await tester.makeChange(order, change)
  receiver.received.length = 0
  await sendDueDeliveries(t.app)
  return receiver.received.map(({ event: { type, data } }) => ({ type, data }))
}

test('each step of a claim is an event with its units and orders', async () => {
  const [created, ...others] = await listEventsOf(claim())
  expect(others).toEqual([])
  expect(created).toMatchObject({
    type: 'return.created',
    data: {
      _id: getId(),
      kind: 'claim',
      status: 'requested',
      wish: 'any',
      order: { _id: order._id, number: order.number },
      newOrders: [],
      lines: [{ ...toUnits(2), reason: 'damaged', replacedQuantity: 0, refundedQuantity: 0 }],
    },
  })
  // Texts are personal data.
  expect(JSON.stringify(created)).not.toMatch(/handle|Ada/)
  expect(
    await listEventsOf({ kind: 'updateReturn', return: getId(), status: 'accepted' }),
  ).toMatchObject([{ type: 'return.updated', data: { status: 'accepted' } }])
  const replaced = await listEventsOf({
    kind: 'replaceUnits',
    return: getId(),
    lines: [toUnits(1)],
    reason: 'damaged',
  })
  expect(replaced).toMatchObject([
    {
      type: 'return.updated',
      data: {
        _id: getId(),
        status: 'accepted',
        newOrders: order.followingOrders,
        lines: [{ replacedQuantity: 1, refundedQuantity: 0 }],
      },
    },
  ])
  const refunded = await listEventsOf({
    kind: 'refund',
    return: getId(),
    lines: [{ ...toUnits(1), disposition: 'keep' }],
    reason: 'damaged',
  })
  expect(refunded).toMatchObject([
    {
      type: 'return.updated',
      data: { status: 'settled', lines: [{ replacedQuantity: 1, refundedQuantity: 1 }] },
    },
  ])
})

test('a claim whose replacement is canceled is open again, which is an event', async () => {
  await listEventsOf({ kind: 'replaceUnits', lines: [toUnits(1)], reason: 'damaged' })
  const [replacement] = order.followingOrders
  await tester.updateStatus(replacement?._id ?? '', 'cancelled')
  receiver.received.length = 0
  await sendDueDeliveries(t.app)
  expect(receiver.received.map(({ event }) => event)).toMatchObject([
    {
      type: 'return.updated',
      data: { status: 'accepted', newOrders: [], lines: [{ replacedQuantity: 0 }] },
    },
  ])
})

test('each receipt of a return is an event', async () => {
  const [created] = await listEventsOf({
    kind: 'createReturn',
    status: 'accepted',
    lines: [{ ...toUnits(3), reason: 'unwanted' }],
    wish: 'refund',
  })
  expect(created).toMatchObject({ type: 'return.created', data: { kind: 'return' } })
  const receive = (): OrderChangeOf<'receiveReturn'> => ({
    kind: 'receiveReturn',
    return: getId(),
    lines: [{ ...toUnits(1), condition: 'good', isRestocked: true }],
  })
  for (const receivedQuantity of [1, 2])
    expect(await listEventsOf(receive())).toMatchObject([
      {
        type: 'return.updated',
        data: {
          status: 'accepted',
          lines: [{ receivedQuantity, restockedQuantity: receivedQuantity }],
        },
      },
    ])
})

test('a claim that is rejected is no event', async () => {
  const before = await t.changes()
  const reply = await tester.applyChange(order, {
    ...(claim() as OrderChangeOf<'createClaim'>),
    lines: [{ ...toUnits(4), reason: 'damaged' }],
  })
  expect(reply.status).toBe(409)
  expect(await t.changes()).toBe(before)
  expect(await webhooks.listStoredEvents()).toEqual([])
})
