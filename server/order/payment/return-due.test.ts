import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { findOrderPage } from '../page/load-order-page.ts'
import { settleRefund } from './provider-refund.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

/** Refunds the second of two lines before its shipping, then returns the other one without a refund. */
async function returnAfterRefund(payment: { amount: number; provider?: string }): Promise<Order> {
  const { variant } = await tester.createProduct({ stock: 10 })
  const { _id: id } = await tester.createOrderData({
    lines: [
      { variant, quantity: 1, unitPrice: 1950 },
      { variant, quantity: 1, unitPrice: 1000 },
    ],
  })
  const pay = async (amount: number) =>
    (
      await t.call('owner', orderApi.addPayment, {
        params: { id },
        body: { amount, method: 'bank' },
      })
    ).body.data
  let order = await pay(2950)
  if (payment.provider)
    await t.inStore(
      tx => tx`
        update payment set provider = ${payment.provider ?? ''}, provider_payment_id = 'pi_' || id
        where order_id = ${id}`,
    )
  order = await tester.makeChange(order, {
    kind: 'refund',
    lines: [{ line: order.lines[1]?._id ?? '', quantity: 1, disposition: 'restock' }],
    reason: 'out_of_stock',
  })
  if (payment.provider)
    await t.inStore(async tx => {
      const [row] = await tx<{ id: string }[]>`select id from payment_refund where order_id = ${id}`
      await settleRefund(tx, row?.id ?? '', { refundId: `re_${id}`, state: 'failed' })
    })
  order = await tester.makeChange(await tester.getOrder(id), {
    kind: 'createParcel',
    status: 'shipped',
  })
  if (payment.amount > 0) order = await pay(payment.amount)
  const unit = { line: order.lines[0]?._id ?? '', quantity: 1 }
  order = await tester.makeChange(order, {
    kind: 'createReturn',
    status: 'accepted',
    lines: [{ ...unit, reason: 'unwanted' }],
    wish: 'refund',
  })
  order = await tester.makeChange(order, {
    kind: 'receiveReturn',
    return: order.returns[0]?._id ?? '',
    lines: [{ ...unit, condition: 'good', isRestocked: true }],
  })
  return tester.makeChange(order, {
    kind: 'updateReturn',
    return: order.returns[0]?._id ?? '',
    status: 'settled',
  })
}

test.each([
  ['an overpayment', { amount: 700 }, 'overpaid', 700],
  ['a refund that failed', { amount: 0, provider: 'stripe' }, 'paid', 1000],
  ['both', { amount: 700, provider: 'stripe' }, 'overpaid', 1700],
  ['nothing', { amount: 0 }, 'partially_refunded', 0],
] as const)(
  'a returned order with an earlier refund owes %s after its return was completed',
  async (_, payment, paymentStatus, owed) => {
    const order = await returnAfterRefund(payment)
    expect(order).toMatchObject({ status: 'returned', paymentStatus, balance: 0 - owed })
    expect(await t.inStore(tx => findOrderPage(tx, order._id))).toMatchObject({ refundDue: owed })
    const { body } = await t.call('owner', orderArchiveApi.bulkUpdateArchived, {
      body: { ids: [order._id], isArchived: true },
    })
    expect(body.data).toMatchObject({ done: owed === 0 ? 1 : 0, failed: owed === 0 ? 0 : 1 })
    const isArchived = (await tester.getOrder(order._id)).archivedAt !== null
    expect(isArchived).toBe(owed === 0)
  },
)
