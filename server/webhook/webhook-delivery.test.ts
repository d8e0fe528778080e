import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { customerApi } from '#contract/customer.ts'
import { notificationApi } from '#contract/notification.ts'
import { orderApi } from '#contract/order.ts'
import { productApi } from '#contract/product.ts'
import {
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookEventType,
  type WebhookWithSecret,
  webhookApi,
} from '#contract/webhook.ts'
import { withTransaction } from '../lib/db/db.ts'
import { publicInternetPolicy } from '../lib/security/guarded-request.ts'
import { seal } from '../lib/security/seal.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { sendDueDeliveries, startDeliveryWorker } from './webhook-delivery-worker.ts'
import { type DeliveryClaim, sendDelivery } from './webhook-send.ts'
import { createWebhookSecret } from './webhook-sign.ts'
import { startWebhookReceiver } from './webhook-testing.ts'
import { getWebhookPolicy } from './webhook-url.ts'

let t: TestApp
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let variant: string
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  receiver = await startWebhookReceiver()
  variant = (
    await t.call('owner', productApi.create, {
      body: { title: 'Twine', price: 100, stock: 90, status: 'active', sku: 'TW', cost: 31 },
    })
  ).body.data.variants[0]._id
})
afterAll(async () => {
  receiver.close()
  await t.close()
})
beforeEach(async () => {
  await t.inStore(tx => tx`delete from webhook`)
  await t.inStore(tx => tx`delete from webhook_event`)
  receiver.received.length = 0
  receiver.respond = reply => reply.writeHead(204).end()
})

const createWebhook = async (...events: WebhookEventType[]): Promise<WebhookWithSecret> =>
  (await t.call('owner', webhookApi.create, { body: { url: receiver.url, events } })).body.data
const listDeliveries = async (webhook: string): Promise<WebhookDelivery[]> =>
  (await t.call('owner', webhookApi.listDeliveries, { query: { webhook } })).body.data
const getDelivery = async (id: string): Promise<WebhookDeliveryDetail> =>
  (await t.call('owner', webhookApi.getDelivery, { params: { id } })).body.data
const getWebhook = async (id: string) =>
  (await t.call('owner', webhookApi.list)).body.data.find(({ _id }: { _id: string }) => _id === id)
const createCustomer = async (name: string): Promise<string> =>
  (await t.call('owner', customerApi.create, { body: { name } })).body.data._id
const createOrder = async (quantity = 2) =>
  (
    await t.call('owner', orderApi.create, {
      body: { customer: { name: 'Ada' }, lines: [{ variant, quantity }] },
    })
  ).body.data
const listStoredEvents = () => t.inStore(tx => tx`select 1 from webhook_event`)
/** Makes the waiting deliveries due. */
const makeDue = () =>
  t.inStore(
    tx => tx`
    update webhook_delivery set next_at = now() - interval '1 second' where status = 'waiting'`,
  )
const listReceivedTypes = () => receiver.received.map(({ event: { type } }) => type)

