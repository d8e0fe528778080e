import type { FieldError } from '../lib/call/problem.ts'
import { createFieldError } from '../lib/error/issue.ts'
import { sum } from '../lib/sum.ts'

type TotalsLine = {
  quantity: number
  unitPrice: number
  discount?: number | undefined
  /** By default, the tax rate of the order. */
  taxRate?: number | undefined
}

/** Amounts are in minor units; tax rates are percentages with up to three decimals. */
export type TotalsInput = {
  lines: readonly TotalsLine[]
  discountTotal?: number | undefined
  shippingTotal?: number | undefined
  taxRate: number
  /** By default, shipping is not taxed. */
  shippingTaxRate?: number | undefined
  /** true: prices and shipping include tax; false: tax is added. */
  taxIncluded: boolean
}
type LineTotals = {
  amount: number
  discount: number
  taxRate: number
  tax: number
  total: number
}
export type OrderTotals = {
  lines: LineTotals[]
  subtotal: number
  discountTotal: number
  shippingTotal: number
  shippingTaxRate: number
  shippingTax: number
  /** The taxes of the lines and of the shipping. */
  taxTotal: number
  total: number
  errors: FieldError[]
}

/** Largest allowed total, exact as a JavaScript number (contract/lib/schemas.ts, Money). */
const maxTotal = 1_000_000_000_000

/**
 * Returns the totals of an order in minor units: line totals plus shipping, and its tax if prices
 * do not include it, equal the total. Each line's discount is its own plus its share of the order
 * discount; the tax of each line and of the shipping is rounded half up. `errors` names invalid
 * values; the totals are then those of the nearest valid order.
 */
export function calculateOrderTotals({
  lines,
  discountTotal = 0,
  shippingTotal = 0,
  taxRate: defaultTaxRate,
  shippingTaxRate = 0,
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
    const taxRate = lines[i]?.taxRate ?? defaultTaxRate
    const tax = calculateTax(amount - discount, taxRate, taxIncluded)
    return { amount, discount, taxRate, tax, total: amount - discount + (taxIncluded ? 0 : tax) }
  })
  const subtotal = sum(amounts)
  const shippingTax = calculateTax(shippingTotal, shippingTaxRate, taxIncluded)
  const total =
    sum(lineTotals.map(line => line.total)) + shippingTotal + (taxIncluded ? 0 : shippingTax)
  if (Math.max(subtotal, total) > maxTotal)
    errors.push(createFieldError('lines', 'order_total_too_big'))
  return {
    lines: lineTotals,
    subtotal,
    discountTotal: sum(lineTotals.map(line => line.discount)),
    shippingTotal,
    shippingTaxRate,
    shippingTax,
    taxTotal: sum(lineTotals.map(line => line.tax)) + shippingTax,
    total,
    errors,
  }
}

type TaxedOrder = {
  lines: readonly { taxRate: number; tax: number; total: number }[]
  shippingTotal: number
  shippingTaxRate: number
  shippingTax: number
  taxIncluded: boolean
}
/** The taxed net amount of an order at one rate, and its tax. */
export type TaxSum = { rate: number; base: number; tax: number }

/** Returns the taxes of an order by rate, the lowest rate first. They add up to its tax total. */
export function sumTaxes({
  lines,
  shippingTotal,
  shippingTaxRate,
  shippingTax,
  taxIncluded,
}: TaxedOrder): TaxSum[] {
  const parts: TaxSum[] = [
    ...lines.map(({ taxRate, tax, total }) => ({ rate: taxRate, base: total - tax, tax })),
    {
      rate: shippingTaxRate,
      base: shippingTotal - (taxIncluded ? shippingTax : 0),
      tax: shippingTax,
    },
  ]
  return [...Map.groupBy(parts, part => part.rate)]
    .map(([rate, group]) => ({
      rate,
      base: sum(group.map(part => part.base)),
      tax: sum(group.map(part => part.tax)),
    }))
    .filter(({ base, tax }) => base > 0 || tax > 0)
    .toSorted((a, b) => a.rate - b.rate)
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

/** Returns the price of the shipping of an order with its tax. */
export const getPaidShipping = ({
  shippingTotal,
  shippingTax,
  taxIncluded,
}: {
  shippingTotal: number
  shippingTax: number
  taxIncluded: boolean
}): number => shippingTotal + (taxIncluded ? 0 : shippingTax)

/** Returns a price without the tax that it includes. */
export const removeTax = (price: number, rate: number): number =>
  price - calculateTax(price, rate, true)

/** Returns a price with its tax. */
export const addTax = (price: number, rate: number): number =>
  price + calculateTax(price, rate, false)

/**
 * A total times a rate can exceed 2^53, so it uses BigInt. The rate is in thousandths of a percent.
 */
function calculateTax(base: number, rate: number, isIncluded: boolean): number {
  const thousandths = BigInt(Math.round(rate * 1000))
  const divisor = isIncluded ? 100_000n + thousandths : 100_000n
  return Number((2n * BigInt(base) * thousandths + divisor) / (2n * divisor))
}
