import type { z } from 'zod'
import type { Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import type { InvoiceDocument, InvoiceLine } from '#contract/invoice/invoice-document.ts'
import { calculateShare } from '#contract/lib/money/share.ts'
import { sum } from '#contract/lib/sum.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { getInvoice, lockInvoice } from './invoice-store.ts'
import { issueCreditNote, listCreditNotes, lockCreditableInvoice } from './rule/credit-note.ts'
import type { Credit, CreditedItem } from './rule/credited-items.ts'

type CreditBody = z.infer<typeof invoiceApi.credit.body>
type CreditedLine = NonNullable<CreditBody['lines']>[number]

/**
 * Issues a credit note for the chosen lines and shipping of an invoice or, without them, for the amount
 * that remains of it. The order of an invoice without anything left can have another one.
 * @throws Problem 409 invoice_not_creditable, or 422 at the line or the shipping that asks for too much
 */
export async function creditInvoice(tx: Tx, id: string, body: CreditBody): Promise<Invoice> {
  const record = await lockInvoice(tx, id)
  const invoice = await lockCreditableInvoice(tx, { orderId: record.order._id, id })
  if (!invoice) throw new Problem(409, 'invoice_not_creditable')
  const { lines = [], shipping = 0, note } = body
  const creditNotes = await listCreditNotes(tx, id)
  const isWhole = body.lines === undefined && body.shipping === undefined
  if (!isWhole && shipping === 0 && lines.every(({ quantity }) => quantity === 0))
    throw createFieldProblem('lines.0.quantity', 'units_missing')
  const credit = isWhole
    ? toRemainder(invoice.document, creditNotes)
    : toCredit(invoice.document, creditNotes, { lines, shipping })
  const creditNote = await issueCreditNote(tx, invoice, { credit, note, reason: 'remainder' })
  if (creditNote === undefined) throw new Problem(409, 'invoice_not_creditable')
  return getInvoice(tx, creditNote)
}

/** The first credit note of an invoice repeats its lines. A later one has an amount for each tax rate. */
function toRemainder(document: InvoiceDocument, creditNotes: readonly InvoiceDocument[]): Credit {
  const { lines, shipping, total } = document
  if (creditNotes.length > 0)
    return { items: [], otherAmount: total - sum(creditNotes.map(note => note.total)) }
  const items = lines.map(line => toItem(line, line))
  return {
    items: shipping ? [...items, toShippingItem(shipping, shipping)] : items,
    otherAmount: 0,
  }
}

function toCredit(
  { lines, shipping }: InvoiceDocument,
  creditNotes: readonly InvoiceDocument[],
  chosen: { lines: readonly CreditedLine[]; shipping: number },
): Credit {
  const items = chosen.lines.flatMap((input, i) => {
    if (input.quantity === 0) return []
    const line = lines.find(({ orderLine }) => orderLine === input.line)
    const isRepeated = chosen.lines.find(other => other.line === input.line) !== input
    if (!line || isRepeated) throw createFieldProblem(`lines.${i}.line`, 'not_found')
    const earlier = creditNotes.flatMap(note =>
      note.lines.filter(({ orderLine }) => orderLine === input.line),
    )
    return toUnits(line, earlier, { ...input, path: `lines.${i}.quantity` })
  })
  const credited = sum(creditNotes.map(note => note.shipping?.total ?? 0))
  if (chosen.shipping > (shipping?.total ?? 0) - credited)
    throw createFieldProblem('shipping', 'credit_too_big')
  if (shipping && chosen.shipping > 0) {
    const tax = calculateShare(shipping.tax, chosen.shipping, shipping.total)
    items.push(toShippingItem(shipping, { total: chosen.shipping, tax }))
  }
  return { items, otherAmount: 0 }
}

/** Amounts are differences of rounded shares, so that those of all units add up to the line. */
function toUnits(
  line: InvoiceLine,
  earlier: readonly InvoiceLine[],
  { quantity, path }: CreditedLine & { path: string },
): CreditedItem {
  const creditedQuantity = sum(earlier.map(row => row.quantity))
  if (quantity > line.quantity - creditedQuantity) throw createFieldProblem(path, 'credit_too_big')
  const getPart = (amount: number) =>
    calculateShare(amount, creditedQuantity + quantity, line.quantity) -
    calculateShare(amount, creditedQuantity, line.quantity)
  const left = line.total - sum(earlier.map(row => row.total))
  return toItem(line, {
    quantity,
    total: Math.min(getPart(line.total), left),
    tax: getPart(line.tax),
  })
}

type CreditedPart = Pick<InvoiceLine, 'quantity' | 'total' | 'tax'>

const toItem = (
  { orderLine, title, variantTitle, sku, unitPrice, taxRate }: InvoiceLine,
  { quantity, total, tax }: CreditedPart,
): CreditedItem => ({
  line: { orderLine, title, variantTitle, sku, unitPrice },
  quantity,
  taxRate,
  amount: total,
  tax,
})

const toShippingItem = (
  { taxRate }: NonNullable<InvoiceDocument['shipping']>,
  { total, tax }: Pick<CreditedPart, 'total' | 'tax'>,
): CreditedItem => ({ quantity: 1, taxRate, amount: total, tax })
