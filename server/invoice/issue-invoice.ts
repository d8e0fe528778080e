import type { z } from 'zod'
import type { Invoice, InvoiceDetails, invoiceApi } from '#contract/invoice/invoice.ts'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import { type Tx, updateRow } from '../lib/db/db.ts'
import { getInvoice, lockInvoiceDraft } from './invoice-store.ts'
import { buildInvoiceDocument } from './rule/build-document.ts'
import { creditEarlierRefunds } from './rule/credit-refund.ts'
import { lockBillableOrder } from './rule/load-billed-order.ts'
import { storeIssuedDocument } from './rule/store-issued-document.ts'

/**
 * Issues a draft: its document is stored as it is now, and it receives the next number of its series.
 * The number comes late, because its series stays locked until the commit. The refunds that were made before have
 * their credit notes in the same transaction.
 * @throws Problem 409 invoice_issued or version_conflict, or 422 invoice_order_unbilled, invoice_empty or the code of a
 * legal detail that is missing
 */
export async function issueInvoice(
  tx: Tx,
  id: string,
  { version, orderVersion }: z.infer<typeof invoiceApi.issue.body> = {},
): Promise<Invoice> {
  const draft = await lockInvoiceDraft(tx, id, version)
  const order = await lockBillableOrder(tx, draft.order._id)
  if (orderVersion !== undefined && orderVersion !== order.orderVersion)
    throw new Problem(409, 'version_conflict', {}, { data: await getInvoice(tx, id) })
  const document = buildInvoiceDocument(order, draft.details)
  assertComplete(document)
  const { today } = order.store
  await updateRow(tx, 'invoice', id, {
    total: document.total,
    dueOn: draft.details.dueOn ?? addDays(today, order.settings.paymentDays),
    details: tx.json({}),
  })
  await storeIssuedDocument(tx, id, { prefix: order.settings.invoicePrefix, today, document })
  await creditEarlierRefunds(tx, draft.order._id)
  return getInvoice(tx, id)
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
