import { Problem } from '../../lib/call/problem.ts'
import { type Tx, updateRow } from '../../lib/db/db.ts'
import { getRefundedTax } from '../change/refund-amounts.ts'
import type { LockedOrder } from '../order-store.ts'
import { formatMoney } from '../payment/order-payment.ts'

type AmountRefund = { id: string; amount: number; overpayment: number; tax: number }
type EditedTotals = { total: number; taxTotal: number }

/**
 * Gives the refunds of an amount their part of the taxes of an edited order, so that they never contain more
 * tax than the order.
 * @throws Problem 409 order_total_refunded if more was refunded than the order costs
 */
export async function adjustRefunds(
  tx: Tx,
  order: Pick<LockedOrder, '_id' | 'currency'>,
  totals: EditedTotals,
): Promise<void> {
  const refunds = await tx<AmountRefund[]>`
    select id, amount, overpayment, tax from refund where order_id = ${order._id} order by id`
  let refunded = 0
  for (const { id, amount, overpayment, tax } of refunds) {
    const value = Math.max(amount - overpayment, 0)
    const newTax = getRefundedTax({ total: totals.total, tax: totals.taxTotal }, refunded, value)
    refunded += value
    if (newTax !== tax) await updateRow(tx, 'refund', id, { tax: newTax })
  }
  if (refunded > totals.total)
    throw new Problem(409, 'order_total_refunded', {
      amount: formatMoney(refunded, order.currency),
    })
}
