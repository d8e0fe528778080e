import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import { orderLabelApi } from '#contract/order/file/order-label.ts'
import type { Order } from '#contract/order/order.ts'
import { labelServiceApi } from '#contract/store/label-service.ts'
import { storeApi } from '#contract/store/store.ts'
import {
  fakeCarrierSecret,
  sendJson,
  startFakeCarrier,
} from '../../testing/provider/fake-carrier.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { samplePassword } from '../../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let carrier: Awaited<ReturnType<typeof startFakeCarrier>>
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  tester = createOrderTester(t)
  carrier = await startFakeCarrier()
  const address = { line1: '1 Mill Lane', city: 'Bath', postalCode: 'BA1 1AA', country: 'GB' }
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { address } },
  })
  await setService()
})
// Otherwise, the service would answer a waiting cancellation of an earlier test.
beforeEach(() => t.runJobs())
afterAll(async () => {
  await t.close()
  await carrier.close()
})

const setService = (url = carrier.url) =>
  t.call('owner', labelServiceApi.set, {
    body: { name: 'Parcels Ltd', url, secret: fakeCarrierSecret, password: samplePassword },
  })
const createLabel = (id: string) => t.call('owner', orderLabelApi.createLabel, { params: { id } })
async function createParcel() {
  const { variant } = await tester.createProduct()
  const { _id } = await tester.createOrderData({
    customer: { name: 'Ada' },
    lines: [{ variant, quantity: 2 }],
  })
  await packOpenUnits(_id)
  const { fulfillments } = await tester.getOrder(_id)
  return { order: _id, parcel: fulfillments[0]?._id ?? '' }
}
const packOpenUnits = async (order: string, lines?: { line: string; quantity: number }[]) =>
  tester.applyChange(await tester.getOrder(order), {
    kind: 'createParcel',
    status: 'packed',
    isNotified: false,
    ...(lines && { lines }),
  })
async function createLabeledParcel() {
  const ids = await createParcel()
  const reply = await createLabel(ids.parcel)
  expect(reply.status).toBe(201)
  return { ...ids, file: reply.body.data._id, label: getLastLabel() }
}
const getNumber = (label: ReturnType<typeof getLastLabel>) => `1Z-${label?.labelId}`
const getLastLabel = () => [...carrier.labels.values()].at(-1)
const cancelParcel = async ({ order, parcel }: { order: string; parcel: string }) =>
  tester.applyChange(await tester.getOrder(order), {
    kind: 'updateParcel',
    parcel,
    status: 'cancelled',
    isNotified: false,
  })
const listLabelEvents = async (order: string) =>
  (await tester.getOrder(order)).timeline
    .filter(({ type }) => type.startsWith('label_'))
    .map(({ type, data }) => [type, data.note])
const listFiles = async (order: string) =>
  (await t.call('owner', orderFileApi.listFiles, { params: { id: order } })).body.data
/** Lets a job that failed run again at once, as its n-th attempt. */
const retryJob = async (attempt: number) => {
  const jobs = await t.sql`
    update graphile_worker._private_jobs set run_at = now(), attempts = ${attempt - 1}
    where key like 'order.cancelLabel %' returning 1`
  expect(jobs).toHaveLength(1)
  await t.runJobs()
}
const countCancellations = () =>
  carrier.messages.filter(({ type }) => type === 'label.cancel').length

