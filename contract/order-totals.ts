import { createFieldError } from './lib/error/issue.ts'
import type { FieldError } from './lib/problem.ts'

type TotalsLine = { quantity: number; unitPrice: number; discount?: number | undefined }

/** Amounts are in minor units; the tax rate is a percentage with up to three decimals. */
export type TotalsInput = {
  lines: readonly TotalsLine[]
  discountTotal?: number | undefined
  shippingTotal?: number | undefined
  taxRate: number
  /** true: prices include tax; false: tax is added. */
  taxIncluded: boolean
}
type LineTotals = { amount: number; discount: number; tax: number; total: number }
export type OrderTotals = {
  lines: LineTotals[]
  subtotal: number
  discountTotal: number
  shippingTotal: number
  taxTotal: number
  total: number
  errors: FieldError[]
}

/** Largest allowed total, exact as a JavaScript number (contract/lib/schemas.ts, Money). */
const maxTotal = 1_000_000_000_000
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/**
 * Returns the totals of an order in minor units: line totals plus shipping equal the total. Each
 * line's discount is its own plus its share of the order discount; its tax is rounded half up.
 * Shipping is not taxed. `errors` names invalid values; the totals are then those of the nearest
 * valid order.
 */
export function calculateOrderTotals({
  lines,
  discountTotal = 0,
  shippingTotal = 0,
  taxRate,
  taxIncluded,
}: TotalsInput): OrderTotals {
  const errors: OrderTotals['errors'] = []
  const amounts = lines.map(line => line.quantity * line.unitPrice)
  const lineDiscounts = lines.map(({ discount = 0 }, i) => Math.min(discount, amounts[i] ?? 0))
  lines.forEach(({ discount = 0 }, i) => {
    if (discount > (amounts[i] ?? 0))
      errors.push(createFieldError(`lines.${i}.discount`, 'discount_above_line'))
  })
  const discountedAmounts = amounts.map((amount, i) => amount - (lineDiscounts[i] ?? 0))
  if (discountTotal > sum(discountedAmounts))
    errors.push(createFieldError('discountTotal', 'discount_above_subtotal'))
  const shares = splitByWeight(Math.min(discountTotal, sum(discountedAmounts)), discountedAmounts)

  const lineTotals = amounts.map((amount, i): LineTotals => {
    const discount = (lineDiscounts[i] ?? 0) + (shares[i] ?? 0)
    const tax = calculateTax(amount - discount, taxRate, taxIncluded)
    return { amount, discount, tax, total: amount - discount + (taxIncluded ? 0 : tax) }
  })
  const subtotal = sum(amounts)
  const total = sum(lineTotals.map(line => line.total)) + shippingTotal
  if (Math.max(subtotal, total) > maxTotal)
    errors.push(createFieldError('lines', 'order_total_too_big'))
  return {
    lines: lineTotals,
    subtotal,
    discountTotal: sum(lineTotals.map(line => line.discount)),
    shippingTotal,
    taxTotal: sum(lineTotals.map(line => line.tax)),
    total,
    errors,
  }
}

/**
 * Splits a total in proportion to weights. The parts add up to the total: the largest remainders
 * receive the rounding difference.
 */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const totalWeight = BigInt(sum(weights))
  if (totalWeight === 0n) return weights.map(() => 0)
  const parts = weights.map((weight, index): WeightedPart => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, part: Number(product / totalWeight), remainder: product % totalWeight }
  })
  const unassigned = amount - sum(parts.map(p => p.part))
  const roundedUp = new Set(
    parts
      .toSorted(compareRemainders)
      .slice(0, unassigned)
      .map(p => p.index),
  )
  return parts.map(({ index, part }) => part + (roundedUp.has(index) ? 1 : 0))
}

type WeightedPart = { index: number; part: number; remainder: bigint }

/** Sorts the largest remainder first, and equal remainders by their position. */
function compareRemainders(a: WeightedPart, b: WeightedPart): number {
  if (a.remainder === b.remainder) return a.index - b.index
  return a.remainder > b.remainder ? -1 : 1
}

/**
 * A total times a rate can exceed 2^53, so it uses BigInt. The rate is in thousandths of a percent.
 */
function calculateTax(base: number, rate: number, isIncluded: boolean): number {
  const thousandths = BigInt(Math.round(rate * 1000))
  const divisor = isIncluded ? 100_000n + thousandths : 100_000n
  return Number((2n * BigInt(base) * thousandths + divisor) / (2n * divisor))
}
