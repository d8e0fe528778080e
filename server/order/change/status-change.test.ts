import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { type OrderStatus, orderStatuses } from '#contract/order/order-state.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import {
  createExampleOrder,
  createOrderTester,
  type SampleProduct,
  stepsByStatus,
} from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  pot = await tester.createProduct({ stock: 100_000 })
})
afterAll(() => t.close())

/** Repeats the table of the code on purpose, because this test verifies that table. */
const legalTransitions: Record<OrderStatus, string[]> = {
  draft: ['pending', 'cancelled'],
  pending: ['confirmed', 'processing', 'ready', 'shipped', 'on_hold', 'cancelled'],
  confirmed: ['processing', 'ready', 'shipped', 'on_hold', 'cancelled'],
  processing: ['ready', 'shipped', 'on_hold', 'cancelled'],
  ready: ['shipped', 'processing', 'on_hold', 'cancelled'],
  shipped: ['delivered', 'returned', 'processing'],
  delivered: ['completed', 'returned', 'shipped'],
  completed: ['returned', 'delivered'],
  on_hold: ['confirmed', 'cancelled'],
  cancelled: ['pending'],
  returned: [],
}

async function createOrderWithStatus(
  status: OrderStatus,
  lines: object[] = [{ variant: pot.variant, quantity: 2 }],
  rest: object = {},
): Promise<Order> {
  const { _id: id } = await tester.createOrderData({ lines, ...rest })
  for (const step of stepsByStatus[status]) await tester.updateStatus(id, step)
  if (status === 'draft')
    await t.inStore(async tx => {
      await tx`update "order" set status = 'draft' where id = ${id}`
      await tx`update order_line set is_stock_deducted = false where order_id = ${id}`
    })
  return tester.getOrder(id)
}

describe.each(orderStatuses)('changing the status from %s', from => {
  test.each(orderStatuses)('to %s', async to => {
    const order = await createOrderWithStatus(from)
    expect(order.status).toBe(from)
    expect(order.allowedTransitions.toSorted()).toEqual(legalTransitions[from].toSorted())
    const before = await t.changes()
    const { status, body } = await tester.updateStatus(order._id, to)
    if (to === from) expect([status, body.data]).toEqual([200, order])
    else if (legalTransitions[from].includes(to)) {
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ status: to, version: order.version + 1 })
      expect(body.data.timeline.slice(order.timeline.length)).toMatchObject([
        { type: 'status_changed', actor: 'Test owner', data: { from, to } },
      ])
      return
    } else {
      expect([status, body.code]).toEqual([409, 'illegal_transition'])
      expect(body.data.allowed.toSorted()).toEqual(legalTransitions[from].toSorted())
    }
    expect(await t.changes()).toBe(before)
  })
})

describe('rejects without writing anything:', () => {
  test.each<[string, OrderStatus, object, number, string]>([
    ['an unknown status', 'pending', { status: 'lost' }, 422, 'invalid_value'],
    [
      'the status paid, which is a payment status',
      'pending',
      { status: 'paid' },
      422,
      'status_is_payment',
    ],
    ['a hold without a reason', 'pending', { status: 'on_hold' }, 422, 'hold_reason_missing'],
    [
      'a cancellation without a reason',
      'pending',
      { status: 'cancelled', reason: ' ' },
      422,
      'cancel_reason_missing',
    ],
    [
      'completing an unpaid order without a reason',
      'delivered',
      { status: 'completed' },
      422,
      'unpaid_reason_missing',
    ],
    [
      'an invalid tracking URL',
      'pending',
      { status: 'shipped', tracking: { url: 'javascript:x' } },
      422,
      'invalid',
    ],
    ['a stale version', 'confirmed', { status: 'ready', version: 1 }, 409, 'version_conflict'],
  ])('%s', async (_case, from, body, status, code) => {
    const order = await createOrderWithStatus(from)
    const before = await t.changes()
    const reply = await t.call('owner', orderApi.updateStatus, { params: { id: order._id }, body })
    expect([reply.status, reply.body.code]).toEqual([status, code])
    if (code === 'version_conflict')
      expect(reply.body.data).toMatchObject({ version: order.version, status: 'confirmed' })
    expect(await t.changes()).toBe(before)
  })
})

