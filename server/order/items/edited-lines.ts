import type { OrderItemsEdit } from '#contract/order/order-item.ts'
import { removeTax } from '#contract/order/order-totals.ts'
import type { OrderTaxRates } from '#contract/store/tax.ts'
import { createFieldMessage } from '../../lib/call/error-message.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import type { PricedLine } from '../create/price-order.ts'
import type { LockedOrder, OrderLineRecord } from '../order-store.ts'
import type { SoldVariant } from './order-stock.ts'

/** A line of an edited order, with the line that it changes and its variant, if they exist. */
export type EditedLine = {
  current: OrderLineRecord | undefined
  sold: SoldVariant | undefined
  /** The id of the line replaces that of a deleted variant. */
  variant: string
  quantity: number
  enteredPrice: number | undefined
  enteredDiscount: number
  isStockDeducted: boolean
  requiresShipping: boolean
}
export type PricedItem = EditedLine & PricedLine

/**
 * Finds the lines and the variants of an edit.
 * @throws Problem 422 on a line that the order does not have or that is repeated, or products_not_sold
 */
export function matchLines(
  { lines: currentLines, status, source, shippingMethod }: LockedOrder,
  lines: OrderItemsEdit['lines'],
  variants: readonly SoldVariant[],
): EditedLine[] {
  const lineIds = lines.map(({ line }) => line)
  const unknown = lines.findIndex(
    ({ line }, i) =>
      line !== undefined &&
      (lineIds.indexOf(line) < i || !currentLines.some(({ _id }) => _id === line)),
  )
  if (unknown >= 0) throw createFieldProblem(`lines.${unknown}.line`, 'not_found')
  const isHandedOver =
    source === 'pos' ||
    (shippingMethod !== '' && currentLines.every(({ requiresShipping }) => !requiresShipping))
  const findVariant = (id: string | null | undefined) =>
    variants.find(({ variant }) => variant === id)
  const missing = lines.flatMap(({ line, variant }, i) =>
    line || findVariant(variant) ? [] : [createFieldMessage(`lines.${i}.variant`, 'not_sold')],
  )
  if (missing.length > 0) throw new Problem(422, 'products_not_sold', {}, { errors: missing })
  return lines.map(({ line, variant, quantity, unitPrice, discount = 0 }) => {
    const current = currentLines.find(({ _id }) => _id === line)
    const sold = findVariant(current ? current.variant : variant)
    return {
      current,
      sold,
      variant: sold?.variant ?? current?._id ?? '',
      quantity,
      enteredPrice: unitPrice,
      enteredDiscount: discount,
      isStockDeducted: current
        ? current.isStockDeducted && sold?.trackStock !== false
        : sold?.trackStock === true && status !== 'draft',
      requiresShipping: current
        ? current.requiresShipping
        : sold?.requiresShipping === true && !isHandedOver,
    }
  })
}

/**
 * Returns the lines with their prices, and the tax rates. A line whose variant was deleted keeps its
 * rate, unless the order has no tax.
 */
export function priceItems(
  { taxIncluded }: Pick<LockedOrder, 'taxIncluded'>,
  lines: readonly EditedLine[],
  { removed, ...tax }: OrderTaxRates & { removed: readonly number[] },
): { items: PricedItem[]; taxRates: OrderTaxRates } {
  const items = lines.map((line, i) => {
    const { current, sold, enteredPrice, enteredDiscount } = line
    const currentPrice = removeTax(sold?.price ?? 0, taxIncluded ? (removed[i] ?? 0) : 0)
    const unitPrice = enteredPrice ?? current?.unitPrice ?? currentPrice
    return { ...line, unitPrice, discount: enteredDiscount }
  })
  const rates = tax.lines.map((rate, i) => {
    const { current, sold } = lines[i] ?? {}
    return current && !sold && !tax.exemption ? current.taxRate : rate
  })
  return { items, taxRates: { ...tax, lines: rates } }
}
