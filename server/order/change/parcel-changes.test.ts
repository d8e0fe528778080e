import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { orderItemsApi } from '#contract/order/order-item.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let mug: { variant: string }
let bowl: { variant: string }
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  mug = await tester.createProduct({ title: 'Mug' })
  bowl = await tester.createProduct({ title: 'Bowl' })
})
afterAll(() => t.close())

const createOrder = (): Promise<Order> =>
  tester.createOrderData({
    lines: [
      { variant: mug.variant, quantity: 3 },
      { variant: bowl.variant, quantity: 1 },
    ],
  })
const getLineId = (order: Order, index: number) => order.lines[index]?._id ?? ''
const ship = (order: Order, units: [index: number, quantity: number][]) =>
  tester.makeChange(order, {
    kind: 'createParcel',
    status: 'shipped',
    lines: units.map(([index, quantity]) => ({ line: getLineId(order, index), quantity })),
  })
const getState = (order: Order) => ({
  status: order.status,
  fulfillment: order.fulfillmentStatus,
  shipped: order.lines.map(({ fulfilledQuantity }) => fulfilledQuantity),
  parcels: order.fulfillments.map(({ status }) => status),
})

test('an order is shipped in two parcels and delivered one by one', async () => {
  const order = await createOrder()
  const partly = await ship(order, [[0, 2]])
  expect(getState(partly)).toEqual({
    status: 'processing',
    fulfillment: 'partially_fulfilled',
    shipped: [2, 0],
    parcels: ['shipped'],
  })
  const shipped = await tester.makeChange(partly, {
    kind: 'createParcel',
    status: 'shipped',
    tracking: { carrier: 'DHL', number: '0034' },
    service: 'Express',
    weight: 1200,
    postage: 590,
    note: 'Fragile',
  })
  expect(getState(shipped)).toEqual({
    status: 'shipped',
    fulfillment: 'fulfilled',
    shipped: [3, 1],
    parcels: ['shipped', 'shipped'],
  })
  expect(shipped.fulfillments[1]).toMatchObject({
    number: `${order.number}-F2`,
    carrier: 'DHL',
    trackingNumber: '0034',
    trackingUrl: expect.stringContaining('0034'),
    service: 'Express',
    weight: 1200,
    postage: 590,
    note: 'Fragile',
    lines: [
      { line: getLineId(order, 0), quantity: 1 },
      { line: getLineId(order, 1), quantity: 1 },
    ],
  })
  const [first, second] = shipped.fulfillments.map(({ _id }) => _id)
  const deliver = (from: Order, parcel = '') =>
    tester.makeChange(from, { kind: 'updateParcel', parcel, status: 'delivered' })
  const partlyDelivered = await deliver(shipped, first)
  expect(getState(partlyDelivered)).toMatchObject({
    status: 'shipped',
    fulfillment: 'partially_delivered',
  })
  const delivered = await deliver(partlyDelivered, second)
  expect(getState(delivered)).toMatchObject({ status: 'delivered', fulfillment: 'delivered' })
  expect(delivered.timeline.slice(-4).map(({ type }) => type)).toEqual([
    'parcel_shipped',
    'parcel_shipped',
    'parcel_delivered',
    'parcel_delivered',
  ])
})

test('an order whose parcels are lost is not delivered until one of them arrives', async () => {
  const shipped = await tester.makeChange(await createOrder(), {
    kind: 'createParcel',
    status: 'shipped',
  })
  const setStatus = (from: Order, status: 'lost' | 'delivered') =>
    tester.makeChange(from, {
      kind: 'updateParcel',
      parcel: from.fulfillments[0]?._id ?? '',
      status,
    })
  const lost = await setStatus(shipped, 'lost')
  expect(lost).toMatchObject({
    status: 'shipped',
    fulfillmentStatus: 'fulfilled',
    allowedTransitions: ['returned'],
  })
  const isDelivered = async () => {
    const [row] = await t.inStore(
      tx => tx<{ isDelivered: boolean }[]>`
        select delivered_at is not null as is_delivered from "order" where id = ${lost._id}`,
    )
    return row?.isDelivered
  }
  expect(await isDelivered()).toBe(false)
  const before = await t.changes()
  const { status, body } = await tester.updateStatus(lost._id, 'delivered')
  expect([status, body.code]).toEqual([409, 'illegal_transition'])
  expect(await t.changes()).toBe(before)
  expect(await setStatus(lost, 'delivered')).toMatchObject({ status: 'delivered' })
  expect(await isDelivered()).toBe(true)
})

