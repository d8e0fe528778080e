import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { productApi } from '#contract/product/product.ts'
import { withTransaction } from '../lib/db/db.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { createWebhookTester, startWebhookReceiver } from '../testing/subject/webhook-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { sendDueDeliveries, startDeliveryWorker } from './webhook-delivery-worker.ts'

let t: TestApp
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let webhooks: ReturnType<typeof createWebhookTester>
let variant: string
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  receiver = await startWebhookReceiver()
  webhooks = createWebhookTester(t, receiver)
  variant = await webhooks.createVariant()
})
afterAll(async () => {
  receiver.close()
  await t.close()
})
beforeEach(() => webhooks.reset())

const createOrder = async (quantity = 2) =>
  (
    await t.call('owner', orderApi.create, {
      body: { customer: { name: 'Ada' }, lines: [{ variant, quantity }] },
    })
  ).body.data
const listReceivedTypes = () => receiver.received.map(({ event: { type } }) => type)

describe('an event', () => {
  test('is stored and sent only if a webhook receives its type', async () => {
    await webhooks.createCustomer('Cleo')
    expect(await webhooks.listStoredEvents()).toHaveLength(0)
    await webhooks.createWebhook('order.created')
    await webhooks.createCustomer('Dora')
    expect(await webhooks.listStoredEvents()).toHaveLength(0)
    await createOrder()
    expect(await sendDueDeliveries(t.app)).toBe(1)
    expect(listReceivedTypes()).toEqual(['order.created'])
  })

  test('of an order has the state at the end of the transaction, and is sent once', async () => {
    await webhooks.createWebhook(
      'order.created',
      'order.updated',
      'order.paid',
      'order.cancelled',
      'stock.changed',
    )
    const { _id, number } = await createOrder(3)
    await sendDueDeliveries(t.app)
    expect(listReceivedTypes().toSorted()).toEqual(['order.created', 'stock.changed'])
    const [createdEvent] = receiver.received.filter(
      ({ event: { type } }) => type === 'order.created',
    )
    expect(createdEvent?.event).toMatchObject({
      business: t.people.owner.storeId,
      data: { _id, number, total: 300, lines: [{ variant, quantity: 3, total: 300 }] },
    })
    expect(
      receiver.received.find(({ event: { type } }) => type === 'stock.changed')?.event.data,
    ).toMatchObject({ variant, sku: 'TW', change: -3, order: _id })
    await t.call('owner', orderApi.addPayment, {
      params: { id: _id },
      body: { amount: 300, method: 'cash' },
    })
    receiver.received.length = 0
    await sendDueDeliveries(t.app)
    expect(listReceivedTypes().toSorted()).toEqual(['order.paid', 'order.updated'])
    const other = await createOrder()
    await sendDueDeliveries(t.app)
    receiver.received.length = 0
    await t.call('owner', orderApi.updateStatus, {
      params: { id: other._id },
      body: { status: 'cancelled', reason: 'stock' },
    })
    await sendDueDeliveries(t.app)
    expect(listReceivedTypes().toSorted()).toEqual([
      'order.cancelled',
      'order.updated',
      'stock.changed',
    ])
  })

  test('of the stock is one event for each variant that an order takes', async () => {
    await webhooks.createWebhook('stock.changed')
    const other = await t.call('owner', productApi.create, {
      body: { title: 'Saucer', status: 'active', variants: [{ sku: 'SA', stock: 9 }] },
    })
    const otherVariant = other.body.data.variants[0]?._id ?? ''
    await sendDueDeliveries(t.app)
    receiver.received.length = 0
    await t.call('owner', orderApi.create, {
      body: {
        lines: [
          { variant, quantity: 1 },
          { variant: otherVariant, quantity: 2 },
        ],
      },
    })
    await sendDueDeliveries(t.app)
    expect(
      receiver.received.map(({ event: { data } }) => [data['variant'], data['change']]).toSorted(),
    ).toEqual(
      [
        [variant, -1],
        [otherVariant, -2],
      ].toSorted(),
    )
  })

  test('of an order that is paid at once is sent as created and as paid', async () => {
    await webhooks.createWebhook('order.created', 'order.paid')
    await t.call('owner', orderApi.create, {
      body: { lines: [{ variant, quantity: 1 }], paidWith: 'cash' },
    })
    await sendDueDeliveries(t.app)
    expect(listReceivedTypes().toSorted()).toEqual(['order.created', 'order.paid'])
  })

  test('of the payment that completes an order is sent once, also after a refund', async () => {
    await webhooks.createWebhook('order.paid')
    const { _id: id } = await createOrder(1)
    const listPaid = async (route: Route, amount: number) => {
      await t.call('owner', route, { params: { id }, body: { amount, method: 'cash' } })
      await sendDueDeliveries(t.app)
      return listReceivedTypes()
    }
    expect(await listPaid(orderApi.addPayment, 50)).toEqual([])
    expect(await listPaid(orderApi.addRefund, 10)).toEqual([])
    expect(await listPaid(orderApi.addPayment, 51)).toEqual(['order.paid'])
    expect(await listPaid(orderApi.addRefund, 1)).toEqual(['order.paid'])
    expect(await listPaid(orderApi.addRefund, 5)).toEqual(['order.paid'])
  })

  test('of a fulfilled order is sent once the last units leave, also after an arrival', async () => {
    const tester = createOrderTester(t)
    await webhooks.createWebhook('order.fulfilled')
    const listFulfilled = async (order: Order, change: OrderChange) => {
      const changed = await tester.makeChange(order, change)
      await sendDueDeliveries(t.app)
      return { order: changed, types: listReceivedTypes() }
    }
    const start = await tester.createOrderData({ lines: [{ variant, quantity: 2 }] })
    const lines = [{ line: start.lines[0]?._id ?? '', quantity: 1 }]
    const part = { kind: 'createParcel', status: 'shipped', lines } as const
    const first = await listFulfilled(start, part)
    const arrived = await listFulfilled(first.order, {
      kind: 'updateParcel',
      parcel: first.order.fulfillments[0]?._id ?? '',
      status: 'delivered',
    })
    expect([first.types, arrived.types]).toEqual([[], []])
    const last = await listFulfilled(arrived.order, part)
    expect(last).toMatchObject({
      order: { status: 'shipped', fulfillmentStatus: 'partially_delivered' },
      types: ['order.fulfilled'],
    })
    const delivered = await listFulfilled(last.order, {
      kind: 'updateParcel',
      parcel: last.order.fulfillments[1]?._id ?? '',
      status: 'delivered',
    })
    const undone = await listFulfilled(delivered.order, { kind: 'changeStatus', status: 'shipped' })
    expect(undone.types).toEqual(['order.fulfilled'])
  })

  test('of a product or customer contains no cost price and no note', async () => {
    await webhooks.createWebhook(
      'product.created',
      'product.updated',
      'product.deleted',
      'customer.created',
      'customer.updated',
      'customer.deleted',
    )
    const product = (
      await t.call('owner', productApi.create, {
        body: { title: 'Rope', price: 900, cost: 4242, stock: 5 },
      })
    ).body.data
    await t.call('owner', productApi.update, {
      params: { id: product._id },
      body: { title: 'Long rope', price: 950 },
    })
    await t.call('owner', productApi.delete, { params: { id: product._id } })
    const id = await webhooks.createCustomer('Cleo')
    await t.call('owner', customerApi.update, {
      params: { id },
      body: { name: 'Cleo C.', note: 'Always late' },
    })
    await t.call('owner', customerApi.delete, { params: { id } })
    await sendDueDeliveries(t.app)
    const getEventData = (type: string) =>
      receiver.received
        .filter(request => request.event.type === type)
        .map(request => request.event.data)
    expect(getEventData('product.created')).toMatchObject([
      { _id: product._id, title: 'Rope', variants: [{ price: 900, stock: 5 }] },
    ])
    expect(getEventData('product.updated')).toMatchObject([
      { title: 'Long rope', price: 950, variants: [{ price: 950 }] },
    ])
    expect([getEventData('product.deleted'), getEventData('customer.deleted')]).toEqual([
      [{ _id: product._id }],
      [{ _id: id }],
    ])
    expect([getEventData('customer.created'), getEventData('customer.updated')]).toMatchObject([
      [{ name: 'Cleo' }],
      [{ name: 'Cleo C.' }],
    ])
    expect(JSON.stringify(receiver.received)).not.toMatch(/:4242\b|Always late/)
  })

  test('is not sent if the transaction of its change is rolled back', async () => {
    const { _id } = await webhooks.createWebhook('customer.created')
    const before = await t.changes()
    await expect(
      t.inStore(async tx => {
        await tx`insert into customer (name) values ('Ghost')`
        await tx`set constraints all immediate`
        expect(await tx`select 1 from webhook_delivery`).toHaveLength(1)
        throw new Error('Rollback')
      }),
    ).rejects.toThrow('Rollback')
    expect([
      await webhooks.listStoredEvents(),
      await webhooks.listDeliveries(_id),
      await sendDueDeliveries(t.app),
      await t.changes(),
    ]).toEqual([[], [], 0, before])
  })

  test('is sent once although an earlier transaction had the same number', async () => {
    const { _id } = await webhooks.createWebhook('customer.created')
    await t.inStore(async tx => {
      const [{ id } = { id: '' }] = await tx<
        { id: string }[]
      >`insert into customer (name) values ('Twice') returning id`
      await tx`
        insert into webhook_event (type, record_id, data, transaction_started_at)
        values ('customer.created', ${id}, '{}', now() - interval '1 day')`
      await tx`update customer set name = 'Twice over' where id = ${id}`
    })
    expect([await sendDueDeliveries(t.app), (await webhooks.listDeliveries(_id)).length]).toEqual([
      1, 1,
    ])
  })

  test('is sent by another process, with the same id, if the first process dies', async () => {
    const { _id } = await webhooks.createWebhook('customer.created')
    await webhooks.createCustomer('Cleo')
    // Simulates a process that claims the delivery and dies before it stores the outcome.
    const claims = await withTransaction(
      t.app.db,
      {},
      tx => tx`select * from claim_deliveries(10, 10, '{}', '{}', '1 minute')`,
    )
    expect(claims).toHaveLength(1)
    expect(await sendDueDeliveries(t.app)).toBe(0)
    await webhooks.makeDue()
    const worker = startDeliveryWorker(t.app)
    await expect.poll(() => receiver.received.length).toBe(1)
    await worker.stop()
    expect(await webhooks.listDeliveries(_id)).toMatchObject([
      {
        status: 'delivered',
        attempts: 2,
        event: receiver.received[0]?.event._id,
        responseStatus: 204,
        nextAttemptAt: null,
      },
    ])
  })
})

test('events and deliveries are deleted after 30 days', async () => {
  await webhooks.createWebhook('customer.created')
  await webhooks.createCustomer('Old')
  await t.inStore(tx => tx`update webhook_event set created_at = now() - interval '31 days'`)
  await t.inStore(
    tx =>
      tx`update webhook_delivery set created_at = now() - interval '31 days', status = 'delivered'`,
  )
  await webhooks.createCustomer('New')
  await t.runJob('retention.cleanup')
  expect(await t.inStore(tx => tx`select data ->> 'name' as name from webhook_event`)).toEqual([
    { name: 'New' },
  ])
})
