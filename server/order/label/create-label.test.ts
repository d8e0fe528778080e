import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import { orderLabelApi } from '#contract/order/file/order-label.ts'
import type { FulfillmentState } from '#contract/order/order-state.ts'
import { labelServiceApi } from '#contract/store/label-service.ts'
import { storeApi } from '#contract/store/store.ts'
import {
  fakeCarrierSecret,
  fakeLabelContent,
  sendJson,
  startFakeCarrier,
} from '../../testing/provider/fake-carrier.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { samplePassword } from '../../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { getWebhookPolicy } from '../../webhook/rule/webhook-url.ts'
import { createHttpLabelService } from './http-label-service.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let carrier: Awaited<ReturnType<typeof startFakeCarrier>>
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  tester = createOrderTester(t)
  carrier = await startFakeCarrier()
  await setAddress({ line1: '1 Mill Lane', city: 'Bath', postalCode: 'BA1 1AA', country: 'GB' })
})
afterAll(async () => {
  await t.close()
  await carrier.close()
})

type Caller = Parameters<TestApp['call']>[0]
const setAddress = (address: object) =>
  t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { address } },
  })
const setService = (change: object = {}, as: Caller = 'owner') =>
  t.call(as, labelServiceApi.set, {
    body: {
      name: 'Parcels Ltd',
      url: carrier.url,
      secret: fakeCarrierSecret,
      password: samplePassword,
      ...change,
    },
  })
const createLabel = (id: string, as: Caller = 'owner') =>
  t.call(as, orderLabelApi.createLabel, { params: { id } })
async function createParcel() {
  const { variant } = await tester.createProduct()
  const { _id } = await tester.createOrderData({
    customer: { name: 'Ada' },
    lines: [{ variant, quantity: 1 }],
  })
  const parcelChange = { kind: 'createParcel', status: 'packed', weight: 1200 } as const
  await tester.applyChange(await tester.getOrder(_id), { ...parcelChange, isNotified: false })
  const { fulfillments } = await tester.getOrder(_id)
  return { order: _id, parcel: fulfillments[0]?._id ?? '' }
}
const moveParcel = async (
  { order, parcel }: { order: string; parcel: string },
  status: FulfillmentState,
) =>
  tester.makeChange(await tester.getOrder(order), {
    kind: 'updateParcel',
    parcel,
    status,
    isNotified: false,
  })
const listAuditEntries = async () =>
  (
    await t.inStore(tx => tx<{ name: string }[]>`select action || ' ' || entity as name from audit`)
  ).map(({ name }) => name)
const listStoredFiles = () =>
  readdir(join(t.app.config.dataDir, 'orders', t.people.owner.storeId)).catch(() => [])
/** Returns the order, its files and the stored bytes, which a failed label must not change. */
const readState = async (order: string) => [
  await tester.getOrder(order),
  (await t.call('owner', orderFileApi.listFiles, { params: { id: order } })).body.data,
  await listStoredFiles(),
]

describe('the label service', () => {
  test('needs the password, a secret first, and hides the secret', async () => {
    await t.call('owner', labelServiceApi.delete)
    const refusals = [
      await setService({ password: 'wrong-password-1' }),
      await setService({ secret: undefined }),
      await setService({ secret: 'open sesame' }),
      await setService({ url: 'ftp://example.com' }),
      await setService({}, 'stranger'),
    ]
    expect(refusals.slice(0, 4).map(({ status }) => status)).toEqual([400, 422, 422, 422])
    expect((await t.call('owner', labelServiceApi.get)).body.data).toBeNull()
    expect((await t.call('stranger', labelServiceApi.get)).body.data).not.toBeNull()
    await t.call('stranger', labelServiceApi.delete)

    const reply = await setService()
    expect([reply.status, reply.body.data]).toEqual([
      200,
      {
        name: 'Parcels Ltd',
        url: carrier.url,
        maskedSecret: `whsec_…${fakeCarrierSecret.slice(-4)}`,
        updatedAt: expect.any(String),
      },
    ])
    const renamed = await setService({ name: 'Parcels', secret: undefined })
    expect(renamed.body.data).toMatchObject({ name: 'Parcels' })
    const [row] = await t.inStore(
      tx => tx<{ secret: Uint8Array }[]>`select secret from label_service`,
    )
    expect(Buffer.from(row?.secret ?? []).includes(fakeCarrierSecret)).toBe(false)
    await t.call('owner', labelServiceApi.delete)
    await setService()
    expect(await listAuditEntries()).toEqual(
      expect.arrayContaining([
        'insert label_service',
        'update label_service',
        'delete label_service',
      ]),
    )
  })
})