test('an order with a lost and an arrived parcel is delivered', async () => {
  const partly = await ship(await createOrder(), [[0, 3]])
  const shipped = await tester.makeChange(partly, { kind: 'createParcel', status: 'shipped' })
  const [first = '', second = ''] = shipped.fulfillments.map(({ _id }) => _id)
  const lost = await tester.makeChange(shipped, {
    kind: 'updateParcel',
    parcel: first,
    status: 'lost',
  })
  expect(lost.status).toBe('shipped')
  const arrived = await tester.makeChange(lost, {
    kind: 'updateParcel',
    parcel: second,
    status: 'delivered',
  })
  expect(arrived).toMatchObject({ status: 'delivered', fulfillmentStatus: 'partially_delivered' })
})

test('packed units are in no second parcel, and a canceled parcel returns them', async () => {
  const order = await createOrder()
  const packed = await tester.makeChange(order, { kind: 'createParcel', status: 'packed' })
  expect(getState(packed)).toEqual({
    status: 'pending',
    fulfillment: 'unfulfilled',
    shipped: [0, 0],
    parcels: ['packed'],
  })
  expect(packed.fulfillments[0]?.shippedAt).toBeNull()
  const before = await t.changes()
  const reply = await tester.applyChange(packed, { kind: 'createParcel', status: 'shipped' })
  expect([reply.status, reply.body.code]).toEqual([409, 'nothing_to_ship'])
  expect(await t.changes()).toBe(before)
  const parcel = packed.fulfillments[0]?._id ?? ''
  const undone = await tester.makeChange(packed, {
    kind: 'updateParcel',
    parcel,
    status: 'cancelled',
  })
  const again = await tester.makeChange(undone, { kind: 'createParcel', status: 'shipped' })
  expect(getState(again)).toMatchObject({ status: 'shipped', shipped: [3, 1] })
})

test('a shipment is undone and the order can be canceled again', async () => {
  const shipped = await ship(await createOrder(), [
    [0, 3],
    [1, 1],
  ])
  const parcel = shipped.fulfillments[0]?._id ?? ''
  const undone = await tester.makeChange(shipped, {
    kind: 'updateParcel',
    parcel,
    status: 'cancelled',
  })
  expect(getState(undone)).toEqual({
    status: 'processing',
    fulfillment: 'unfulfilled',
    shipped: [0, 0],
    parcels: ['cancelled'],
  })
  expect(undone.allowedTransitions).toContain('cancelled')
})

test.each<[string, (order: Order) => OrderChange, number, string]>([
  [
    'more units than ordered',
    order => ({
      kind: 'createParcel',
      status: 'shipped',
      lines: [{ line: getLineId(order, 0), quantity: 4 }],
    }),
    422,
    'parcel_too_big',
  ],
  [
    'a line twice',
    order => ({
      kind: 'createParcel',
      status: 'packed',
      lines: [0, 0].map(index => ({ line: getLineId(order, index), quantity: 1 })),
    }),
    422,
    'parcel_too_big',
  ],
  [
    'a line of another order',
    () => ({
      kind: 'createParcel',
      status: 'packed',
      lines: [{ line: mug.variant, quantity: 1 }],
    }),
    422,
    'parcel_too_big',
  ],
  [
    'an unknown parcel',
    order => ({ kind: 'updateParcel', parcel: order._id, status: 'lost' }),
    422,
    'shipment_not_found',
  ],
])('%s is rejected and nothing is written', async (_case, change, status, code) => {
  const order = await createOrder()
  const before = await t.changes()
  const replies = [
    await tester.applyChange(order, change(order)),
    await tester.previewChange(order, change(order)),
  ]
  for (const reply of replies) expect([reply.status, reply.body.code]).toEqual([status, code])
  expect(await t.changes()).toBe(before)
})