describe('an event', () => {
  test('is stored and sent only if a webhook receives its type', async () => {
    await createCustomer('Cleo')
    expect(await listStoredEvents()).toHaveLength(0)
    await createWebhook('order.created')
    await createCustomer('Dora')
    expect(await listStoredEvents()).toHaveLength(0)
    await createOrder()
    expect(await sendDueDeliveries(t.app)).toBe(1)
    expect(listReceivedTypes()).toEqual(['order.created'])
  })

  test('of an order has the state at the end of the transaction, and is sent once', async () => {
    await createWebhook(
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
      business: t.people.owner.businessId,
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

  test('of a product or customer contains no cost price and no note', async () => {
    await createWebhook(
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
    const id = await createCustomer('Cleo')
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
    expect(JSON.stringify(receiver.received)).not.toMatch(/4242|Always late/)
  })

  test('is not sent if the transaction of its change is rolled back', async () => {
    const { _id } = await createWebhook('customer.created')
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
      await listStoredEvents(),
      await listDeliveries(_id),
      await sendDueDeliveries(t.app),
      await t.changes(),
    ]).toEqual([[], [], 0, before])
  })

  test('is sent once although an earlier transaction had the same number', async () => {
    const { _id } = await createWebhook('customer.created')
    await t.inStore(async tx => {
      const [{ id } = { id: '' }] = await tx<
        { id: string }[]
      >`insert into customer (name) values ('Twice') returning id`
      await tx`
        insert into webhook_event (type, about, data, began)
        values ('customer.created', ${id}, '{}', now() - interval '1 day')`
      await tx`update customer set name = 'Twice over' where id = ${id}`
    })
    expect([await sendDueDeliveries(t.app), (await listDeliveries(_id)).length]).toEqual([1, 1])
  })

  test('is sent by another process, with the same id, if the first process dies', async () => {
    const { _id } = await createWebhook('customer.created')
    await createCustomer('Cleo')
    // Simulates a process that claims the delivery and dies before it stores the outcome.
    const claims = await withTransaction(
      t.app.db,
      {},
      tx => tx`select * from claim_deliveries(10, 10, '{}', '{}', '1 minute')`,
    )
    expect(claims).toHaveLength(1)
    expect(await sendDueDeliveries(t.app)).toBe(0)
    await makeDue()
    const worker = startDeliveryWorker(t.app)
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
    await worker.stop()
    expect(await listDeliveries(_id)).toMatchObject([
      {
        status: 'delivered',
        attempts: 2,
        event: receiver.received[0]?.event._id,
        responseStatus: 204,
        nextAt: null,
      },
    ])
  })
})

test('a message is signed with the new secret and, for a day, with the previous one', async () => {
  const { _id, secret } = await createWebhook('customer.created')
  const { body } = await t.call('owner', webhookApi.rotateSecret, { params: { id: _id } })
  expect(body.data.secret).not.toBe(secret)
  const startedAtSeconds = Math.floor(Date.now() / 1000)
  await createCustomer('Cleo')
  await sendDueDeliveries(t.app)
  const verify = (index: number, verifyingSecret: string) => {
    const message = receiver.received[index]
    const headers = message?.headers as Record<string, string>
    return new Webhook(verifyingSecret).verify(message?.body ?? '', headers)
  }
  const [first] = receiver.received
  for (const verifyingSecret of [body.data.secret, secret])
    expect(verify(0, verifyingSecret)).toEqual(first?.event)
  expect(() => verify(0, createWebhookSecret())).toThrow('No matching signature found')
  expect(first?.headers).toMatchObject({
    'webhook-id': first?.event._id,
    'storewright-event': 'customer.created',
    'content-type': 'application/json',
  })
  const sentAtSeconds = Number(first?.headers['webhook-timestamp'])
  expect(sentAtSeconds).toBeGreaterThanOrEqual(startedAtSeconds)
  expect(sentAtSeconds).toBeLessThanOrEqual(Date.now() / 1000)

  await t.inStore(tx => tx`update webhook set renewed_at = now() - interval '25 hours'`)
  await createCustomer('Dora')
  await sendDueDeliveries(t.app)
  expect(verify(1, body.data.secret)).toEqual(receiver.received[1]?.event)
  expect(() => verify(1, secret)).toThrow('No matching signature found')
})

test('a secret in base64url signs with the same bytes as in base64', async () => {
  const { _id } = await createWebhook('customer.created')
  const key = Buffer.alloc(32, 0xfb)
  const sealedSecret = seal(t.app.keys.webhook, _id, `whsec_${key.toString('base64url')}`)
  await t.inStore(tx => tx`update webhook set secret = ${sealedSecret}`)
  await createCustomer('Cleo')
  await sendDueDeliveries(t.app)
  const [message] = receiver.received
  const headers = message?.headers as Record<string, string>
  const receivingWebhook = new Webhook(`whsec_${key.toString('base64')}`)
  expect(receivingWebhook.verify(message?.body ?? '', headers)).toEqual(message?.event)
})

describe('a failed delivery', () => {
  test('is retried with growing delays for three days, then the webhook is switched off', async () => {
    receiver.respond = reply => reply.writeHead(500).end(`No\0${'x'.repeat(5000)}`)
    const { _id } = await createWebhook('customer.created')
    await createCustomer('Cleo')
    const getNextAttempt = async () => {
      const [row] = await t.inStore(
        tx => tx<{ next: number }[]>`
          select extract(epoch from next_at - created_at)::float8 as next from webhook_delivery`,
      )
      return row?.next ?? 0
    }
    const [{ _id: first } = { _id: '' }] = await listDeliveries(_id)
    const attemptTimes: number[] = []
    for (let attempt = 1; attempt <= 7; attempt++) {
      expect(await sendDueDeliveries(t.app)).toBe(1)
      attemptTimes.push(await getNextAttempt())
      // A manual attempt is an additional one and does not change the schedule.
      if (attempt === 5) {
        expect(
          (await t.call('owner', webhookApi.replay, { params: { id: first } })).body.data,
        ).toMatchObject({ _id: first, isRepeat: true })
        expect(await sendDueDeliveries(t.app)).toBe(1)
        expect(Math.abs((await getNextAttempt()) / (attemptTimes.at(-1) ?? 0) - 1)).toBeLessThan(
          0.1,
        )
      }
      await t.inStore(
        tx =>
          tx`update webhook_delivery set created_at = created_at - (next_at - now()), next_at = now()`,
      )
    }
    const expected = [30, 150, 750, 2550, 9750, 31_350, 52_950]
    expect(attemptTimes.map((moment, n) => Math.round(moment / (expected[n] ?? 0)))).toEqual(
      expected.map(() => 1),
    )
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    const [delivery] = await listDeliveries(_id)
    expect(delivery).toMatchObject({
      status: 'waiting',
      attempts: 8,
      responseStatus: 500,
      nextAt: expect.any(String),
    })
    expect((await getDelivery(delivery?._id ?? '')).response).toBe(`No\uFFFD${'x'.repeat(997)}`)
    expect(await getWebhook(_id)).toMatchObject({
      status: 'failing',
      failingSince: expect.any(String),
    })

    await createCustomer('Dora')
    await t.inStore(tx => tx`update webhook set failing_since = failing_since - interval '3 days'`)
    await t.inStore(
      tx =>
        tx`update webhook_delivery
          set created_at = created_at - interval '3 days 10 minutes', next_at = now()
          where attempts > 0`,
    )
    await t.inStore(
      tx => tx`update webhook_delivery set next_at = now() + interval '1 hour' where attempts = 0`,
    )
    await sendDueDeliveries(t.app)
    expect((await listDeliveries(_id)).map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'off'],
      ['failed', ''],
    ])
    expect(await getWebhook(_id)).toMatchObject({ status: 'stopped' })
    expect((await t.call('owner', notificationApi.list)).body.data[0]).toMatchObject({
      kind: 'webhook_off',
      subject: 'developer',
      subjectId: _id,
      data: { url: receiver.url },
    })
    const before = (await listStoredEvents()).length
    await createCustomer('Emil')
    expect([await sendDueDeliveries(t.app), (await listStoredEvents()).length]).toEqual([0, before])

    receiver.respond = reply => reply.writeHead(200).end('Thanks')
    expect(
      (await t.call('owner', webhookApi.replay, { params: { id: delivery?._id ?? '' } })).body.code,
    ).toBe('switched_off')
    await t.call('owner', webhookApi.update, { params: { id: _id }, body: { isOn: true } })
    expect(
      (await t.call('owner', webhookApi.replay, { params: { id: delivery?._id ?? '' } })).status,
    ).toBe(202)
    await sendDueDeliveries(t.app)
    expect((await listDeliveries(_id))[0]).toMatchObject({
      status: 'delivered',
      isRepeat: true,
      event: delivery?.event,
    })
    expect(await getWebhook(_id)).toMatchObject({ status: 'on', failingSince: null })
  })

  test('is retried after 30 seconds if its first attempt was late or the clock was set back', async () => {
    receiver.respond = reply => reply.writeHead(503).end()
    await createWebhook('customer.created')
    const waitSeconds: number[] = []
    for (const age of ['9 hours', '-9 hours']) {
      await createCustomer('Ada')
      await t.inStore(
        tx =>
          tx`update webhook_delivery set created_at = created_at - ${age}::interval where attempts = 0`,
      )
      await sendDueDeliveries(t.app)
      const [row] = await t.inStore(
        tx => tx<{ wait: number }[]>`
          select extract(epoch from next_at - tried_at)::float8 as wait
          from webhook_delivery where attempts = 1 order by id desc limit 1`,
      )
      waitSeconds.push(Math.round((row?.wait ?? 0) / 10) * 10)
    }
    expect(waitSeconds).toEqual([30, 30])
  })

  test('is sent to a new URL immediately, and earlier failures do not count', async () => {
    receiver.respond = reply => reply.writeHead(500).end()
    const { _id } = await createWebhook('customer.created')
    await createCustomer('Cleo')
    await sendDueDeliveries(t.app)
    await t.inStore(tx => tx`update webhook set failing_since = failing_since - interval '2 days'`)
    await t.call('owner', webhookApi.update, { params: { id: _id }, body: { name: 'Till' } })
    expect([(await getWebhook(_id)).status, await sendDueDeliveries(t.app)]).toEqual(['failing', 0])
    receiver.respond = reply => reply.writeHead(204).end()
    await t.call('owner', webhookApi.update, {
      params: { id: _id },
      body: { url: `${receiver.url}/new` },
    })
    expect(await getWebhook(_id)).toMatchObject({ status: 'on', failingSince: null })
    expect([await sendDueDeliveries(t.app), (await listDeliveries(_id))[0]?.status]).toEqual([
      1,
      'delivered',
    ])
  })

  test('stores the error code, and redirects are not followed', async () => {
    receiver.respond = reply => reply.writeHead(307, { location: receiver.url }).end()
    const { _id } = await createWebhook('customer.created')
    await createCustomer('Cleo')
    await sendDueDeliveries(t.app)
    expect([await listDeliveries(_id), receiver.received.length]).toMatchObject([
      [{ status: 'waiting', responseStatus: 307 }],
      1,
    ])
    await makeDue()
    await sendDueDeliveries(t.app, publicInternetPolicy)
    expect((await listDeliveries(_id))[0]).toMatchObject({
      error: 'private',
      responseStatus: null,
      attempts: 2,
    })
    await makeDue()
    // A second lookup would return another address: the connection must use the checked one.
    let requestCount = 0
    await t.inStore(tx => tx`update webhook set url = replace(url, '127.0.0.1', 'rebound.example')`)
    await sendDueDeliveries(t.app, {
      resolve: async () => [
        { address: ++requestCount === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 },
      ],
      isAllowed: address => address === '127.0.0.1',
    })
    expect([requestCount, receiver.received.length]).toEqual([1, 2])
    await makeDue()
    await sendDueDeliveries(t.app, {
      resolve: () => Promise.reject(new Error('none')),
      isAllowed: () => true,
    })
    expect((await listDeliveries(_id))[0]).toMatchObject({ error: 'no_host' })
    await makeDue()
    await t.inStore(tx => tx`update webhook set secret = 'not a sealed secret'`)
    await sendDueDeliveries(t.app)
    expect((await listDeliveries(_id))[0]).toMatchObject({ error: 'no_secret', status: 'waiting' })
  })
})

