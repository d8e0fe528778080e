import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { lockOrder } from '../order-store.ts'
import { findOrderPage } from '../page/load-order-page.ts'
import { getOverpaidAmount } from './order-payment.ts'
import { settleRefund } from './provider-refund.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

const total = 5000

/** Creates an order that was paid online, and above its total. */
async function createPaidOrder(overpaid = 0): Promise<Order> {
  const { variant } = await tester.createProduct()
  const { _id: id } = await tester.createOrderData({
    lines: [{ variant, quantity: 1, unitPrice: total }],
  })
  await t.call('owner', orderApi.addPayment, {
    params: { id },
    body: { amount: total + overpaid, method: 'card' },
  })
  await t.inStore(
    tx => tx`
      update payment set provider = 'stripe', provider_payment_id = 'pi_' || id where order_id = ${id}`,
  )
  return tester.getOrder(id)
}
const refund = ({ _id: id, payments }: Order, amount: number) =>
  t.call('owner', orderApi.addRefund, {
    params: { id },
    body: { amount, method: 'card', payment: payments[0]?._id },
  })
const settle = ({ _id: orderId }: Order, state: 'succeeded' | 'failed') =>
  t.inStore(async tx => {
    const [row] = await tx<{ id: string }[]>`
      select id from payment_refund where order_id = ${orderId} order by id desc limit 1`
    await settleRefund(tx, row?.id ?? '', { refundId: `re_${row?.id}`, state })
  })
const loadAmounts = ({ _id: id }: Order) =>
  t.inStore(async tx => {
    const page = await findOrderPage(tx, id)
    return {
      overpaid: await getOverpaidAmount(tx, await lockOrder(tx, id)),
      refundDue: page?.refundDue,
      shopperBalance: page?.balance,
      balance: (await tester.getOrder(id)).balance,
    }
  })

test.each([
  ['succeeded', 0],
  ['failed', 700],
] as const)(
  'the balance counts an overpayment whose refund is pending, then %s',
  async (state, owed) => {
    const order = await createPaidOrder(700)
    const toAmounts = (amount: number) => ({
      overpaid: amount,
      refundDue: amount,
      shopperBalance: 0 - amount,
      balance: 0 - amount,
    })
    expect(await loadAmounts(order)).toEqual(toAmounts(700))
    await refund(order, 700)
    expect(await tester.getOrder(order._id)).toMatchObject({
      refundedTotal: 0,
      pendingRefunds: [{ amount: 700 }],
    })
    expect(await loadAmounts(order)).toEqual(toAmounts(0))
    await settle(order, state)
    expect(await loadAmounts(order)).toEqual(toAmounts(owed))
  },
)

test('a pending refund of another amount changes no balance', async () => {
  const order = await createPaidOrder()
  await refund(order, 2000)
  expect(await loadAmounts(order)).toMatchObject({ balance: 0, shopperBalance: 0, refundDue: 0 })
  await settle(order, 'succeeded')
  expect(await loadAmounts(order)).toMatchObject({ balance: 0, shopperBalance: 0, refundDue: 0 })
})

test('a canceled order owes what its pending refund leaves', async () => {
  const order = await createPaidOrder()
  await refund(order, 2000)
  await tester.updateStatus(order._id, 'cancelled')
  expect(await loadAmounts(order)).toMatchObject({ balance: 2000 - total, refundDue: total - 2000 })
  await settle(order, 'succeeded')
  expect(await loadAmounts(order)).toMatchObject({ balance: 2000 - total, refundDue: total - 2000 })
})