test('only one of two people ships the same order', async () => {
  const order = await createOrder()
  const replies = await Promise.all(
    [1, 2].map(() => tester.applyChange(order, { kind: 'createParcel', status: 'shipped' })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const conflict = replies.find(({ status }) => status === 409)
  expect(conflict?.body).toMatchObject({ code: 'version_conflict', data: { status: 'shipped' } })
  expect((await tester.getOrder(order._id)).fulfillments).toHaveLength(1)
})

test('the units of a packed order stay, until it is canceled with its parcel', async () => {
  const order = await createOrder()
  const packed = await tester.makeChange(order, { kind: 'createParcel', status: 'packed' })
  const edit = await t.call('owner', orderItemsApi.updateItems, {
    params: { id: order._id },
    body: { version: packed.version, lines: [{ line: getLineId(order, 0), quantity: 1 }] },
  })
  expect([edit.status, edit.body.code]).toEqual([409, 'order_items_shipped'])
  const canceled: Order = (await tester.updateStatus(order._id, 'cancelled')).body.data
  expect(getState(canceled)).toMatchObject({ status: 'cancelled', parcels: ['cancelled'] })
})

test('a canceled order is not shipped', async () => {
  const order = await createOrder()
  const canceled: Order = (await tester.updateStatus(order._id, 'cancelled')).body.data
  const reply = await tester.applyChange(canceled, { kind: 'createParcel', status: 'packed' })
  expect([reply.status, reply.body.code]).toEqual([409, 'order_not_shippable'])
})

test('a preview contains the effect of the change and writes nothing', async () => {
  const order = await createOrder()
  const before = await t.changes()
  const change: OrderChange = { kind: 'createParcel', status: 'shipped' }
  const { body } = await tester.previewChange(order, change)
  expect(getState(body.data.order)).toMatchObject({ status: 'shipped', shipped: [3, 1] })
  // The order has no page of which its customer is notified.
  expect(body.data).toMatchObject({ stock: [], emails: [], discounts: [], refund: null })
  expect(await t.changes()).toBe(before)
  expect(await tester.getOrder(order._id)).toEqual(order)
})

test('a parcel of a carrier of the store links to its page, unless a link is given', async () => {
  await t.call('owner', shippingApi.updateSettings, {
    body: { carriers: [{ name: 'Pedal Post', trackingUrl: 'https://pedal.example/{number}' }] },
  })
  const order = await createOrder()
  const shipped = await tester.makeChange(order, {
    kind: 'createParcel',
    status: 'shipped',
    tracking: { carrier: 'Pedal Post', number: '7 B' },
  })
  const [parcel] = shipped.fulfillments
  expect(parcel?.trackingUrl).toBe('https://pedal.example/7%20B')
  const changed = await tester.makeChange(shipped, {
    kind: 'updateParcel',
    parcel: parcel?._id ?? '',
    tracking: { carrier: 'Pedal Post', number: '8', url: 'https://other.example/8' },
  })
  expect(changed.fulfillments[0]?.trackingUrl).toBe('https://other.example/8')
})

test('the customer gets an email about each parcel that is undone, also with the whole order', async () => {
  const email = 'ada@undone.example'
  const { _id } = await tester.createOrderData({
    customer: { name: 'Ada', email },
    lines: [{ variant: mug.variant, quantity: 2 }],
  })
  await t.inStore(tx => createOrderEvent(tx, _id, 'payment_link_created'))
  const shipped = await ship(await ship(await tester.getOrder(_id), [[0, 1]]), [[0, 1]])
  await t.runJobs()
  expect(await listMailsTo(t, email)).toHaveLength(2)
  const preview = async (change: OrderChange) =>
    (await tester.previewChange(shipped, change)).body.data.emails
  const parcel = shipped.fulfillments[0]?._id ?? ''
  const undo = { kind: 'changeStatus', status: 'processing' } as const
  for (const change of [{ kind: 'updateParcel', parcel, status: 'cancelled' }, undo] as const)
    expect(await preview(change)).toEqual(['parcel_canceled'])
  expect(await preview({ ...undo, isNotified: false })).toEqual([])
  await tester.makeChange(shipped, undo)
  await t.runJobs()
  expect(await listMailsTo(t, email)).toHaveLength(4)
})

test('a tracking number without a carrier keeps the carrier and its page', async () => {
  const order = await createOrder()
  const tracking = { carrier: 'DHL', number: '0034' }
  const packed = await tester.makeChange(order, {
    kind: 'createParcel',
    status: 'packed',
    tracking,
  })
  const parcel = packed.fulfillments[0]?._id ?? ''
  const change = (input: { carrier?: string; number?: string; url?: string }) =>
    tester
      .makeChange(packed, { kind: 'updateParcel', parcel, tracking: input })
      .then(({ version, fulfillments: [changed] }) => {
        packed.version = version
        return [changed?.carrier, changed?.trackingNumber, changed?.trackingUrl]
      })
  expect(await change({ number: '0035' })).toEqual(['DHL', '0035', expect.stringContaining('0035')])
  const url = 'https://track.example/1'
  expect(await change({ url })).toEqual(['DHL', '0035', url])
  expect(await change({})).toEqual(['DHL', '0035', url])
  expect(await change({ carrier: '' })).toEqual(['', '0035', ''])
})

test('the link of a parcel follows its carrier and number', async () => {
  let order = await tester.makeChange(await createOrder(), {
    kind: 'createParcel',
    status: 'packed',
    tracking: { carrier: 'DHL', number: '0034' },
  })
  const parcel = order.fulfillments[0]?._id ?? ''
  const change = async (tracking: { carrier?: string; number?: string; url?: string }) => {
    order = await tester.makeChange(order, { kind: 'updateParcel', parcel, tracking })
    return order.fulfillments[0]?.trackingUrl ?? ''
  }
  const dhl = order.fulfillments[0]?.trackingUrl
  expect(dhl).toContain('dhl.com')
  // Forms send the link that they displayed with the corrected carrier.
  expect(await change({ carrier: 'UPS', url: dhl })).toContain('ups.com')
  expect(await change({ carrier: 'FedEx' })).toContain('fedex.com')
  const typed = 'https://track.example/0034'
  expect(await change({ url: typed })).toBe(typed)
  expect(await change({ carrier: 'FedEx', number: '0034' })).toBe(typed)
  expect(await change({ carrier: 'FedEx', number: '0034', url: typed })).toBe(typed)
  expect(await change({ carrier: 'DHL', url: typed })).toBe(dhl)
  const other = 'https://track.example/7'
  expect(await change({ carrier: 'UPS', number: '7', url: other })).toBe(other)
  expect(await change({ number: '8', url: other })).toContain('ups.com')
  expect(await change({ carrier: 'Unknown', number: '8' })).toBe('')
  expect(await change({ carrier: 'UPS', url: '' })).toContain('ups.com')
})

test('the tracking of a shipped order is that of its packed parcel', async () => {
  const pack = async () =>
    tester.makeChange(await createOrder(), {
      kind: 'createParcel',
      status: 'packed',
      tracking: { carrier: 'DHL' },
    })
  for (const [number, expected] of [
    ['0041', { carrier: 'DHL', trackingNumber: '0041', trackingUrl: /0041/ }],
    ['', { carrier: 'DHL', trackingNumber: '', trackingUrl: /^$/ }],
  ] as const) {
    const tracking = { carrier: '', number, url: '' }
    const { _id } = await pack()
    await tester.updateStatus(_id, 'shipped', { tracking })
    const trackingUrl = expect.stringMatching(expected.trackingUrl)
    expect((await tester.getOrder(_id)).fulfillments).toMatchObject([
      { status: 'shipped', ...expected, trackingUrl },
    ])
  }
})
