import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { orderHintApi } from '#contract/order/order-hint.ts'
import { createOrderTester, type SampleProduct } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  pot = await tester.createProduct({ stock: 1000 })
})

const shippingAddress = {
  line1: '1 Mill Lane',
  city: 'Leeds',
  postalCode: 'LS1 1AA',
  country: 'GB',
}
const customer = { name: 'Ada Lovelace', email: 'ada@example.com' }
const createOrder = async (quantity: number, rest: object = {}): Promise<Order> =>
  tester.createOrderData({
    lines: [{ variant: pot.variant, quantity }],
    customer,
    shippingAddress,
    ...rest,
  })
const getHints = async ({ _id }: Order) => {
  const { body } = await t.call('owner', orderHintApi.getHints, { params: { id: _id } })
  return body.data
}
const link = ({ _id, number }: Order) => ({ _id, number })

test('orders to ship of one customer to one address can ship together', async () => {
  const order = await createOrder(1)
  const same = await createOrder(2, {
    customer: { _id: order.customer._id },
    shippingAddress: { ...shippingAddress, line1: '1 mill lane', name: 'A. Lovelace' },
  })
  const shipped = await createOrder(3, { customer: { _id: order.customer._id } })
  await tester.updateStatus(shipped._id, 'shipped')
  await createOrder(4, {
    customer: { _id: order.customer._id },
    shippingAddress: { ...shippingAddress, line1: '2 Mill Lane' },
  })
  await createOrder(5, { customer: { name: 'Someone else', email: 'else@example.com' } })
  expect(await getHints(order)).toEqual({ shipTogether: [link(same)], duplicates: [] })
  expect(await getHints(shipped)).toEqual({ shipTogether: [], duplicates: [] })
})

test('an order with the same items for the same customer within a day may be a duplicate', async () => {
  const order = await createOrder(1)
  const rest = { customer: { _id: order.customer._id } }
  const same = await createOrder(1, rest)
  const [canceled, old] = [await createOrder(1, rest), await createOrder(1, rest)]
  const other = await createOrder(2, rest)
  await tester.updateStatus(canceled._id, 'cancelled')
  await t.inStore(
    tx =>
      tx`update "order" set created_at = created_at - interval '25 hours' where id = ${old._id}`,
  )
  expect(await getHints(order)).toEqual({
    shipTogether: [link(other), link(old)],
    duplicates: [link(same)],
  })
  expect((await getHints(canceled)).duplicates).toEqual([])
})

test('hints of an order of another store are not found', async () => {
  const { _id } = await createOrder(1)
  const reply = await t.call('stranger', orderHintApi.getHints, { params: { id: _id } })
  expect(reply.status).toBe(404)
})
