import { sum } from '#contract/lib/sum.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { Tx } from '../../lib/db/db.ts'
import { serverTexts } from '../../locales/texts.ts'
import { type CreditableInvoice, issueCreditNote, lockCreditableInvoice } from './credit-note.ts'
import { enqueueIssuedMail } from './credit-refund.ts'
import { type CreditedItem, subtractFee } from './credited-items.ts'
import { rebillInvoice } from './rebill-invoice.ts'

type BilledLine = NonNullable<CreditedItem['line']> &
  Pick<CreditedItem, 'quantity' | 'taxRate' | 'tax'> & { _id: string; total: number }
/** The items of an order, whose amounts are with tax if its prices include it. */
export type InvoicedItems = {
  lines: readonly BilledLine[]
  shippingTotal: number
  shippingTax: number
  shippingTaxRate: number
  taxIncluded: boolean
}
export type ItemChange = { before: InvoicedItems; after: InvoicedItems }

/**
 * Corrects the invoice of an order after its items changed, so that the invoices less their credit notes are
 * what the order costs. Items that cost less now are credited. If any item costs more, the whole invoice is
 * credited and another one issued. The caller has locked and written the order.
 */
export async function correctInvoice(
  tx: Tx,
  orderId: string,
  { before, after }: ItemChange,
): Promise<void> {
  const invoice = await lockCreditableInvoice(tx, { orderId })
  if (!invoice) return
  const reductions = listReductions(before, after, getShippingTitle(invoice))
  if (reductions) await creditReductions(tx, invoice, reductions)
  else await rebillInvoice(tx, orderId, invoice)
}

/**
 * Bills an order again that costs more than its invoice, such as one that was canceled, credited as far as it
 * was not paid, and reopened. The caller has locked and written the order.
 */
export async function billReopenedOrder(tx: Tx, orderId: string): Promise<void> {
  const invoice = await lockCreditableInvoice(tx, { orderId })
  if (invoice && getRest(invoice) < (await loadOrderValue(tx, orderId)))
    await rebillInvoice(tx, orderId, invoice)
}

/**
 * Corrects the invoice of an order whose total differs from it, though no credit note or other invoice followed
 * the edit of the order. The caller has locked the order.
 */
export async function correctOutdatedInvoice(
  tx: Tx,
  { orderId, total }: { orderId: string; total: number },
): Promise<void> {
  const invoice = await lockCreditableInvoice(tx, { orderId })
  if (!invoice) return
  if (invoice.total < total) await rebillInvoice(tx, orderId, invoice)
  else if (invoice.total > total) await creditReductions(tx, invoice, [])
}

/** Credits the part of an invoice that is above what its order costs. */
async function creditReductions(
  tx: Tx,
  invoice: CreditableInvoice,
  items: readonly CreditedItem[],
): Promise<void> {
  const credited = getRest(invoice) - (await loadOrderValue(tx, invoice.orderId))
  if (credited <= 0) return
  const price = sum(items.map(({ amount }) => amount))
  const credit =
    price > credited
      ? subtractFee({ items, otherAmount: 0 }, price - credited)
      : { items, otherAmount: credited - price }
  const id = await issueCreditNote(tx, invoice, { credit, reason: 'remainder' })
  if (id) await enqueueIssuedMail(tx, id)
}

const getRest = ({ total, creditedTotal }: CreditableInvoice) => total - creditedTotal

async function loadOrderValue(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx<{ value: number }[]>`
    select order_net_value(o)::float8 as value from "order" o where o.id = ${orderId}`
  return row?.value ?? 0
}

const getShippingTitle = ({ document }: CreditableInvoice) =>
  document.shipping?.name || serverTexts[getLocaleLanguage(document.language)]('invoice.shipping')

/** Returns the items that cost less after a change, or undefined if any costs more or has another tax rate. */
function listReductions(
  before: InvoicedItems,
  after: InvoicedItems,
  shippingTitle: string,
): CreditedItem[] | undefined {
  const linesBefore = [...before.lines, toShippingLine(before, shippingTitle)]
  const linesAfter = [...after.lines, toShippingLine(after, shippingTitle)]
  const isNew = linesAfter.some(({ _id }) => linesBefore.every(line => line._id !== _id))
  if (isNew) return undefined
  const items: CreditedItem[] = []
  for (const line of linesBefore) {
    const item = toReduction(
      line,
      linesAfter.find(({ _id }) => _id === line._id),
    )
    if (item.amount === 0 && item.tax === 0 && item.quantity === 0) continue
    if (item.quantity < 0 || item.tax < 0 || item.tax > item.amount) return undefined
    if (item.taxRate !== line.taxRate) return undefined
    items.push(item)
  }
  return items
}

/** The item has no `orderLine`, so that it does not count as credited by hand. */
function toReduction(line: BilledLine, after: BilledLine | undefined): CreditedItem {
  const { title, variantTitle, sku, unitPrice } = line
  return {
    line: { title, variantTitle, sku, unitPrice },
    quantity: line.quantity - (after?.quantity ?? 0),
    taxRate: after && after.total > 0 ? after.taxRate : line.taxRate,
    amount: line.total - (after?.total ?? 0),
    tax: line.tax - (after?.tax ?? 0),
  }
}

const toShippingLine = (
  { shippingTotal, shippingTax, shippingTaxRate, taxIncluded }: InvoicedItems,
  title: string,
): BilledLine => ({
  _id: 'shipping',
  title,
  variantTitle: '',
  sku: '',
  unitPrice: shippingTotal,
  // A part of the shipping is no part of its quantity.
  quantity: 0,
  taxRate: shippingTaxRate,
  tax: shippingTax,
  total: shippingTotal + (taxIncluded ? 0 : shippingTax),
})