describe('a status change', () => {
  test('to shipped creates a fulfillment of all remaining units with a tracking URL', async () => {
    const order = await createOrderWithStatus('pending')
    const { body } = await tester.updateStatus(order._id, 'dispatched', {
      tracking: { carrier: 'DHL', number: 'JD 01' },
    })
    expect(body.data).toMatchObject({
      status: 'shipped',
      fulfillmentStatus: 'fulfilled',
      lines: [{ quantity: 2, fulfilledQuantity: 2 }],
    })
    expect(body.data.fulfillments).toMatchObject([
      {
        number: `${order.number}-F1`,
        status: 'shipped',
        carrier: 'DHL',
        trackingNumber: 'JD 01',
        trackingUrl: expect.stringMatching(/^https:.*JD%2001$/),
        lines: [{ line: order.lines[0]?._id, quantity: 2 }],
      },
    ])
    expect(body.data.timeline.at(-1).data).toMatchObject({
      skipped: ['confirmed', 'processing', 'ready'],
      carrier: 'DHL',
    })
  })

  test('to shipped allows new tracking until the fulfillment is canceled', async () => {
    const order = await createOrderWithStatus('shipped')
    const updateTracking = (fulfillment: string | undefined) =>
      t.call('owner', orderApi.updateTracking, {
        params: { id: order._id },
        body: { fulfillment, tracking: { carrier: 'UPS', number: '1Z9' } },
      })
    const { body } = await updateTracking(order.fulfillments[0]?._id)
    expect(body.data).toMatchObject({
      version: order.version + 1,
      fulfillments: [
        { carrier: 'UPS', trackingNumber: '1Z9', trackingUrl: expect.stringContaining('1Z9') },
      ],
    })
    expect((await updateTracking(order._id)).status).toBe(422)
    await tester.updateStatus(order._id, 'processing')
    expect((await updateTracking(order.fulfillments[0]?._id)).status).toBe(409)
  })

  test('back undoes a delivery and a shipment', async () => {
    const { _id: id } = await createOrderWithStatus('delivered')
    expect(await tester.getOrder(id)).toMatchObject({
      fulfillmentStatus: 'delivered',
      fulfillments: [{ status: 'delivered', deliveredAt: expect.any(String) }],
    })
    expect((await tester.updateStatus(id, 'shipped')).body.data).toMatchObject({
      fulfillmentStatus: 'fulfilled',
      fulfillments: [{ status: 'shipped', deliveredAt: null }],
    })
    expect((await tester.updateStatus(id, 'processing')).body.data).toMatchObject({
      fulfillmentStatus: 'unfulfilled',
      fulfillments: [{ status: 'cancelled' }],
      lines: [{ fulfilledQuantity: 0 }],
    })
    expect((await tester.updateStatus(id, 'shipped')).body.data.fulfillments).toMatchObject([
      { status: 'cancelled' },
      { status: 'shipped' },
    ])
  })

  test('from on_hold returns to the previous status', async () => {
    const { _id: id } = await createOrderWithStatus('ready')
    expect(
      (await tester.updateStatus(id, 'hold', { reason: 'Address unclear' })).body.data
        .allowedTransitions,
    ).toEqual(['ready', 'cancelled'])
    expect((await tester.updateStatus(id, 'ready')).body.data).toMatchObject({ status: 'ready' })
  })

  test('to canceled restores stock once, and is reversible while stock remains', async () => {
    const cup = await tester.createProduct({ stock: 5 })
    const order = await createOrderWithStatus('pending', [{ variant: cup.variant, quantity: 4 }])
    expect(
      (await tester.updateStatus(order._id, 'canceled', { reason: 'customer' })).body.data,
    ).toMatchObject({
      paymentStatus: 'voided',
      cancelReason: 'customer',
      balance: 0,
    })
    await tester.updateStatus(order._id, 'cancelled')
    expect(await tester.getStock(cup.variant)).toBe(5)
    const other = await createOrderWithStatus('pending', [{ variant: cup.variant, quantity: 2 }])
    const before = await t.changes()
    expect(await tester.updateStatus(order._id, 'pending')).toMatchObject({
      status: 409,
      body: { code: 'insufficient_stock', errors: [{ path: 'lines.0' }] },
    })
    expect(await t.changes()).toBe(before)
    await tester.updateStatus(other._id, 'cancelled')
    expect((await tester.updateStatus(order._id, 'pending')).body.data).toMatchObject({
      paymentStatus: 'unpaid',
      cancelReason: '',
      balance: 4000,
    })
    expect(await tester.getStock(cup.variant)).toBe(1)
    expect(
      (await tester.listStockMovements(cup.variant)).map(entry => `${entry.reason} ${entry.delta}`),
    ).toEqual(['count 5', 'order -4', 'cancel 4', 'order -2', 'cancel 2', 'reopen -4'])
  })

  test('without restock keeps the stock, and a return restores it once', async () => {
    const cup = await tester.createProduct({ stock: 10 })
    const lostOrder = await createOrderWithStatus('pending', [
      { variant: cup.variant, quantity: 2 },
    ])
    await tester.updateStatus(lostOrder._id, 'cancelled', { restock: false })
    expect(await tester.getStock(cup.variant)).toBe(8)
    const returnedOrder = await createOrderWithStatus('delivered', [
      { variant: cup.variant, quantity: 3 },
    ])
    expect((await tester.updateStatus(returnedOrder._id, 'returned')).body.data).toMatchObject({
      balance: 0,
      lines: [{ returnedQuantity: 3 }],
    })
    await tester.updateStatus(returnedOrder._id, 'returned')
    expect(await tester.getStock(cup.variant)).toBe(8)
  })

  test('from draft to pending takes the stock', async () => {
    const cup = await tester.createProduct({ stock: 5 })
    const draft = await createOrderWithStatus('draft', [{ variant: cup.variant, quantity: 4 }])
    await t.inStore(tx => tx`update variant set stock = 3 where id = ${cup.variant}`)
    expect(await tester.updateStatus(draft._id, 'placed')).toMatchObject({
      status: 409,
      body: { code: 'insufficient_stock' },
    })
    await t.inStore(tx => tx`update variant set stock = 5 where id = ${cup.variant}`)
    expect((await tester.updateStatus(draft._id, 'placed')).body.data.status).toBe('pending')
    expect(await tester.getStock(cup.variant)).toBe(1)
  })
})

