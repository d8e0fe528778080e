import type { InvoiceDetails } from '#contract/invoice/invoice.ts'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { isEuCountry } from '#contract/lib/country/eu-countries.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { type Tx, updateRow } from '../../lib/db/db.ts'
import { buildInvoiceDocument } from './build-document.ts'
import { creditEarlierRefunds } from './credit-refund.ts'
import { creditEarlierUnsoldUnits } from './credit-unsold.ts'
import type { BilledOrder } from './load-billed-order.ts'
import { storeIssuedDocument } from './store-issued-document.ts'

type InvoiceDraft = { id: string; orderId: string; details: InvoiceDetails }

/**
 * Stores the document of a draft as it is now, with the next number of its series. The number comes late, because
 * its series stays locked until the commit. The refunds that were made before have their credit notes in the same
 * transaction. The caller has locked the order.
 * @throws Problem 422 invoice_due_too_early, or the code of a legal detail that is missing
 */
export async function issueDraft(
  tx: Tx,
  { id, orderId, details }: InvoiceDraft,
  order: BilledOrder,
): Promise<void> {
  const document = buildInvoiceDocument(order, details)
  assertComplete(document, order)
  const { today } = order.store
  await updateRow(tx, 'invoice', id, {
    total: document.total,
    dueOn: chooseDueDay(document, details, order),
    details: tx.json({}),
  })
  await storeIssuedDocument(tx, id, { prefix: order.settings.invoicePrefix, today, document })
  await creditEarlierRefunds(tx, orderId)
  await creditEarlierUnsoldUnits(tx, orderId)
}

/** Returns the due date. If it has passed, a paid invoice is due today, and an unpaid one is refused. */
function chooseDueDay(
  { paid, total }: InvoiceDocument,
  { dueOn }: InvoiceDetails,
  { store: { today }, settings }: BilledOrder,
): string {
  if (dueOn === null) return addDays(today, settings.paymentDays)
  if (dueOn >= today) return dueOn
  if (paid < total) assertDueDay(dueOn, today)
  return today
}

/** @throws Problem 422 invoice_due_too_early */
export function assertDueDay(dueOn: string, today: string): void {
  if (dueOn < today) throw createFieldProblem('dueOn', 'invoice_due_too_early')
}

/** Asserts the details that an invoice must contain (Directive 2006/112/EC, article 226). */
function assertComplete(document: InvoiceDocument, { hasZeroRate }: BilledOrder): void {
  const { seller, buyer, exemption } = document
  if (!hasPlace(seller.address)) throw new Problem(422, 'invoice_seller_incomplete')
  if (!buyer.name && !buyer.company) throw createFieldProblem('buyer.name', 'invoice_buyer_unnamed')
  const isToCompany = exemption === 'reverse_charge' || exemption === 'intra_community'
  if (isToCompany && !(seller.vatId && buyer.vatId))
    throw createFieldProblem('buyer.vatId', 'invoice_vat_ids_missing')
  if (isUnexplained(document) && !hasZeroRate) throw new Problem(422, 'invoice_tax_unexplained')
}

/**
 * Returns whether an invoice from the EU has no tax without a reason. EN 16931 knows this for zero-rated goods only
 * (category Z), for which a store has a tax rate of 0.
 */
const isUnexplained = ({ seller, exemption, lines, shipping }: InvoiceDocument): boolean =>
  exemption === '' &&
  isEuCountry(seller.address.country ?? '') &&
  [...lines, ...(shipping ? [shipping] : [])].every(({ taxRate }) => taxRate === 0)

const hasPlace = ({ line1, city, country }: InvoiceDetails['buyer']['address']) =>
  Boolean(line1 && city && country)

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
