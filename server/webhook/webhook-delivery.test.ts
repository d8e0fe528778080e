import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type WebhookDeliveryDetail, webhookApi } from '#contract/developer/webhook.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { withTransaction } from '../lib/db/db.ts'
import { publicInternetPolicy } from '../lib/security/guarded-request.ts'
import { createWebhookTester, startWebhookReceiver } from '../testing/subject/webhook-testing.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { getWebhookPolicy } from './rule/webhook-url.ts'
import { sendDueDeliveries } from './webhook-delivery-worker.ts'
import { type DeliveryClaim, sendDelivery } from './webhook-send.ts'

let t: TestApp
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let webhooks: ReturnType<typeof createWebhookTester>
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  receiver = await startWebhookReceiver()
  webhooks = createWebhookTester(t, receiver)
})
afterAll(async () => {
  receiver.close()
  await t.close()
})
beforeEach(() => webhooks.reset())

const getDelivery = async (id: string): Promise<WebhookDeliveryDetail> =>
  (await t.call('owner', webhookApi.getDelivery, { params: { id } })).body.data
const getWebhook = async (id: string) =>
  (await t.call('owner', webhookApi.list)).body.data.find(({ _id }: { _id: string }) => _id === id)

describe('a failed delivery', () => {
  test('is retried with growing delays for three days, then the webhook is switched off', async () => {
    receiver.respond = reply => reply.writeHead(500).end(`No\0${'x'.repeat(5000)}`)
    const { _id } = await webhooks.createWebhook('customer.created')
    await webhooks.createCustomer('Cleo')
    const getNextAttempt = async () => {
      const [row] = await t.inStore(
        tx => tx<{ next: number }[]>`
          select extract(epoch from next_attempt_at - created_at)::float8 as next from webhook_delivery`,
      )
      return row?.next ?? 0
    }
    const [{ _id: first } = { _id: '' }] = await webhooks.listDeliveries(_id)
    const attemptTimes: number[] = []
    for (let attempt = 1; attempt <= 7; attempt++) {
      expect(await sendDueDeliveries(t.app)).toBe(1)
      attemptTimes.push(await getNextAttempt())
      // A manual attempt is an additional one and does not change the schedule.
      if (attempt === 5) {
        expect(
          (await t.call('owner', webhookApi.resend, { params: { id: first } })).body.data,
        ).toMatchObject({ _id: first, isManual: true })
        expect(await sendDueDeliveries(t.app)).toBe(1)
        expect(Math.abs((await getNextAttempt()) / (attemptTimes.at(-1) ?? 0) - 1)).toBeLessThan(
          0.1,
        )
      }
      await t.inStore(
        tx =>
          tx`update webhook_delivery set created_at = created_at - (next_attempt_at - now()), next_attempt_at = now()`,
      )
    }
    const expected = [30, 150, 750, 2550, 9750, 31_350, 52_950]
    expect(attemptTimes.map((moment, n) => Math.round(moment / (expected[n] ?? 0)))).toEqual(
      expected.map(() => 1),
    )
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    const [delivery] = await webhooks.listDeliveries(_id)
    expect(delivery).toMatchObject({
      status: 'waiting',
      attempts: 8,
      responseStatus: 500,
      nextAttemptAt: expect.any(String),
    })
    expect((await getDelivery(delivery?._id ?? '')).response).toBe(`No\uFFFD${'x'.repeat(997)}`)
    expect(await getWebhook(_id)).toMatchObject({
      status: 'failing',
      failingSince: expect.any(String),
    })

    await webhooks.createCustomer('Dora')
    await t.inStore(tx => tx`update webhook set failing_since = failing_since - interval '3 days'`)
    await t.inStore(
      tx =>
        tx`update webhook_delivery
          set created_at = created_at - interval '3 days 10 minutes', next_attempt_at = now()
          where attempts > 0`,
    )
    await t.inStore(
      tx =>
        tx`update webhook_delivery set next_attempt_at = now() + interval '1 hour' where attempts = 0`,
    )
    await sendDueDeliveries(t.app)
    expect(
      (await webhooks.listDeliveries(_id)).map(({ status, error }) => [status, error]),
    ).toEqual([
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
    const before = (await webhooks.listStoredEvents()).length
    await webhooks.createCustomer('Emil')
    expect([await sendDueDeliveries(t.app), (await webhooks.listStoredEvents()).length]).toEqual([
      0,
      before,
    ])

    receiver.respond = reply => reply.writeHead(200).end('Thanks')
    expect(
      (await t.call('owner', webhookApi.resend, { params: { id: delivery?._id ?? '' } })).body.code,
    ).toBe('switched_off')
    await t.call('owner', webhookApi.update, {
      params: { id: _id },
      body: { isOn: true, password: samplePassword },
    })
    expect(
      (await t.call('owner', webhookApi.resend, { params: { id: delivery?._id ?? '' } })).status,
    ).toBe(202)
    await sendDueDeliveries(t.app)
    expect((await webhooks.listDeliveries(_id))[0]).toMatchObject({
      status: 'delivered',
      isManual: true,
      event: delivery?.event,
    })
    expect(await getWebhook(_id)).toMatchObject({ status: 'on', failingSince: null })
  })

  test('is retried after 30 seconds if its first attempt was late or the clock was set back', async () => {
    receiver.respond = reply => reply.writeHead(503).end()
    await webhooks.createWebhook('customer.created')
    const waitSeconds: number[] = []
    for (const age of ['9 hours', '-9 hours']) {
      await webhooks.createCustomer('Ada')
      await t.inStore(
        tx =>
          tx`update webhook_delivery set created_at = created_at - ${age}::interval where attempts = 0`,
      )
      await sendDueDeliveries(t.app)
      const [row] = await t.inStore(
        tx => tx<{ wait: number }[]>`
          select extract(epoch from next_attempt_at - last_attempt_at)::float8 as wait
          from webhook_delivery where attempts = 1 order by id desc limit 1`,
      )
      waitSeconds.push(Math.round((row?.wait ?? 0) / 10) * 10)
    }
    expect(waitSeconds).toEqual([30, 30])
  })

  test('is sent to a new URL immediately, and earlier failures do not count', async () => {
    receiver.respond = reply => reply.writeHead(500).end()
    const { _id } = await webhooks.createWebhook('customer.created')
    await webhooks.createCustomer('Cleo')
    await sendDueDeliveries(t.app)
    await t.inStore(tx => tx`update webhook set failing_since = failing_since - interval '2 days'`)
    await t.call('owner', webhookApi.update, { params: { id: _id }, body: { name: 'Till' } })
    expect([(await getWebhook(_id)).status, await sendDueDeliveries(t.app)]).toEqual(['failing', 0])
    receiver.respond = reply => reply.writeHead(204).end()
    await t.call('owner', webhookApi.update, {
      params: { id: _id },
      body: { url: `${receiver.url}/new`, password: samplePassword },
    })
    expect(await getWebhook(_id)).toMatchObject({ status: 'on', failingSince: null })
    expect([
      await sendDueDeliveries(t.app),
      (await webhooks.listDeliveries(_id))[0]?.status,
    ]).toEqual([1, 'delivered'])
  })

  test('stores the error code, and redirects are not followed', async () => {
    receiver.respond = reply => reply.writeHead(307, { location: receiver.url }).end()
    const { _id } = await webhooks.createWebhook('customer.created')
    await webhooks.createCustomer('Cleo')
    await sendDueDeliveries(t.app)
    expect([await webhooks.listDeliveries(_id), receiver.received.length]).toMatchObject([
      [{ status: 'waiting', responseStatus: 307 }],
      1,
    ])
    await webhooks.makeDue()
    await sendDueDeliveries(t.app, publicInternetPolicy)
    expect((await webhooks.listDeliveries(_id))[0]).toMatchObject({
      error: 'private',
      responseStatus: null,
      attempts: 2,
    })
    await webhooks.makeDue()
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
    await webhooks.makeDue()
    await sendDueDeliveries(t.app, {
      resolve: () => Promise.reject(new Error('none')),
      isAllowed: () => true,
    })
    expect((await webhooks.listDeliveries(_id))[0]).toMatchObject({ error: 'no_host' })
    await webhooks.makeDue()
    await t.inStore(tx => tx`update webhook set secret = 'not an encrypted secret'`)
    await sendDueDeliveries(t.app)
    expect((await webhooks.listDeliveries(_id))[0]).toMatchObject({
      error: 'no_secret',
      status: 'waiting',
    })
  })
})

test('a response counts if the process stops after its headers arrived', async () => {
  const { _id } = await webhooks.createWebhook('customer.created')
  await webhooks.createCustomer('Cleo')
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
  expect((await webhooks.listDeliveries(_id))[0]).toMatchObject({
    status: 'delivered',
    responseStatus: 200,
  })
})
