import { calculateShare } from '#contract/lib/money/share.ts'
import type { Order } from '#contract/order/order.ts'
import type { RefundLineInput } from '#contract/order/order-input.ts'

type PaidLine = Pick<Order['lines'][number], 'quantity' | 'total' | 'tax'>
type EarlierRefund = { quantity: number; amount: number }
type LineRefund = { quantity: number; amount: number; tax: number }

/**
 * Returns the amount and the tax of refunded units. Amounts are differences of rounded shares, so that
 * the refunds of all units add up to the amount paid for the line, in any sequence.
 */
export function priceRefundedUnits(
  line: PaidLine,
  before: EarlierRefund,
  { quantity, amount: enteredAmount }: Pick<RefundLineInput, 'quantity' | 'amount'>,
): LineRefund {
  const left = line.total - before.amount
  const share =
    calculateShare(line.total, before.quantity + quantity, line.quantity) -
    calculateShare(line.total, before.quantity, line.quantity)
  const amount = enteredAmount ?? Math.min(share, left)
  return { quantity, amount, tax: getRefundedTax(line, before.amount, amount) }
}

/** Returns the tax that an amount contains, after earlier amounts of the same total. */
export const getRefundedTax = (
  { total, tax }: { total: number; tax: number },
  refunded: number,
  amount: number,
): number => calculateShare(tax, refunded + amount, total) - calculateShare(tax, refunded, total)

/** The amounts of which refunds contain the taxes. */
export type TaxedTotals = {
  /** With its tax. */
  paidShipping: number
  shippingTax: number
  total: number
  taxTotal: number
}
type RefundedAmounts = { shipping: number; additionalAmount: number; overpayment: number }

/** Returns the tax of a refund, after the earlier refunds of its order and without that of the kept fee. */
export function getRefundTax(
  { paidShipping, shippingTax, total, taxTotal }: TaxedTotals,
  before: RefundedAmounts & { tax: number },
  refund: RefundedAmounts & { lineTax: number; fee: number; amount: number },
): number {
  const { lineTax, shipping, additionalAmount, overpayment, fee, amount } = refund
  const tax =
    lineTax +
    getRefundedTax({ total: paidShipping, tax: shippingTax }, before.shipping, shipping) +
    getRefundedTax(
      { total, tax: taxTotal },
      before.additionalAmount - before.overpayment,
      additionalAmount - overpayment,
    )
  // An additional amount can be that of lines that are refunded too.
  return Math.min(
    tax - getRefundedTax({ total: amount + fee, tax }, 0, fee),
    taxTotal - before.tax,
    amount,
  )
}
