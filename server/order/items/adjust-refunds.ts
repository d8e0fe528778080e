import { sum } from '#contract/lib/sum.ts'
import { Problem } from '../../lib/call/problem.ts'
import { type Tx, updateRow } from '../../lib/db/db.ts'
import { getRefundedTax, getRefundTax, type TaxedTotals } from '../change/refund-amounts.ts'
import type { LockedOrder } from '../order-store.ts'
import { formatMoney } from '../payment/order-payment.ts'

type EditedTotals = TaxedTotals & {
  lines: readonly { id: string | undefined; total: number; tax: number }[]
}
type RefundedLine = { id: string; line: string; quantity: number; amount: number; tax: number }
/** A refund of an order that is edited. */
export type StoredRefund = {
  id: string
  amount: number
  shipping: number
  additionalAmount: number
  overpayment: number
  fee: number
  tax: number
  lines: RefundedLine[]
}

/** Returns the refunds of an order, oldest first. */
export const loadRefunds = (tx: Tx, orderId: string) => tx<StoredRefund[]>`
  select id, amount, shipping, additional_amount, overpayment, fee, tax, coalesce((
      select json_agg(json_build_object('id', l.id, 'line', l.line_id, 'quantity', l.quantity,
        'amount', l.amount, 'tax', l.tax) order by l.id)
      from refund_line l where l.refund_id = refund.id
    ), '[]') as lines
  from refund where order_id = ${orderId} order by id`

/**
 * Gives the refunds of an edited order their part of its taxes, so that they never contain more tax than
 * its lines, its shipping and the order.
 * @throws Problem 409 order_line_refunded, order_shipping_refunded or order_total_refunded if more was refunded
 *   than a line, the shipping or the order costs
 */
export async function adjustRefunds(
  tx: Tx,
  order: Pick<LockedOrder, 'currency' | 'lines'>,
  refunds: readonly StoredRefund[],
  totals: EditedTotals,
): Promise<void> {
  assertNotBelowRefunds(order, refunds, totals)
  const earlierLines: RefundedLine[] = []
  let earlierTax = 0
  for (const [i, refund] of refunds.entries()) {
    let lineTax = 0
    for (const line of refund.lines) {
      const before = earlierLines.filter(each => each.line === line.line)
      const tax = getRefundedTax(findLine(totals, line.line), sumAmounts(before), line.amount)
      if (tax !== line.tax) await updateRow(tx, 'refund_line', line.id, { tax })
      lineTax += tax
      earlierLines.push(line)
    }
    const before = { ...addRefunds(refunds.slice(0, i)), tax: earlierTax }
    const tax = getRefundTax(totals, before, { ...refund, lineTax })
    if (tax !== refund.tax) await updateRow(tx, 'refund', refund.id, { tax })
    earlierTax += tax
  }
}

function assertNotBelowRefunds(
  { currency, lines }: Pick<LockedOrder, 'currency' | 'lines'>,
  refunds: readonly StoredRefund[],
  totals: EditedTotals,
): void {
  const refundedLines = refunds.flatMap(refund => refund.lines)
  for (const { _id, title } of lines) {
    const refunded = sumAmounts(refundedLines.filter(({ line }) => line === _id))
    if (refunded > findLine(totals, _id).total)
      throw new Problem(409, 'order_line_refunded', {
        title,
        amount: formatMoney(refunded, currency),
      })
  }
  const { shipping, overpayment } = addRefunds(refunds)
  if (shipping > totals.paidShipping)
    throw new Problem(409, 'order_shipping_refunded', { amount: formatMoney(shipping, currency) })
  const refunded = sumAmounts(refunds) - overpayment
  if (refunded > totals.total)
    throw new Problem(409, 'order_total_refunded', { amount: formatMoney(refunded, currency) })
}

/** A line that was removed costs nothing. */
const findLine = ({ lines }: EditedTotals, wanted: string) =>
  lines.find(({ id }) => id === wanted) ?? { total: 0, tax: 0 }

const sumAmounts = (parts: readonly { amount: number }[]) => sum(parts.map(({ amount }) => amount))

const addRefunds = (refunds: readonly StoredRefund[]) => ({
  shipping: sum(refunds.map(({ shipping }) => shipping)),
  additionalAmount: sum(refunds.map(({ additionalAmount }) => additionalAmount)),
  overpayment: sum(refunds.map(({ overpayment }) => overpayment)),
})
