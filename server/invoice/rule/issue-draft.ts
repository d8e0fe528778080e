import type { InvoiceDetails } from '#contract/invoice/invoice.ts'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
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
 * @throws Problem 422 with the code of a legal detail that is missing
 */
export async function issueDraft(
  tx: Tx,
  { id, orderId, details }: InvoiceDraft,
  order: BilledOrder,
): Promise<void> {
  const document = buildInvoiceDocument(order, details)
  assertComplete(document)
  const { today } = order.store
  await updateRow(tx, 'invoice', id, {
    total: document.total,
    dueOn: details.dueOn ?? addDays(today, order.settings.paymentDays),
    details: tx.json({}),
  })
  await storeIssuedDocument(tx, id, { prefix: order.settings.invoicePrefix, today, document })
  await creditEarlierRefunds(tx, orderId)
  await creditEarlierUnsoldUnits(tx, orderId)
}

/** Asserts the details that an invoice must contain (Directive 2006/112/EC, article 226). */
function assertComplete({ seller, buyer, exemption }: InvoiceDocument): void {
  if (!hasPlace(seller.address)) throw new Problem(422, 'invoice_seller_incomplete')
  if (!buyer.name && !buyer.company) throw createFieldProblem('buyer.name', 'invoice_buyer_unnamed')
  if (exemption === 'reverse_charge' && !(seller.vatId && buyer.vatId))
    throw createFieldProblem('buyer.vatId', 'invoice_vat_ids_missing')
}

const hasPlace = ({ line1, city, country }: InvoiceDetails['buyer']['address']) =>
  Boolean(line1 && city && country)

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
