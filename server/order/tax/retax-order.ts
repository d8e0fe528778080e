import { sum } from '#contract/lib/sum.ts'
import {
  addTax,
  calculateOrderTotals,
  type OrderTotals,
  removeTax,
  splitByWeight,
} from '#contract/order/order-totals.ts'
import type { OrderTaxRates, TaxExemption } from '#contract/store/tax.ts'

type RetaxedLine = {
  quantity: number
  unitPrice: number
  discount: number
  enteredDiscount: number | null
}
type RetaxedOrder = {
  lines: readonly RetaxedLine[]
  taxIncluded: boolean
  taxExemption: TaxExemption
  shippingTotal: number
  enteredDiscount: number | null
  /** The amounts of the discounts of the store. */
  discounts: readonly number[]
}
type Rates = Pick<OrderTaxRates, 'lines' | 'shipping'>

/**
 * Returns an order with other tax rates. Its prices and discounts stay, unless they include a tax that
 * the order no longer has, or has again. `home` are the rates that prices of the store include.
 */
export function retaxOrder(
  order: RetaxedOrder,
  tax: OrderTaxRates,
  home: Rates,
): {
  lines: RetaxedLine[]
  discounts: number[]
  enteredDiscount: number | null
  totals: OrderTotals
} {
  const convert = createConversion(order, tax)
  const lines = order.lines.map((line, i) => {
    const rate = home.lines[i] ?? 0
    const { quantity, enteredDiscount } = line
    const unitPrice = convert(line.unitPrice, rate)
    const isFree = line.discount === quantity * line.unitPrice
    return {
      quantity,
      unitPrice,
      discount: isFree ? quantity * unitPrice : convert(line.discount, rate),
      enteredDiscount: enteredDiscount === null ? null : convert(enteredDiscount, rate),
    }
  })
  const totals = calculateOrderTotals({
    lines: lines.map(({ quantity, unitPrice, discount }, i) => ({
      quantity,
      unitPrice,
      discount: Math.min(discount, quantity * unitPrice),
      taxRate: tax.lines[i],
    })),
    shippingTotal: convert(order.shippingTotal, home.shipping),
    taxRate: 0,
    shippingTaxRate: tax.shipping,
    taxIncluded: order.taxIncluded,
  })
  const discounts = splitDiscounts(order, lines, amount => convert(amount, home.shipping))
  return { lines, ...discounts, totals }
}

type Convert = (amount: number, rate: number) => number

/** Prices with tax lose it if the order becomes exempt, and get it back if it no longer is. */
function createConversion(
  { taxIncluded, taxExemption }: RetaxedOrder,
  { exemption }: OrderTaxRates,
): Convert {
  const isSwitched = (taxExemption === '') !== (exemption === '')
  if (!taxIncluded || !isSwitched) return amount => amount
  return exemption ? removeTax : addTax
}

/** Splits the discounts of the lines, without those that staff entered for each line. */
function splitDiscounts(
  order: RetaxedOrder,
  lines: readonly RetaxedLine[],
  convertShipping: (amount: number) => number,
) {
  const getRest = (retaxedLines: readonly RetaxedLine[]) =>
    Math.max(
      sum(retaxedLines.map(({ discount, enteredDiscount }) => discount - (enteredDiscount ?? 0))),
      0,
    )
  const entered = order.enteredDiscount ?? 0
  const byStore = Math.max(getRest(order.lines) - entered, 0)
  const freeShipping = Math.max(sum(order.discounts) - byStore, 0)
  const [newEntered = 0, newByStore = 0] = splitByWeight(getRest(lines), [entered, byStore])
  return {
    enteredDiscount: order.enteredDiscount === null ? null : newEntered,
    discounts: splitByWeight(newByStore + convertShipping(freeShipping), order.discounts),
  }
}
