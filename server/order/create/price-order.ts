import type { OrderInput } from '#contract/order/order-input.ts'
import { calculateOrderTotals, type OrderTotals } from '#contract/order/order-totals.ts'
import type { OrderTaxRates } from '#contract/store/tax.ts'
import type { ChosenDiscounts, DiscountedLine } from '../../discount/rule/choose-discounts.ts'
import { assertNoErrors } from '../../lib/call/problem.ts'

/** A line with the price that the seller has entered, or that of the variant. */
export type PricedLine = {
  variant: string
  quantity: number
  unitPrice: number
  discount?: number | undefined
}

export const toDiscountedLines = (lines: readonly PricedLine[]): DiscountedLine[] =>
  lines.map(({ unitPrice, variant, quantity, discount }) => ({
    variant,
    quantity,
    discount,
    price: unitPrice,
  }))

type PricedOrder = {
  input: Pick<OrderInput, 'discountTotal' | 'shippingTotal'>
  lines: readonly PricedLine[]
  tax: OrderTaxRates
  discounts: ChosenDiscounts
  taxIncluded: boolean
}

/**
 * Returns the totals of an order after its discounts.
 * @throws Problem 422 for invalid amounts
 */
export function priceOrder({
  input: { discountTotal, shippingTotal = 0 },
  lines,
  tax,
  discounts,
  taxIncluded,
}: PricedOrder): OrderTotals {
  const totals = calculateOrderTotals({
    lines: lines.map(({ quantity, unitPrice, discount = 0 }, i) => ({
      quantity,
      unitPrice,
      discount: discount + (discounts.lines[i] ?? 0),
      taxRate: tax.lines[i],
    })),
    discountTotal,
    shippingTotal: shippingTotal - discounts.shipping,
    taxRate: 0,
    shippingTaxRate: tax.shipping,
    taxIncluded,
  })
  assertNoErrors(totals.errors)
  return totals
}

/** Returns the columns of an order that hold its totals. */
export const toTotalColumns = ({
  subtotal,
  discountTotal,
  shippingTotal,
  shippingTaxRate,
  shippingTax,
  taxTotal,
  total,
}: Omit<OrderTotals, 'lines' | 'errors'>) => ({
  subtotal,
  discountTotal,
  shippingTotal,
  shippingTaxRate,
  shippingTax,
  taxTotal,
  total,
})
