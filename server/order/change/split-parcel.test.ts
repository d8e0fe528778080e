import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let mug: { variant: string }
let bowl: { variant: string }
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  mug = await tester.createProduct({ title: 'Mug', stock: 10_000 })
  bowl = await tester.createProduct({ title: 'Bowl', stock: 10_000 })
})
afterAll(() => t.close())

const getLineId = (order: Order, index: number) => order.lines[index]?._id ?? ''
const getParcelId = (order: Order, index: number) => order.fulfillments[index]?._id ?? ''
/** An order with 3 mugs and 1 bowl in a packed parcel. */
const createPackedOrder = async (): Promise<Order> =>
  tester.makeChange(
    await tester.createOrderData({
      lines: [
        { variant: mug.variant, quantity: 3 },
        { variant: bowl.variant, quantity: 1 },
      ],
    }),
    {
      kind: 'createParcel',
      status: 'packed',
      tracking: { carrier: 'DHL', number: '0034' },
      service: 'Express',
      weight: 1200,
      note: 'Fragile',
    },
  )
const toSplit = (order: Order, units: [index: number, quantity: number][]): OrderChange => ({
  kind: 'splitParcel',
  parcel: getParcelId(order, 0),
  lines: units.map(([index, quantity]) => ({ line: getLineId(order, index), quantity })),
})
const toMerge = (order: Order, from: number, into: number): OrderChange => ({
  kind: 'mergeParcels',
  parcel: getParcelId(order, from),
  into: getParcelId(order, into),
})
const getContents = (order: Order) =>
  order.fulfillments
    .filter(({ status }) => status !== 'cancelled')
    .map(({ lines }) =>
      order.lines.map(({ _id }) => lines.find(({ line }) => line === _id)?.quantity ?? 0),
    )

test('a packed parcel is split, and a merge undoes it', async () => {
  const order = await createPackedOrder()
  const split = await tester.makeChange(order, toSplit(order, [[0, 2]]))
  expect(getContents(split)).toEqual([
    [1, 1],
    [2, 0],
  ])
  expect(split.fulfillments).toMatchObject([
    { number: `${order.number}-F1`, status: 'packed', trackingNumber: '0034', weight: null },
    {
      number: `${order.number}-F2`,
      status: 'packed',
      carrier: 'DHL',
      trackingNumber: '',
      service: 'Express',
      weight: null,
      postage: null,
      note: 'Fragile',
      shippedAt: null,
    },
  ])
  const merged = await tester.makeChange(split, toMerge(split, 1, 0))
  expect(getContents(merged)).toEqual([[3, 1]])
  expect(merged.fulfillments.map(({ status }) => status)).toEqual(['packed', 'cancelled'])
  expect([merged.status, merged.fulfillmentStatus]).toEqual([order.status, 'unfulfilled'])
  expect(merged.timeline.slice(-2)).toMatchObject([
    {
      type: 'parcel_split',
      data: { fulfillment: `${order.number}-F1`, otherFulfillment: `${order.number}-F2`, units: 2 },
    },
    {
      type: 'parcels_merged',
      data: { fulfillment: `${order.number}-F2`, otherFulfillment: `${order.number}-F1`, units: 2 },
    },
  ])
  const again = await tester.makeChange(merged, toSplit(merged, [[1, 1]]))
  expect(again.fulfillments[2]?.number).toBe(`${order.number}-F3`)
})

test('a parcel without tracking takes over that of the one merged into it', async () => {
  const order = await createPackedOrder()
  const split = await tester.makeChange(order, toSplit(order, [[0, 1]]))
  const merged = await tester.makeChange(split, toMerge(split, 0, 1))
  expect(merged.fulfillments[1]).toMatchObject({
    carrier: 'DHL',
    trackingNumber: '0034',
    trackingUrl: order.fulfillments[0]?.trackingUrl,
    note: 'Fragile',
  })
  expect(getContents(merged)).toEqual([[3, 1]])
})