describe('the label of a canceled parcel', () => {
  test('is canceled at the service once, with a timeline entry, and its file is deleted', async () => {
    const { order, parcel, label } = await createLabeledParcel()
    const before = countCancellations()
    await cancelParcel({ order, parcel })
    expect([label?.isCanceled, await listFiles(order)]).toEqual([false, []])
    await t.runJobs()
    expect([label?.isCanceled, countCancellations()]).toEqual([true, before + 1])
    const { timeline, number } = await tester.getOrder(order)
    expect(timeline.at(-1)).toMatchObject({
      type: 'label_canceled',
      data: {
        fulfillment: `${number}-F1`,
        labelService: 'Parcels Ltd',
        carrier: 'UPS',
        trackingNumber: getNumber(label),
      },
    })
    // The job of a process that was killed before it ended runs again.
    const [request] = await t.inStore(
      tx => tx<{ id: string }[]>`select id from label_request where parcel_id = ${parcel}`,
    )
    await t.inStore(
      tx =>
        tx`select add_job('order.cancelLabel', ${tx.json({ storeId: t.people.owner.storeId, id: request?.id ?? '' })}::json)`,
    )
    await t.runJobs()
    expect(await listLabelEvents(order)).toHaveLength(2)
  })

  test('is not canceled by a preview', async () => {
    const { order, parcel, label } = await createLabeledParcel()
    await tester.previewChange(await tester.getOrder(order), {
      kind: 'updateParcel',
      parcel,
      status: 'cancelled',
    })
    await t.runJobs()
    expect([label?.isCanceled, (await listFiles(order)).length]).toEqual([false, 1])
  })

  test('is canceled with its order', async () => {
    const { order, label } = await createLabeledParcel()
    await tester.updateStatus(order, 'cancelled', { reason: 'customer' })
    await t.runJobs()
    expect(label?.isCanceled).toBe(true)
    expect(await listLabelEvents(order)).toEqual([
      ['label_created', undefined],
      ['label_canceled', undefined],
    ])
  })

  test('is canceled when its parcel is merged into another one', async () => {
    const { variant } = await tester.createProduct()
    const { _id, lines } = await tester.createOrderData({
      customer: { name: 'Ada' },
      lines: [{ variant, quantity: 2 }],
    })
    await packOpenUnits(_id, [{ line: lines[0]?._id ?? '', quantity: 1 }])
    await packOpenUnits(_id)
    const order = await tester.getOrder(_id)
    const [first, second] = order.fulfillments.map(parcel => parcel._id)
    await createLabel(first ?? '')
    const label = getLastLabel()
    const merged = await tester.applyChange(await tester.getOrder(_id), {
      kind: 'mergeParcels',
      parcel: first ?? '',
      into: second ?? '',
    })
    expect(merged.status).toBe(200)
    await t.runJobs()
    expect(label?.isCanceled).toBe(true)
    expect(merged.body.data.fulfillments[1]).toMatchObject({ trackingNumber: '', postage: null })
  })

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['an error', response => response.writeHead(500).end()],
    ['a lost reply', response => response.destroy()],
  ])('is retried after %s, while the order can be changed', async (_, reaction) => {
    const { order, parcel, label } = await createLabeledParcel()
    await cancelParcel({ order, parcel })
    let status = 0
    carrier.reactNext(async response => {
      // No lock is held while the service replies.
      status = (await packOpenUnits(order)).status
      reaction(response)
    })
    await t.runJobs()
    expect([status, label?.isCanceled, (await listLabelEvents(order)).length]).toEqual([
      200,
      false,
      1,
    ])
    await retryJob(2)
    expect(label?.isCanceled).toBe(true)
    expect((await listLabelEvents(order)).at(-1)).toEqual(['label_canceled', undefined])
  })

  test('is left to staff after a refusal', async () => {
    const { order, parcel } = await createLabeledParcel()
    await cancelParcel({ order, parcel })
    carrier.reactNext(response => sendJson(response, { message: 'It was used.' }, 409))
    await t.runJobs()
    expect((await listLabelEvents(order)).at(-1)).toEqual(['label_not_canceled', 'It was used.'])
    expect(
      await t.sql`select from graphile_worker._private_jobs where key like 'order.cancelLabel %'`,
    ).toHaveLength(0)
  })

  test('is left to staff if the service does not reply to the last attempt', async () => {
    const { order, parcel } = await createLabeledParcel()
    await cancelParcel({ order, parcel })
    carrier.reactNext(response => void response.destroy())
    await t.runJobs()
    expect(await listLabelEvents(order)).toHaveLength(1)
    carrier.reactNext(response => void response.destroy())
    await retryJob(25)
    expect((await listLabelEvents(order)).at(-1)).toEqual(['label_not_canceled', undefined])
  })

  test('is left to staff if the store has another service', async () => {
    const { order, parcel, label } = await createLabeledParcel()
    await cancelParcel({ order, parcel })
    const before = countCancellations()
    await setService(carrier.url.replace('/labels', '/other'))
    await t.runJobs()
    await setService()
    expect([label?.isCanceled, countCancellations()]).toEqual([false, before])
    expect((await listLabelEvents(order)).at(-1)).toEqual(['label_not_canceled', undefined])
  })

  test('is not used by a restored parcel, which gets another one', async () => {
    const { order, parcel, label } = await createLabeledParcel()
    await cancelParcel({ order, parcel })
    const restored = await tester.applyChange(await tester.getOrder(order), {
      kind: 'updateParcel',
      parcel,
      status: 'packed',
    })
    expect(restored.body.data.fulfillments).toMatchObject([
      { status: 'packed', carrier: '', trackingNumber: '', trackingUrl: '', postage: null },
    ])
    expect((await createLabel(parcel)).status).toBe(201)
    const nextLabel = getLastLabel()
    await t.runJobs()
    expect([label?.isCanceled, nextLabel?.isCanceled]).toEqual([true, false])
    expect(await listFiles(order)).toHaveLength(1)
  })

  test('is not used by a restored parcel either if staff wrote its number with spaces', async () => {
    const { order, parcel } = await createLabeledParcel()
    const change = async (input: object): Promise<Order> =>
      (
        await tester.applyChange(await tester.getOrder(order), {
          kind: 'updateParcel',
          parcel,
          ...input,
        })
      ).body.data
    const { fulfillments } = await tester.getOrder(order)
    const spacedNumber = [...(fulfillments[0]?.trackingNumber ?? '')].join(' ')
    await change({ tracking: { number: spacedNumber } })
    await change({ status: 'shipped' })
    expect((await change({ status: 'cancelled' })).fulfillments).toMatchObject([
      { trackingNumber: spacedNumber },
    ])
    expect((await change({ status: 'packed' })).fulfillments).toMatchObject([
      { status: 'packed', carrier: '', trackingNumber: '', postage: null },
    ])
  })

  test('leaves a tracking number that staff entered when its parcel is restored again', async () => {
    const { order, parcel } = await createLabeledParcel()
    const update = async (change: object): Promise<Order> =>
      (
        await tester.applyChange(await tester.getOrder(order), {
          kind: 'updateParcel',
          parcel,
          ...change,
        })
      ).body.data
    await update({ status: 'cancelled' })
    await update({ status: 'packed' })
    await update({ tracking: { carrier: 'UPS', number: 'BY-HAND-1' }, postage: 450 })
    await update({ status: 'cancelled' })
    expect((await update({ status: 'packed' })).fulfillments).toMatchObject([
      { status: 'packed', carrier: 'UPS', trackingNumber: 'BY-HAND-1', postage: 450 },
    ])
  })

  test('is canceled even if its reply was lost', async () => {
    const ids = await createParcel()
    carrier.reactNext((response, keep) => {
      keep()
      response.destroy()
    })
    expect((await createLabel(ids.parcel)).status).toBe(503)
    const label = getLastLabel()
    await cancelParcel(ids)
    await t.runJobs()
    expect(label?.isCanceled).toBe(true)
    expect(await listLabelEvents(ids.order)).toEqual([])
  })
})

