import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { type OrderStatus, unbilledStatuses } from '#contract/order/order-state.ts'
import type { Tx } from '../../lib/db/db.ts'
import { lockCreditableInvoice } from './credit-note.ts'
import { creditAmount, rebillInvoice } from './rebill-invoice.ts'

type ReturnedRefund = { refundId?: string | null; amount: number }
type CreditedInvoice = {
  id: string
  document: InvoiceDocument
  /** The total of credit notes of this refund. */
  refundTotal: number
  status: OrderStatus
  /** The total of credit notes without a refund, less what edits of the order credited. */
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
  if (unbilledStatuses.includes(invoice.status)) return
  const providerTotal = invoice.providerTotal + (refundId ? 0 : amount)
  await rebillInvoice(tx, orderId, invoice, async id => {
    const unsoldTotal = await sumUnassigned(tx, id)
    const handTotal = invoice.unassignedTotal - providerTotal
    await creditByHand(
      tx,
      { orderId, id },
      handTotal - Math.max(unsoldTotal - invoice.providerTotal, 0),
    )
  })
}

/** Returns the latest issued invoice of an order. Earlier ones are credited completely. */
async function findCreditedInvoice(
  tx: Tx,
  orderId: string,
  refundId: string | null,
): Promise<CreditedInvoice | undefined> {
  const [row] = await tx<CreditedInvoice[]>`
    select i.id, i.document, o.status,
      coalesce(sum(c.total) filter (where c.refund_id = ${refundId}), 0)::float8 as refund_total,
      greatest(coalesce(sum(c.total) filter (where c.refund_id is null), 0)
        - greatest(i.total - o.total, 0), 0)::float8 as unassigned_total,
      coalesce((
        select sum(p.amount) from payment p
        where p.order_id = ${orderId} and p.kind = 'refund' and p.refund_id is null
      ), 0)::float8 as provider_total
    from invoice i
    join "order" o on o.store_id = i.store_id and o.id = i.order_id
    left join invoice c on c.store_id = i.store_id and c.corrects_id = i.id
    where i.order_id = ${orderId} and i.kind = 'invoice' and i.number is not null
    group by i.store_id, i.id, o.store_id, o.id order by i.id desc limit 1`
  return row
}

/** Returns the total of the credit notes of an invoice that belong to no refund. */
async function sumUnassigned(tx: Tx, id: string): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select coalesce(sum(total), 0)::float8 as total from invoice
    where corrects_id = ${id} and refund_id is null`
  return row?.total ?? 0
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