test.each<[string, (order: Order) => OrderChange, number, string]>([
  [
    'all units',
    order =>
      toSplit(order, [
        [0, 3],
        [1, 1],
      ]),
    409,
    'parcel_split_incomplete',
  ],
  ['no units', order => toSplit(order, [[0, 0]]), 409, 'parcel_split_incomplete'],
  ['too many units', order => toSplit(order, [[0, 4]]), 422, 'split_units_too_many'],
  [
    'a line twice',
    order =>
      toSplit(order, [
        [0, 1],
        [0, 1],
      ]),
    422,
    'split_units_too_many',
  ],
  [
    'an unknown parcel',
    order => ({ kind: 'mergeParcels', parcel: order._id, into: getParcelId(order, 0) }),
    422,
    'shipment_not_found',
  ],
  [
    'into an unknown parcel',
    order => ({ kind: 'mergeParcels', parcel: getParcelId(order, 0), into: order._id }),
    422,
    'shipment_not_found',
  ],
  ['into itself', order => toMerge(order, 0, 0), 422, 'parcel_merge_same'],
])('%s is rejected and nothing is written', async (_case, change, status, code) => {
  const order = await createPackedOrder()
  const before = await t.changes()
  const replies = [
    await tester.applyChange(order, change(order)),
    await tester.previewChange(order, change(order)),
  ]
  for (const reply of replies) expect([reply.status, reply.body.code]).toEqual([status, code])
  expect(await t.changes()).toBe(before)
})

test.each(['shipped', 'cancelled'] as const)('a %s parcel stays whole', async status => {
  const split = await createPackedOrder().then(order =>
    tester.makeChange(order, toSplit(order, [[0, 2]])),
  )
  const parcel = getParcelId(split, 0)
  const order = await tester.makeChange(split, { kind: 'updateParcel', parcel, status })
  const before = await t.changes()
  for (const change of [toSplit(order, [[1, 1]]), toMerge(order, 0, 1), toMerge(order, 1, 0)]) {
    const reply = await tester.applyChange(order, change)
    expect([reply.status, reply.body.code]).toEqual([409, 'parcel_not_packed'])
  }
  expect(await t.changes()).toBe(before)
})

test('only one of two people splits or merges a parcel', async () => {
  const order = await createPackedOrder()
  const splits = await Promise.all(
    [1, 2].map(() => tester.applyChange(order, toSplit(order, [[0, 1]]))),
  )
  expect(splits.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const split = await tester.getOrder(order._id)
  expect(getContents(split)).toEqual([
    [2, 1],
    [1, 0],
  ])
  const merges = await Promise.all([
    tester.applyChange(split, toMerge(split, 0, 1)),
    tester.applyChange(split, toMerge(split, 1, 0)),
  ])
  expect(merges.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(getContents(await tester.getOrder(order._id))).toEqual([[3, 1]])
})

test('the units in parcels stay equal over any splits and merges', async () => {
  const step = fc.record({
    isSplit: fc.boolean(),
    parcel: fc.nat(5),
    into: fc.nat(5),
    quantities: fc.tuple(fc.nat(3), fc.nat(1)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async steps => {
      let order = await createPackedOrder()
      for (const { isSplit, parcel, into, quantities } of steps) {
        const count = order.fulfillments.length
        const change: OrderChange = isSplit
          ? {
              kind: 'splitParcel',
              parcel: getParcelId(order, parcel % count),
              lines: quantities.map((quantity, index) => ({
                line: getLineId(order, index),
                quantity,
              })),
            }
          : toMerge(order, parcel % count, into % count)
        const reply = await tester.applyChange(order, change)
        if (reply.status === 200) order = reply.body.data
        const contents = getContents(order)
        const units = [0, 1].map(line => contents.reduce((sum, each) => sum + (each[line] ?? 0), 0))
        expect(units).toEqual([3, 1])
        expect(contents.every(each => each.some(quantity => quantity > 0))).toBe(true)
      }
      const numbers = order.fulfillments.map(({ number }) => number)
      expect(new Set(numbers).size).toBe(numbers.length)
      const shipped = await tester.makeChange(order, {
        kind: 'changeStatus',
        status: 'shipped',
      })
      expect(shipped.lines.map(({ fulfilledQuantity }) => fulfilledQuantity)).toEqual([3, 1])
    }),
    { numRuns: 15 },
  )
})