describe('a label', () => {
  beforeEach(async () => void (await setService()))
  test('is stored with its file, tracking number, postage and timeline entry', async () => {
    const { order, parcel } = await createParcel()
    const { status, body } = await createLabel(parcel)
    expect([status, body.data]).toMatchObject([
      201,
      { purpose: 'label', parcel, contentType: 'application/pdf' },
    ])
    const file = await t.call('owner', orderFileApi.getFile, { params: { id: body.data._id } })
    expect(file.body).toBe(fakeLabelContent)
    const { fulfillments, timeline, number } = await tester.getOrder(order)
    expect(fulfillments).toMatchObject([
      { carrier: 'UPS', trackingNumber: expect.stringMatching(/^1Z-L/), postage: 590 },
    ])
    expect(fulfillments[0]?.trackingUrl).toContain('ups.com')
    expect(timeline.at(-1)).toMatchObject({
      type: 'label_created',
      data: { fulfillment: `${number}-F1`, labelService: 'Parcels Ltd' },
    })
    expect(carrier.messages.at(-1)?.data).toMatchObject({
      reference: `${number}-F1`,
      weight: 1200,
      currency: 'USD',
      sender: { address: { city: 'Bath' } },
      recipient: { address: { city: 'London', name: 'Ada Byron' } },
    })
    expect((await createLabel(parcel)).body.code).toBe('label_exists')
    expect(await listAuditEntries()).toEqual(
      expect.arrayContaining(['insert order_file', 'update fulfillment', 'insert order_event']),
    )
  })

  test('is created once if its reply was lost', async () => {
    const { order, parcel } = await createParcel()
    const before = await readState(order)
    const { size } = carrier.labels
    carrier.reactNext((response, keep) => {
      keep()
      response.destroy()
    })
    const lost = await createLabel(parcel)
    expect([lost.status, lost.body.code]).toEqual([503, 'label_service_unreachable'])
    expect(await readState(order)).toEqual(before)
    expect((await createLabel(parcel)).status).toBe(201)
    expect(carrier.labels.size).toBe(size + 1)
  })

  test('is created once by two calls at once', async () => {
    const { order, parcel } = await createParcel()
    const { size } = carrier.labels
    const messageCount = carrier.messages.length
    const { promise, resolve } = Promise.withResolvers<void>()
    carrier.reactNext(async (response, keep) => {
      await promise
      sendJson(response, keep())
    })
    const first = createLabel(parcel)
    await expect.poll(() => carrier.messages.length).toBe(messageCount + 1)
    expect((await createLabel(parcel)).body.code).toBe('label_in_progress')
    resolve()
    expect((await first).status).toBe(201)
    expect(carrier.labels.size).toBe(size + 1)
    expect((await readState(order))[1]).toHaveLength(1)
  })

  test('is bought again after it was deleted, and for a changed address', async () => {
    const { parcel } = await createParcel()
    const { body } = await createLabel(parcel)
    await t.call('owner', orderFileApi.deleteFile, { params: { id: body.data._id } })
    const { size } = carrier.labels
    expect((await createLabel(parcel)).status).toBe(201)
    expect(carrier.labels.size).toBe(size + 1)
  })

  test('is not created for a parcel that has left, whose label stays valid without its file', async () => {
    const { order, parcel } = await createParcel()
    const { body } = await createLabel(parcel)
    const label = [...carrier.labels.values()].at(-1)
    await moveParcel({ order, parcel }, 'shipped')
    await t.call('owner', orderFileApi.deleteFile, { params: { id: body.data._id } })
    await t.runJobs()
    const messageCount = carrier.messages.length
    for (const status of ['shipped', 'lost', 'delivered'] as const) {
      if (status !== 'shipped') await moveParcel({ order, parcel }, status)
      const before = await readState(order)
      const auditCount = (await listAuditEntries()).length
      const reply = await createLabel(parcel)
      expect([reply.status, reply.body.code]).toEqual([409, 'label_parcel_not_packed'])
      expect([await readState(order), (await listAuditEntries()).length]).toEqual([
        before,
        auditCount,
      ])
    }
    await t.runJobs()
    expect([label?.isCanceled, carrier.messages.length]).toEqual([false, messageCount])
    // A shipment that was recorded by mistake is undone first. Without its file, no one uses the label.
    await moveParcel({ order, parcel }, 'shipped')
    await moveParcel({ order, parcel }, 'packed')
    expect((await createLabel(parcel)).status).toBe(201)
    await t.runJobs()
    expect([label?.isCanceled, [...carrier.labels.values()].at(-1)?.isCanceled]).toEqual([
      true,
      false,
    ])
  })

  const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64')
  test.each([
    ['a refusal', 422, 'label_refused', r => sendJson(r, { message: 'No such street.' }, 400)],
    [
      'a refusal without a reason',
      422,
      'label_refused_without_reason',
      r => r.writeHead(404).end(),
    ],
    ['an error', 503, 'label_service_unreachable', r => r.writeHead(500).end()],
    ['a full queue', 503, 'label_service_unreachable', r => r.writeHead(429).end()],
    ['a closed connection', 503, 'label_service_unreachable', r => r.destroy()],
    [
      'a redirect',
      502,
      'label_reply_invalid',
      r => r.writeHead(307, { location: carrier.url }).end(),
    ],
    [
      'a web page',
      502,
      'label_reply_invalid',
      r => r.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>'),
    ],
    ['no label', 502, 'label_reply_invalid', r => sendJson(r, {})],
    [
      '50 MB',
      502,
      'label_reply_invalid',
      r => r.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(50e6, ' ')),
    ],
    [
      'a label of another type',
      502,
      'label_reply_invalid',
      (r, keep) =>
        sendJson(r, {
          ...keep(),
          label: { contentType: 'application/pdf', content: base64('<script>') },
        }),
    ],
    [
      'a label of 3 MB',
      502,
      'label_reply_invalid',
      (r, keep) =>
        sendJson(r, {
          ...keep(),
          label: {
            contentType: 'application/pdf',
            content: base64(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(3e6)])),
          },
        }),
    ],
    [
      'a tracking page without https',
      502,
      'label_reply_invalid',
      (r, keep) => sendJson(r, { ...keep(), trackingUrl: 'javascript:alert(1)' }),
    ],
  ] satisfies [string, number, string, Parameters<typeof carrier.reactNext>[0]][])(
    'is not stored after %s, and can be created later',
    async (_, status, code, reaction) => {
      const { order, parcel } = await createParcel()
      const before = await readState(order)
      carrier.reactNext(reaction)
      const reply = await createLabel(parcel)
      expect([reply.status, reply.body.code]).toEqual([status, code])
      expect(await readState(order)).toEqual(before)
      expect((await createLabel(parcel)).status).toBe(201)
    },
  )

  test.each([
    ['canceled', 'cancelled', 'shipment_canceled'],
    ['shipped', 'shipped', 'label_parcel_not_packed'],
  ] as const)(
    'is canceled at the service if the parcel was %s meanwhile',
    async (_, parcelStatus, code) => {
      const { order, parcel } = await createParcel()
      carrier.reactNext(async (response, keep) => {
        await moveParcel({ order, parcel }, parcelStatus)
        sendJson(response, keep())
      })
      expect((await createLabel(parcel)).body.code).toBe(code)
      await t.runJobs()
      expect([...carrier.labels.values()].at(-1)).toMatchObject({ isCanceled: true })
      const state = await readState(order)
      const messageCount = carrier.messages.length
      expect(state[1]).toEqual([])
      expect((await createLabel(parcel)).body.code).toBe(code)
      expect([await readState(order), carrier.messages.length]).toEqual([state, messageCount])
    },
  )

  test('is not waited for without end', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    carrier.reactNext(async response => {
      await released
      response.destroy()
    })
    const service = { name: 'Parcels Ltd', url: carrier.url, secret: fakeCarrierSecret }
    const slowCarrier = createHttpLabelService(service, getWebhookPolicy(t.app.config), 300)
    await expect(slowCarrier.cancelLabel(crypto.randomUUID())).rejects.toMatchObject({
      code: 'label_service_unreachable',
    })
    release()
  })

  test('has no postage in another currency', async () => {
    const { order, parcel } = await createParcel()
    carrier.reactNext((response, keep) =>
      sendJson(response, { ...keep(), postage: { amount: 1, currency: 'EUR' } }),
    )
    expect((await createLabel(parcel)).status).toBe(201)
    expect((await tester.getOrder(order)).fulfillments).toMatchObject([{ postage: null }])
  })

  test('is not requested for a parcel of another store, or with a wrong secret', async () => {
    const { order, parcel } = await createParcel()
    const before = await readState(order)
    const messageCount = carrier.messages.length
    expect((await createLabel(parcel, 'stranger')).body.code).toBe('shipment_not_found')
    await setService({ secret: `whsec_${base64(Buffer.alloc(24, 8))}` })
    expect((await createLabel(parcel)).body).toMatchObject({
      code: 'label_refused',
      params: { reason: 'The signature is wrong.' },
    })
    expect([carrier.messages.length, await readState(order)]).toEqual([messageCount, before])
    await t.call('owner', labelServiceApi.delete)
    expect((await createLabel(parcel)).body.code).toBe('label_service_missing')
  })
})
