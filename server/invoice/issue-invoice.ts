import type { z } from 'zod'
import type { Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { getInvoice, lockInvoiceDraft } from './invoice-store.ts'
import { issueDraft } from './rule/issue-draft.ts'
import { lockBillableOrder } from './rule/load-billed-order.ts'

/**
 * Issues a draft, with the credit notes of the refunds that were made before.
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
  await issueDraft(tx, { id, orderId: draft.order._id, details: draft.details }, order)
  return getInvoice(tx, id)
}
