import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { unbilledStatuses } from '#contract/order/order-state.ts'
import { Problem } from '../../lib/call/problem.ts'
import { insertRow, type Tx } from '../../lib/db/db.ts'
import { runInSavepoint } from '../../lib/db/savepoint.ts'
import { toBuyerName } from './build-document.ts'
import { type CreditableInvoice, issueCreditNote, lockCreditableInvoice } from './credit-note.ts'
import { enqueueIssuedMail } from './credit-refund.ts'
import { issueDraft } from './issue-draft.ts'
import { type BilledOrder, loadBilledOrder } from './load-billed-order.ts'

type RebilledInvoice = { id: string; document: InvoiceDocument }

/**
 * Credits the rest of an invoice, bills its order with another one, and queues their emails. Issued documents
 * never change. The other invoice stays a draft if a legal detail is missing. `creditAgain` receives its id
 * once it is issued. The caller has locked the order.
 */
export async function rebillInvoice(
  tx: Tx,
  orderId: string,
  invoice: RebilledInvoice,
  creditAgain?: (id: string) => Promise<void>,
): Promise<void> {
  const order = await loadBilledOrder(tx, orderId)
  await lockSeries(tx, order)
  const issuedIds = [await creditRest(tx, orderId, invoice.id)]
  const [openDraft] = await tx`
    select from invoice where order_id = ${orderId} and kind = 'invoice' and number is null`
  if (!openDraft && order.total > 0 && !unbilledStatuses.includes(order.status))
    issuedIds.push(...(await issueAnother(tx, { orderId, order, invoice }, creditAgain)))
  for (const id of issuedIds) if (id) await enqueueIssuedMail(tx, id)
}

/** Returns the ids of the invoice and its credit notes, or none if a legal detail is missing. */
async function issueAnother(
  tx: Tx,
  { orderId, order, invoice }: { orderId: string; order: BilledOrder; invoice: RebilledInvoice },
  creditAgain?: (id: string) => Promise<void>,
): Promise<string[]> {
  const { buyerReference, note } = invoice.document
  // The email of an issued invoice can be that of a former customer.
  const email = order.customer.email || invoice.document.buyer.email
  const buyer = { ...invoice.document.buyer, email }
  const details = { buyer, buyerReference, note, dueOn: null }
  const id = await insertRow(tx, 'invoice', {
    orderId,
    buyerName: toBuyerName(details),
    total: order.total,
    details: tx.json(details),
  })
  return withoutProblem(tx, async () => {
    await issueDraft(tx, { id, orderId, details }, order)
    await creditAgain?.(id)
    return listIssued(tx, id)
  })
}

/** Locks the series of invoices before that of credit notes, in the order in which `issueDraft` locks them. */
const lockSeries = (tx: Tx, { settings, store }: BilledOrder) => tx`
  select 1 from invoice_series
  where prefix = ${`${settings.invoicePrefix}${store.today.slice(0, 4)}-`} for update`

async function creditRest(tx: Tx, orderId: string, id: string): Promise<string | undefined> {
  const invoice = await lockCreditableInvoice(tx, { orderId, id })
  return invoice && creditAmount(tx, invoice, invoice.total - invoice.creditedTotal)
}

export const creditAmount = (tx: Tx, invoice: CreditableInvoice, otherAmount: number) =>
  issueCreditNote(tx, invoice, { credit: { items: [], otherAmount }, reason: 'remainder' })

async function listIssued(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from invoice where id = ${id} or corrects_id = ${id} order by id`
  return rows.map(row => row.id)
}

/** Undoes the work if a legal detail of the invoice is missing. */
const withoutProblem = (tx: Tx, work: () => Promise<string[]>): Promise<string[]> =>
  runInSavepoint(tx, work, error => {
    if (!(error instanceof Problem) || error.status === 500) throw error
    return []
  })
