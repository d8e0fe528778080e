import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let [mug, workshop] = ['', '']
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  mug = (await tester.createProduct({ title: 'Mug' })).variant
  workshop = (await tester.createProduct({ title: 'Workshop', requiresShipping: false })).variant
})
afterAll(() => t.close())

const createOrder = () =>
  tester.createOrderData({
    lines: [
      { variant: mug, quantity: 2, unitPrice: 1000 },
      { variant: workshop, quantity: 1, unitPrice: 5000 },
    ],
  })
const getUnits = ({ status, lines }: Order) => [
  status,
  ...lines.map(({ fulfilledQuantity }) => fulfilledQuantity),
]
const getLine = ({ lines }: Order, index: number) => lines[index]?._id ?? ''
const ship = (order: Order, quantity: number) =>
  tester.makeChange(order, {
    kind: 'createParcel',
    status: 'shipped',
    lines: [{ line: getLine(order, 0), quantity }],
  })
const setParcel = (order: Order, index: number, status: 'delivered' | 'cancelled') =>
  tester.applyChange(order, {
    kind: 'updateParcel',
    parcel: order.fulfillments[index]?._id ?? '',
    status,
  })
const requestReturn = (order: Order, kind: 'createReturn' | 'createClaim') =>
  tester.applyChange(order, {
    kind,
    status: 'accepted',
    wish: 'refund',
    lines: [
      {
        line: getLine(order, 1),
        quantity: 1,
        reason: kind === 'createClaim' ? 'damaged' : 'unwanted',
      },
    ],
  } as OrderChange)

test('a line without shipping is fulfilled with the last parcel, and can be returned or claimed', async () => {
  const partly = await ship(await createOrder(), 1)
  expect(getUnits(partly)).toEqual(['processing', 1, 0])
  const shipped = await ship(partly, 1)
  expect(getUnits(shipped)).toEqual(['shipped', 2, 1])
  const { body } = await setParcel(shipped, 0, 'delivered')
  const delivered: Order = (await setParcel(body.data, 1, 'delivered')).body.data
  expect(getUnits(delivered)).toEqual(['delivered', 2, 1])
  for (const kind of ['createReturn', 'createClaim'] as const)
    expect((await requestReturn(await ship(await createOrder(), 2), kind)).status, kind).toBe(200)
})

test('a refund of the last units to ship fulfills a line without shipping', async () => {
  const partly = await ship(await createOrder(), 1)
  const refunded = await tester.makeChange(partly, {
    kind: 'refund',
    lines: [{ line: getLine(partly, 0), quantity: 1, amount: 0, disposition: 'restock' }],
    reason: 'out_of_stock',
  })
  expect(getUnits(refunded)).toEqual(['shipped', 1, 1])
})

test('once its last parcel is canceled, no line is fulfilled', async () => {
  const shipped = await ship(await ship(await createOrder(), 1), 1)
  const partly: Order = (await setParcel(shipped, 0, 'cancelled')).body.data
  expect(getUnits(partly)).toEqual(['processing', 1, 1])
  const undone: Order = (await setParcel(partly, 1, 'cancelled')).body.data
  expect(getUnits(undone)).toEqual(['processing', 0, 0])
  expect((await tester.updateStatus(undone._id, 'cancelled')).status).toBe(200)

  const byStatus = await ship(await createOrder(), 2)
  await tester.updateStatus(byStatus._id, 'processing')
  expect(getUnits(await tester.getOrder(byStatus._id))).toEqual(['processing', 0, 0])
})

test('a parcel stays shipped while a line without shipping is in a return', async () => {
  const shipped = await ship(await createOrder(), 2)
  const { body } = await requestReturn(shipped, 'createReturn')
  const order = await tester.getOrder(shipped._id)
  const reply = await setParcel(body.data, 0, 'cancelled')
  expect([reply.status, reply.body.code]).toEqual([409, 'parcel_units_bound'])
  expect(await tester.getOrder(shipped._id)).toEqual(order)
})