describe('a bulk status change', () => {
  const bulkUpdateStatus = (ids: string[], body: object) =>
    t.call('owner', orderApi.bulkUpdateStatus, { body: { ids, ...body } })

  test('reports a result for each order, in the order of the request', async () => {
    const [pendingOrder, completedOrder, canceledOrder] = await Promise.all([
      createOrderWithStatus('pending', undefined, createExampleOrder(pot.variant)),
      createOrderWithStatus('completed'),
      createOrderWithStatus('cancelled'),
    ])
    const unknownId = '00000000-0000-7000-8000-0000000000ff'
    const { status, body } = await bulkUpdateStatus(
      [canceledOrder._id, unknownId, pendingOrder._id, completedOrder._id, pendingOrder._id],
      { status: 'confirmed' },
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ done: 2, unchanged: 1, failed: 2 })
    expect(body.data.results).toMatchObject([
      { _id: canceledOrder._id, ok: false, code: 'order_is_canceled' },
      { _id: unknownId, ok: false, code: 'order_not_found' },
      { _id: pendingOrder._id, ok: true },
      { _id: completedOrder._id, ok: true, isUnchanged: true },
    ])
    expect([
      (await tester.getOrder(pendingOrder._id)).status,
      (await tester.getOrder(completedOrder._id)).status,
    ]).toEqual(['confirmed', 'completed'])
  })

  test('rolls back an order without stock and changes the others', async () => {
    const cup = await tester.createProduct({ stock: 5 })
    const three = await createOrderWithStatus('cancelled', [{ variant: cup.variant, quantity: 3 }])
    const four = await createOrderWithStatus('cancelled', [{ variant: cup.variant, quantity: 4 }])
    const { body } = await bulkUpdateStatus([four._id, three._id], { status: 'pending' })
    expect(body.data.results.filter((result: { ok: boolean }) => result.ok)).toHaveLength(1)
    expect(body.data.results.find((result: { ok: boolean }) => !result.ok)).toMatchObject({
      code: 'insufficient_stock',
    })
    expect([1, 2]).toContain(await tester.getStock(cup.variant))
  })

  test('emails the customers only if the user chooses so', async () => {
    const deliver = async (email: string, isNotified: boolean) => {
      const { _id } = await tester.createOrderData({
        customer: { name: 'Ada', email },
        lines: [{ variant: pot.variant, quantity: 1 }],
      })
      await tester.updateStatus(_id, 'shipped')
      // As an order of the storefront.
      await t.inStore(
        tx => tx`update "order" set cart_hash = sha256(${_id}::bytea) where id = ${_id}`,
      )
      await bulkUpdateStatus([_id], { status: 'delivered', isNotified })
      await t.runJobs()
      expect((await tester.getOrder(_id)).status).toBe('delivered')
      return (await listMailsTo(t, email)).length
    }
    expect([
      await deliver('silent@example.com', false),
      await deliver('told@example.com', true),
    ]).toEqual([0, 1])
  })

  test('rejects the whole call for a missing reason or an unknown status', async () => {
    const order = await createOrderWithStatus('pending')
    expect((await bulkUpdateStatus([order._id], { status: 'cancelled' })).status).toBe(422)
    expect((await bulkUpdateStatus([order._id], { status: 'lost' })).status).toBe(422)
    expect((await tester.getOrder(order._id)).version).toBe(1)
  })
})
