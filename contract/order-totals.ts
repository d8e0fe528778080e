type Line = { quantity: number; unitPrice: number; discount?: number | undefined }

/** Money in minor units; the rate in per cent, up to three decimals. */
export type TotalsInput = {
  lines: readonly Line[]
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
  faults: { path: string; code: string; message: string }[]
}

/** The most a sum may be, so that it stays exact as a number (contract/lib/shapes.ts, Money). */
const most = 1_000_000_000_000
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/**
 * The sums of an order, whole minor units throughout: the lines' totals and the shipping add up to the total. Each line's
 * discount is its own plus its share of the order's; its tax is rounded half up on what is left. Shipping is not taxed.
 * Faults name what is refused; the sums are then those of the nearest order that would be accepted.
 */
export function orderTotals({
  lines,
  discountTotal = 0,
  shippingTotal = 0,
  taxRate,
  taxIncluded,
}: TotalsInput): OrderTotals {
  const faults: OrderTotals['faults'] = []
  const amounts = lines.map(line => line.quantity * line.unitPrice)
  const own = lines.map(({ discount = 0 }, i) => Math.min(discount, amounts[i] ?? 0))
  lines.forEach(({ discount = 0 }, i) => {
    if (discount > (amounts[i] ?? 0))
      faults.push({
        path: `lines.${i}.discount`,
        code: 'too_big',
        message: 'More than the line comes to',
      })
  })
  const left = amounts.map((amount, i) => amount - (own[i] ?? 0))
  if (discountTotal > sum(left))
    faults.push({ path: 'discountTotal', code: 'too_big', message: 'More than the lines come to' })
  const shares = splitByWeight(Math.min(discountTotal, sum(left)), left)

  const made = amounts.map((amount, i): LineTotals => {
    const discount = (own[i] ?? 0) + (shares[i] ?? 0)
    const tax = taxOf(amount - discount, taxRate, taxIncluded)
    return { amount, discount, tax, total: amount - discount + (taxIncluded ? 0 : tax) }
  })
  const subtotal = sum(amounts)
  const total = sum(made.map(line => line.total)) + shippingTotal
  if (Math.max(subtotal, total) > most)
    faults.push({
      path: 'lines',
      code: 'too_big',
      message: 'This order comes to more than can be kept',
    })
  return {
    lines: made,
    subtotal,
    discountTotal: sum(made.map(line => line.discount)),
    shippingTotal,
    taxTotal: sum(made.map(line => line.tax)),
    total,
    faults,
  }
}

/** Splits a sum in proportion to weights so that the parts add up to it: what rounding leaves goes to the largest remainders. */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const whole = BigInt(sum(weights))
  if (whole === 0n) return weights.map(() => 0)
  const parts = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight)
    return { at, part: Number(product / whole), rest: product % whole }
  })
  const missing = amount - sum(parts.map(p => p.part))
  const raised = new Set(
    parts
      .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
      .slice(0, missing)
      .map(p => p.at),
  )
  return parts.map(({ at, part }) => part + (raised.has(at) ? 1 : 0))
}

/** Products of a sum and a rate pass 2^53, so they are made in BigInt; the rate counts in thousandths of a per cent. */
function taxOf(base: number, rate: number, isIncluded: boolean): number {
  const thousandths = BigInt(Math.round(rate * 1000))
  const of = isIncluded ? 100_000n + thousandths : 100_000n
  return Number((2n * BigInt(base) * thousandths + of) / (2n * of))
}
