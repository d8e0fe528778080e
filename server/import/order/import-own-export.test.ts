import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Import, importApi } from '#contract/import/import.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

const exportOrders = async (as: Tester | 'owner') =>
  String((await t.call(as, orderApi.export)).body)

async function importOrders(as: Tester, csv: string): Promise<Import> {
  const body = new FormData()
  body.append('kind', 'orders')
  body.append('file', new Blob([csv]), 'orders.csv')
  const params = { id: (await t.call(as, importApi.create, { body })).body.data._id }
  await t.runJobs()
  await t.call(as, importApi.start, { params, body: {} })
  await t.runJobs()
  return (await t.call(as, importApi.get, { params })).body.data
}

async function findOrder(as: Tester, number: string): Promise<Order> {
  const { body } = await t.call(as, orderApi.list, { query: { q: number } })
  const params = { id: body.data[0]._id }
  return (await t.call(as, orderApi.get, { params })).body.data
}

/** Creates a paid order of 3 cups and 2 books. */
async function createPaidOrder(paidWith: 'bank' | undefined = 'bank'): Promise<Order> {
  const [cup, book] = [
    await tester.createProduct({ title: 'Cup', sku: crypto.randomUUID() }),
    await tester.createProduct({ title: 'Book', sku: crypto.randomUUID() }),
  ]
  return tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    lines: [
      { variant: cup.variant, quantity: 3, unitPrice: 1000 },
      { variant: book.variant, quantity: 2, unitPrice: 500 },
    ],
    shippingTotal: 500,
    ...(paidWith && { paidWith }),
  })
}

const ids = (order: Order) => order.lines.map(({ _id }) => _id)
const refund = (rest: Partial<Extract<OrderChange, { kind: 'refund' }>>): OrderChange => ({
  kind: 'refund',
  lines: [],
  reason: 'other',
  ...rest,
})

/** Ships 2 cups in a delivered parcel and a book in a shipped one; a cup comes back. */
async function makePartlyReturnedOrder(): Promise<Order> {
  let order = await createPaidOrder()
  const [cup = '', book = ''] = ids(order)
  const ship = async (line: string, quantity: number) => {
    order = await tester.makeChange(order, {
      kind: 'createParcel',
      status: 'shipped',
      lines: [{ line, quantity }],
    })
  }
  await ship(cup, 2)
  order = await tester.makeChange(order, {
    kind: 'updateParcel',
    parcel: order.fulfillments[0]?._id ?? '',
    status: 'delivered',
  })
  await ship(book, 1)
  order = await tester.makeChange(
    order,
    refund({ lines: [{ line: cup, quantity: 1, disposition: 'restock' }], reason: 'returned' }),
  )
  return order
}

/** Refunds a cup before its shipping, keeps a fee, and refunds a part of the shipping. */
const makePartlyRefundedOrder = async (): Promise<Order> => {
  const order = await createPaidOrder()
  const [cup = '', book = ''] = ids(order)
  return tester.makeChange(
    order,
    refund({
      lines: [
        { line: cup, quantity: 1, disposition: 'restock' },
        { line: book, quantity: 1, disposition: 'keep', amount: 200 },
      ],
      shipping: 300,
      fee: 150,
      reason: 'out_of_stock',
    }),
  )
}

/** An unpaid order, of which a delivered cup came back. */
async function makeUnpaidOrder(): Promise<Order> {
  const order = await createPaidOrder(undefined)
  await tester.updateStatus(order._id, 'shipped')
  await tester.updateStatus(order._id, 'delivered')
  const delivered = await tester.getOrder(order._id)
  const [line = ''] = ids(order)
  const requested = await tester.makeChange(delivered, {
    kind: 'createReturn',
    status: 'accepted',
    lines: [{ line, quantity: 1, reason: 'other' }],
    wish: 'any',
  })
  return tester.makeChange(requested, {
    kind: 'receiveReturn',
    return: requested.returns[0]?._id ?? '',
    lines: [{ line, quantity: 1, condition: 'good', isRestocked: true }],
  })
}

/** Returns a cell of the first order, whose texts contain no commas. */
function readCell(csv: string, name: string): string | undefined {
  const [header = [], cells = []] = csv.split('\r\n').map(row => row.split(','))
  return cells[header.indexOf(name)]
}

/**
 * Returns the units, statuses and amounts of an order. Files have no returns, so the money that a store owes
 * for one is not among them.
 */
const summarize = (order: Order) => ({
  statuses: [order.status, order.paymentStatus, order.fulfillmentStatus, order.returnProgress],
  amounts: [
    order.total,
    order.paidTotal,
    order.refundedTotal,
    Math.max(order.balance, 0),
    order.keptTotal,
  ],
  lines: order.lines.map(line => [
    line.quantity,
    line.fulfilledQuantity,
    line.returnedQuantity,
    line.removedQuantity,
    line.total,
  ]),
  refunds: order.refunds.map(({ amount, tax, fee, shipping, lines }) => ({
    amounts: [amount, tax, fee, shipping],
    units: lines.map(line => [line.quantity, line.amount]),
  })),
  parcels: order.fulfillments.map(({ status, lines }) => [
    status,
    lines.map(({ quantity }) => quantity),
  ]),
})

test.each([
  ['partly returned', makePartlyReturnedOrder],
  ['partly refunded', makePartlyRefundedOrder],
  ['unpaid', makeUnpaidOrder],
])(
  'an order that is %s keeps its units, statuses and amounts in another store',
  async (_, make) => {
    await t.resetPeople()
    const order = await make()
    const csv = await exportOrders('owner')
    expect(readCell(csv, 'Outstanding Balance')).toBe((Math.max(order.balance, 0) / 100).toFixed(2))
    const mirror = await makePerson(t.app, t.sql, `mirror-${crypto.randomUUID().slice(0, 8)}`)
    expect((await importOrders(mirror, csv)).counts).toMatchObject({ create: 1, warn: 0, error: 0 })
    const imported = await findOrder(mirror, order.number)
    expect(summarize(imported)).toEqual(summarize(order))
    expect(await exportOrders(mirror)).toBe(csv.replace(',manual,', ',import,'))
  },
)