describe('a label whose cancellation was refused', () => {
  async function createRefusedLabel() {
    const labeled = await createLabeledParcel()
    await cancelParcel(labeled)
    carrier.reactNext(response => sendJson(response, { message: 'It was used.' }, 409))
    await t.runJobs()
    const order = await tester.getOrder(labeled.order)
    return { ...labeled, order, request: order.uncanceledLabels[0]?._id ?? '' }
  }
  const toResolution = (label: string, isCanceled: boolean) =>
    ({ kind: 'resolveLabelCancellation', label, isCanceled }) as const

  test('is named by its parcel until the service cancels it', async () => {
    const { order, parcel, label, request } = await createRefusedLabel()
    expect(order.uncanceledLabels).toEqual([
      {
        _id: request,
        parcel,
        service: 'Parcels Ltd',
        labelNumber: order.fulfillments[0]?.trackingNumber,
      },
    ])
    const before = await t.changes()
    await tester.previewChange(order, toResolution(request, false))
    expect(await t.changes()).toBe(before)
    const retried = await tester.makeChange(order, toResolution(request, false))
    expect(retried.uncanceledLabels).toEqual([])
    await t.runJobs()
    expect(label?.isCanceled).toBe(true)
    expect((await listLabelEvents(order._id)).map(([type]) => type)).toEqual([
      'label_created',
      'label_not_canceled',
      'label_retried',
      'label_canceled',
    ])
  })

  test('is recorded once by staff who canceled it at the carrier', async () => {
    const { order, label, request } = await createRefusedLabel()
    const before = countCancellations()
    const resolved = await tester.makeChange(order, toResolution(request, true))
    expect(resolved).toMatchObject({ uncanceledLabels: [], status: order.status })
    expect(resolved.timeline.at(-1)?.type).toBe('label_canceled')
    await t.runJobs()
    expect([label?.isCanceled, countCancellations()]).toEqual([false, before])
    const changes = await t.changes()
    const again = await tester.applyChange(resolved, toResolution(request, true))
    expect([again.status, again.body.errors?.[0]?.path]).toEqual([422, 'change.label'])
    expect(await t.changes()).toBe(changes)
  })

  test('is not requested from another service, nor resolved by another order', async () => {
    const { order, request } = await createRefusedLabel()
    const { order: otherId } = await createParcel()
    const other = await tester.getOrder(otherId)
    await setService(carrier.url.replace('/labels', '/other'))
    const before = await t.changes()
    const replies = [
      await tester.applyChange(order, toResolution(request, false)),
      await tester.applyChange(other, toResolution(request, true)),
    ]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'label_service_missing'],
      [422, expect.any(String)],
    ])
    expect(await t.changes()).toBe(before)
    await setService()
  })
})

