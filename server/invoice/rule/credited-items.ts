import type { InvoiceDocument, InvoiceLine } from '#contract/invoice/invoice-document.ts'
import { calculateShare } from '#contract/lib/money/share.ts'
import { sum } from '#contract/lib/sum.ts'
import { splitByWeight, type TaxSum } from '#contract/order/order-totals.ts'

/** An amount that is credited for a line or, without one, for the shipping. Amounts are with tax. */
export type CreditedItem = {
  line?: Pick<InvoiceLine, 'orderLine' | 'title' | 'variantTitle' | 'sku' | 'unitPrice'>
  quantity: number
  taxRate: number
  amount: number
  tax: number
}
/** The items that a credit note credits, and an amount that belongs to none of them. */
export type Credit = { items: readonly CreditedItem[]; otherAmount: number }

type CreditedRows = Pick<InvoiceDocument, 'lines' | 'shipping'>
type CreditContext = {
  taxIncluded: boolean
  shippingName: string
  /** The title of amounts that belong to no item. */
  otherTitle: string
}

/** Returns the taxes of an invoice less those of its credit notes. */
export const subtractTaxes = (
  taxes: readonly TaxSum[],
  creditedTaxes: readonly TaxSum[],
): TaxSum[] =>
  taxes.map(({ rate, base, tax }) => {
    const credited = creditedTaxes.filter(part => part.rate === rate)
    return {
      rate,
      base: base - sum(credited.map(part => part.base)),
      tax: tax - sum(credited.map(part => part.tax)),
    }
  })

/**
 * Returns the lines and the shipping of a credit note. They credit at most what is left of the invoice
 * at each tax rate; an amount that its rate does not have is credited at the others. So an invoice less
 * its credit notes is never negative at a rate, and all of them together add up to the invoice.
 */
export function buildCreditedRows(
  remainingTaxes: readonly TaxSum[],
  { items, otherAmount }: Credit,
  { taxIncluded, shippingName, otherTitle }: CreditContext,
): CreditedRows {
  const rests = remainingTaxes.map(rest => ({ ...rest }))
  const lines: InvoiceLine[] = []
  let shipping: InvoiceDocument['shipping'] = null
  let unassigned = otherAmount
  for (const item of items) {
    const rest = rests.find(({ rate }) => rate === item.taxRate)
    const taken = rest && takeFromRest(rest, item.amount, item.tax)
    unassigned += item.amount - (taken?.total ?? 0)
    if (!taken || taken.total === 0) continue
    if (item.line) lines.push(toLine(item.line, item, taken, taxIncluded))
    else shipping = { name: shippingName, taxRate: item.taxRate, ...taken }
  }
  const grossRests = rests.map(({ base, tax }) => base + tax)
  const otherParts = splitByWeight(Math.min(unassigned, sum(grossRests)), grossRests)
  const otherLine = { title: otherTitle, variantTitle: '', sku: '', unitPrice: 0 }
  rests.forEach((rest, index) => {
    const amount = otherParts[index] ?? 0
    const taken = takeFromRest(rest, amount, calculateShare(rest.tax, amount, rest.base + rest.tax))
    if (taken.total > 0)
      lines.push(toLine(otherLine, { quantity: 1, taxRate: rest.rate }, taken, taxIncluded))
  })
  return { lines, shipping }
}

type TakenAmount = { total: number; tax: number }

/** Takes an amount from what is left at a rate, with the wanted tax as far as tax and net amount allow. */
function takeFromRest(rest: TaxSum, amount: number, wantedTax: number): TakenAmount {
  const total = Math.min(amount, rest.base + rest.tax)
  const tax = Math.max(total - rest.base, Math.min(wantedTax, rest.tax, total))
  rest.tax -= tax
  rest.base -= total - tax
  return { total, tax }
}

/** Keeps the price of the units, if the credited amount is that of the units or less. */
function toLine(
  line: NonNullable<CreditedItem['line']>,
  { quantity, taxRate }: Pick<CreditedItem, 'quantity' | 'taxRate'>,
  { total, tax }: TakenAmount,
  taxIncluded: boolean,
): InvoiceLine {
  const amount = taxIncluded ? total : total - tax
  const discount = line.unitPrice * quantity - amount
  const units =
    quantity > 0 && discount >= 0
      ? { quantity, unitPrice: line.unitPrice, discount }
      : { quantity: 1, unitPrice: amount, discount: 0 }
  return { ...line, ...units, taxRate, tax, total }
}

/** Returns the items with a fee subtracted, in proportion to their amounts. */
export function subtractFee({ items, otherAmount }: Credit, fee: number): Credit {
  const reductions = splitByWeight(fee, [...items.map(({ amount }) => amount), otherAmount])
  return {
    items: items.map((item, index) => {
      const reduction = reductions[index] ?? 0
      const tax = item.tax - calculateShare(item.tax, reduction, item.amount)
      return { ...item, amount: item.amount - reduction, tax }
    }),
    otherAmount: otherAmount - (reductions[items.length] ?? 0),
  }
}
