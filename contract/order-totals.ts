type TotalsLine = { quantity: number; unitPrice: number; discount?: number | undefined }

/** Money in minor units; the rate in per cent, up to three decimals. */
export type TotalsInput = {
  lines: readonly TotalsLine[]
  discountTotal?: number | undefined
  shippingTotal?: number | undefined
  taxRate: number
  /** true: the prices contain the tax; false: it comes on top. */
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
  errors: { path: string; code: string; message: string }[]
}

/** The most a sum may be, so that it stays exact as a number (contract/lib/schemas.ts, Money). */
const maxTotal = 1_000_000_000_000
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/**
 * The sums of an order, whole minor units throughout: the lines' totals and the shipping add up to the total. Each line's
 * discount is its own plus its share of the order's; its tax is rounded half up on what is left. Shipping is not taxed.
 * Faults name what is refused; the sums are then those of the nearest order that would be accepted.
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
      errors.push({
        path: `lines.${i}.discount`,
        code: 'too_big',
        message: 'More than the line comes to',
      })
  })
  const discountedAmounts = amounts.map((amount, i) => amount - (lineDiscounts[i] ?? 0))
  if (discountTotal > sum(discountedAmounts))
    errors.push({ path: 'discountTotal', code: 'too_big', message: 'More than the lines come to' })
  const shares = splitByWeight(Math.min(discountTotal, sum(discountedAmounts)), discountedAmounts)

  const lineTotals = amounts.map((amount, i): LineTotals => {
    const discount = (lineDiscounts[i] ?? 0) + (shares[i] ?? 0)
    const tax = calculateTax(amount - discount, taxRate, taxIncluded)
    return { amount, discount, tax, total: amount - discount + (taxIncluded ? 0 : tax) }
  })
  const subtotal = sum(amounts)
  const total = sum(lineTotals.map(line => line.total)) + shippingTotal
  if (Math.max(subtotal, total) > maxTotal)
    errors.push({
      path: 'lines',
      code: 'too_big',
      message: 'This order comes to more than can be kept',
    })
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

/** Splits a sum in proportion to weights so that the parts add up to it: what rounding leaves goes to the largest remainders. */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const totalWeight = BigInt(sum(weights))
  if (totalWeight === 0n) return weights.map(() => 0)
  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, part: Number(product / totalWeight), remainder: product % totalWeight }
  })
  const unassigned = amount - sum(parts.map(p => p.part))
  const roundedUp = new Set(
    parts
      .toSorted((a, b) =>
        a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
      )
      .slice(0, unassigned)
      .map(p => p.index),
  )
  return parts.map(({ index, part }) => part + (roundedUp.has(index) ? 1 : 0))
}

/** Products of a sum and a rate pass 2^53, so they are made in BigInt; the rate counts in thousandths of a per cent. */
function calculateTax(base: number, rate: number, isIncluded: boolean): number {
  const thousandths = BigInt(Math.round(rate * 1000))
  const divisor = isIncluded ? 100_000n + thousandths : 100_000n
  return Number((2n * BigInt(base) * thousandths + divisor) / (2n * divisor))
}