describe('a deleted label', () => {
  const deleteFile = (id: string) => t.call('owner', orderFileApi.deleteFile, { params: { id } })

  test('of a packed parcel is canceled, and another one can be created', async () => {
    const { order, parcel, file, label } = await createLabeledParcel()
    await deleteFile(file)
    expect((await tester.getOrder(order)).fulfillments).toMatchObject([
      { status: 'packed', trackingNumber: '', trackingUrl: '', postage: null },
    ])
    expect((await createLabel(parcel)).status).toBe(201)
    await t.runJobs()
    expect([label?.isCanceled, getLastLabel()?.isCanceled]).toEqual([true, false])
    expect(await listFiles(order)).toHaveLength(1)
    const { fulfillments, timeline } = await tester.getOrder(order)
    expect(fulfillments).toMatchObject([{ trackingNumber: getNumber(getLastLabel()) }])
    expect(timeline.at(-1)).toMatchObject({
      type: 'label_canceled',
      data: { trackingNumber: getNumber(label), carrier: '' },
    })
  })

  test('is named by its own number, or by none, until its refused cancellation is resolved', async () => {
    const { order: id, parcel, file, label } = await createLabeledParcel()
    await deleteFile(file)
    expect((await createLabel(parcel)).status).toBe(201)
    carrier.reactNext(response => sendJson(response, { message: 'It was used.' }, 409))
    await t.runJobs()
    const order = await tester.getOrder(id)
    const number = getNumber(label)
    expect(order.timeline.at(-1)?.data).toMatchObject({ trackingNumber: number, carrier: '' })
    expect(order.uncanceledLabels).toMatchObject([{ parcel, labelNumber: number }])
    const request = order.uncanceledLabels[0]?._id ?? ''
    await t.inStore(tx => tx`update label_request set tracking_number = null where id = ${request}`)
    expect((await tester.getOrder(id)).uncanceledLabels).toMatchObject([{ labelNumber: '' }])
    const resolve = async (isCanceled: boolean) => {
      const resolved = await tester.makeChange(await tester.getOrder(id), {
        kind: 'resolveLabelCancellation',
        label: request,
        isCanceled,
      })
      return resolved.timeline.at(-1)?.data
    }
    expect(await resolve(false)).toMatchObject({ trackingNumber: '' })
    await t.runJobs()
    expect((await tester.getOrder(id)).timeline.at(-1)).toMatchObject({
      type: 'label_canceled',
      data: { trackingNumber: '', carrier: '' },
    })
  })

  test('of a parcel that has left stays valid', async () => {
    const { order, parcel, file, label } = await createLabeledParcel()
    await tester.applyChange(await tester.getOrder(order), {
      kind: 'updateParcel',
      parcel,
      status: 'shipped',
    })
    await deleteFile(file)
    await t.runJobs()
    expect(label?.isCanceled).toBe(false)
  })
})