test('a response counts if the process stops after its headers arrived', async () => {
  const { _id } = await createWebhook('customer.created')
  await createCustomer('Cleo')
  const stop = new AbortController()
  receiver.respond = reply => void reply.writeHead(200).write('Thank')
  // Published when the headers of the response have been read.
  const stopSoon = () => void setImmediate(() => stop.abort())
  subscribe('http.client.response.finish', stopSoon)
  onTestFinished(() => void unsubscribe('http.client.response.finish', stopSoon))
  const [claim] = await withTransaction(
    t.app.db,
    {},
    tx => tx<DeliveryClaim[]>`select * from claim_deliveries(1, 1, '{}', '{}', '1 minute')`,
  )
  if (claim) await sendDelivery(t.app, claim, getWebhookPolicy(t.app.config), stop.signal)
  expect((await listDeliveries(_id))[0]).toMatchObject({ status: 'delivered', responseStatus: 200 })
})

test('events and deliveries are deleted after 30 days', async () => {
  await createWebhook('customer.created')
  await createCustomer('Old')
  await t.inStore(tx => tx`update webhook_event set created_at = now() - interval '31 days'`)
  await t.inStore(
    tx =>
      tx`update webhook_delivery set created_at = now() - interval '31 days', status = 'delivered'`,
  )
  await createCustomer('New')
  await t.sql`select graphile_worker.add_job('webhook.cleanup')`
  await t.runJobs()
  expect(await t.inStore(tx => tx`select data ->> 'name' as name from webhook_event`)).toEqual([
    { name: 'New' },
  ])
})
