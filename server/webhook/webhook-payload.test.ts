import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { webhookApi, webhookEventTypes } from '#contract/developer/webhook.ts'
import { createWebhookBodySchema, webhookBodyTypes } from '#contract/developer/webhook-payload.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { productApi } from '#contract/product/product.ts'
import { startWebhookReceiver } from '../testing/subject/webhook-testing.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { sendDueDeliveries } from './webhook-delivery-worker.ts'

let t: TestApp
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  receiver.close()
  await t.close()
})

/** Changes rows until each event type has occurred at least once. */
async function causeEveryEvent() {
  const product = (
    await t.call('owner', productApi.create, {
      body: {
        title: 'Twine',
        status: 'active',
        tags: ['craft'],
        options: [{ name: 'Color', values: ['Red', 'Blue'] }],
        variants: [
          { options: ['Red'], price: 100, compareAtPrice: 150, stock: 90, sku: 'TW-R', cost: 31 },
          { options: ['Blue'], price: 120, stock: 5, weight: 30 },
        ],
      },
    })
  ).body.data
  await t.call('owner', productApi.update, {
    params: { id: product._id },
    body: { title: 'Rope' },
  })
  const address = {
    name: 'Ada',
    line1: '1 Main St',
    city: 'Oslo',
    postalCode: '0150',
    country: 'NO',
  }
  const customer = (
    await t.call('owner', customerApi.create, {
      body: { name: 'Ada', email: 'ada@example.org', address, note: 'internal', tags: ['vip'] },
    })
  ).body.data
  await t.call('owner', customerApi.update, {
    params: { id: customer._id },
    body: { phone: '+47 1234567' },
  })
  const createOrder = async () =>
    (
      await t.call('owner', orderApi.create, {
        body: {
          customer: { _id: customer._id },
          lines: [{ variant: product.variants[0]._id, quantity: 3, discount: 20 }],
          shippingAddress: address,
          note: 'internal',
        },
      })
    ).body.data
  const paidOrder = await createOrder()
  await t.call('owner', orderApi.addPayment, {
    params: { id: paidOrder._id },
    body: { amount: paidOrder.total, method: 'cash' },
  })
  await t.call('owner', orderApi.updateStatus, {
    params: { id: paidOrder._id },
    body: { status: 'shipped' },
  })
  const { body } = await t.call('owner', orderApi.get, { params: { id: paidOrder._id } })
  const [line] = body.data.lines
  const claim = await t.call('owner', orderChangeApi.applyChange, {
    params: { id: paidOrder._id },
    body: {
      version: body.data.version,
      change: {
        kind: 'createClaim',
        status: 'accepted',
        lines: [{ line: line._id, quantity: 1, reason: 'damaged' }],
        wish: 'any',
      },
    },
  })
  await t.call('owner', orderChangeApi.applyChange, {
    params: { id: paidOrder._id },
    body: {
      version: claim.body.data.version,
      change: {
        kind: 'replaceUnits',
        return: claim.body.data.returns[0]._id,
        lines: [{ line: line._id, quantity: 1 }],
        reason: 'damaged',
      },
    },
  })
  const canceledOrder = await createOrder()
  await t.call('owner', orderApi.updateStatus, {
    params: { id: canceledOrder._id },
    body: { status: 'cancelled', reason: 'stock' },
  })
  await t.call('owner', customerApi.delete, { params: { id: customer._id } })
  await t.call('owner', productApi.delete, { params: { id: product._id } })
}

test('every event is delivered with exactly the fields of the contract', async () => {
  const { body } = await t.call('owner', webhookApi.create, {
    body: { url: receiver.url, events: [...webhookEventTypes], password: samplePassword },
  })
  await causeEveryEvent()
  await t.call('owner', webhookApi.test, { params: { id: body.data._id } })
  await sendDueDeliveries(t.app)

  const receivedTypes = new Set(receiver.received.map(({ event }) => event.type))
  expect([...receivedTypes].toSorted()).toEqual([...webhookBodyTypes].toSorted())
  // The schema drops unknown fields, so the comparison fails if an event has one.
  for (const type of webhookBodyTypes)
    for (const { event } of receiver.received.filter(request => request.event.type === type)) {
      const { data, error } = createWebhookBodySchema(type).safeParse(event)
      expect(error?.issues ?? [], `${type}: fields that the SQL function lacks`).toEqual([])
      expect(data, type).toEqual(event)
    }
})
