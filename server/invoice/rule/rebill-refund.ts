import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { unbilledStatuses } from '#contract/order/order-state.ts'
import { Problem } from '../../lib/call/problem.ts'
import { insertRow, type Tx } from '../../lib/db/db.ts'
import { runInSavepoint } from '../../lib/db/savepoint.ts'
import { toBuyerName } from './build-document.ts'
import { type CreditableInvoice, issueCreditNote, lockCreditableInvoice } from './credit-note.ts'
import { enqueueIssuedMail } from './credit-refund.ts'
import { issueDraft } from './issue-draft.ts'
import { loadBilledOrder } from './load-billed-order.ts'

type ReturnedRefund = { refundId?: string | null; amount: number }
type CreditedInvoice = {
  id: string
  document: InvoiceDocument
  /** The total of credit notes of this refund. */
  refundTotal: number
  /** The total of credit notes without a refund. */
  unassignedTotal: number
  /** The refunds that were made on the pages of a provider. */
  providerTotal: number
}

/**
 * Takes back the credit note of a refund that a bank returned after it had succeeded. Issued documents never
 * change, so the rest of the invoice is credited, and another invoice bills the order with the other credit notes.
 * It stays a draft if a legal detail is missing. Canceled orders have no other invoice. The caller has locked the
 * order.
 */
export async function rebillRefund(
  tx: Tx,
  orderId: string,
  { refundId, amount }: ReturnedRefund,
): Promise<void> {
  const invoice = await findCreditedInvoice(tx, orderId, refundId ?? null)
  const creditedTotal = refundId ? invoice?.refundTotal : invoice?.unassignedTotal
  if (!invoice || !creditedTotal) return
  const order = await loadBilledOrder(tx, orderId)
  if (unbilledStatuses.includes(order.status)) return
  await lockSeries(tx, order)
  const issuedIds = [await creditRest(tx, orderId, invoice.id)]
  const [openDraft] = await tx`
    select from invoice where order_id = ${orderId} and kind = 'invoice' and number is null`
  if (!openDraft) {
    const { buyer, buyerReference, note } = invoice.document
    const details = { buyer, buyerReference, note, dueOn: null }
    const id = await insertRow(tx, 'invoice', {
      orderId,
      buyerName: toBuyerName(details),
      total: order.total,
      details: tx.json(details),
    })
    const providerTotal = invoice.providerTotal + (refundId ? 0 : amount)
    issuedIds.push(
      ...(await withoutProblem(tx, async () => {
        await issueDraft(tx, { id, orderId, details }, order)
        const unsoldTotal = await sumUnassigned(tx, id)
        const handTotal = invoice.unassignedTotal - providerTotal
        await creditByHand(
          tx,
          { orderId, id },
          handTotal - Math.max(unsoldTotal - invoice.providerTotal, 0),
        )
        return listIssued(tx, id)
      })),
    )
  }
  for (const id of issuedIds) if (id) await enqueueIssuedMail(tx, id)
}

/** Returns the latest issued invoice of an order. Earlier ones are credited completely. */
async function findCreditedInvoice(
  tx: Tx,
  orderId: string,
  refundId: string | null,
): Promise<CreditedInvoice | undefined> {
  const [row] = await tx<CreditedInvoice[]>`
    select i.id, i.document,
      coalesce(sum(c.total) filter (where c.refund_id = ${refundId}), 0)::float8 as refund_total,
      coalesce(sum(c.total) filter (where c.refund_id is null), 0)::float8 as unassigned_total,
      coalesce((
        select sum(p.amount) from payment p
        where p.order_id = ${orderId} and p.kind = 'refund' and p.refund_id is null
      ), 0)::float8 as provider_total
    from invoice i left join invoice c on c.store_id = i.store_id and c.corrects_id = i.id
    where i.order_id = ${orderId} and i.kind = 'invoice' and i.number is not null
    group by i.store_id, i.id order by i.id desc limit 1`
  return row
}

/** Returns the total of the credit notes of an invoice that belong to no refund. */
async function sumUnassigned(tx: Tx, id: string): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select coalesce(sum(total), 0)::float8 as total from invoice
    where corrects_id = ${id} and refund_id is null`
  return row?.total ?? 0
}

/** Locks the series of invoices before that of credit notes, in the order in which `issueDraft` locks them. */
const lockSeries = (tx: Tx, { settings, store }: Awaited<ReturnType<typeof loadBilledOrder>>) => tx`
  select 1 from invoice_series
  where prefix = ${`${settings.invoicePrefix}${store.today.slice(0, 4)}-`} for update`

async function creditRest(tx: Tx, orderId: string, id: string): Promise<string | undefined> {
  const invoice = await lockCreditableInvoice(tx, { orderId, id })
  return invoice && creditAmount(tx, invoice, invoice.total - invoice.creditedTotal)
}

/** Credits again what staff credited without a refund. */
async function creditByHand(
  tx: Tx,
  { orderId, id }: { orderId: string; id: string },
  amount: number,
): Promise<void> {
  const invoice = amount > 0 && (await lockCreditableInvoice(tx, { orderId, id }))
  if (invoice) await creditAmount(tx, invoice, amount)
}

const creditAmount = (tx: Tx, invoice: CreditableInvoice, otherAmount: number) =>
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
