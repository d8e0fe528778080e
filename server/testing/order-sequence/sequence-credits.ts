import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { sum } from '#contract/lib/sum.ts'
import type { Tx } from '../../lib/db/db.ts'

type IssuedDocument = {
  id: string
  orderId: string
  correctsId: string | null
  kind: 'invoice' | 'credit_note'
  total: number
  creditedTotal: number
  /** The money that was returned, also before the document was issued. */
  refundedTotal: number
  /** The part of refunds that also wait for a provider. They are credited afterwards. */
  waitingTotal: number
  /** The price of unsold units that was not paid, and the shipping of orders that came back. */
  unsoldTotal: number
  /** The cost of the order; null for a closed order, and while refunds wait for a provider. */
  openValue: number | null
  /** The amount by which edits made an order cheaper than its invoice. */
  editedTotal: number
  /** The total of an order that was canceled, also if it was reopened. */
  canceledTotal: number
  /** The money that the store has of a canceled order. */
  keptTotal: number | null
  /** The part of the refunds that can be an overpayment, or is above the total of the document. */
  overpaid: number
  document: InvoiceDocument
}

/** Returns the issued documents of all orders. */
export const loadDocuments = (tx: Tx) => tx<IssuedDocument[]>`
      select i.id, i.order_id, i.corrects_id, i.kind, i.total, i.credited_total, i.document,
        o.refunded_total, o.unsold_total + o.shipping_total + o.shipping_tax as unsold_total, coalesce((
          select sum(p.amount) from payment p
          where p.order_id = o.id and p.kind = 'refund' and exists (
            select from payment_refund r where r.refund_id = p.refund_id and r.state = 'pending')
        ), 0)::float8 as waiting_total,
        case when o.status not in ('cancelled', 'returned') and not exists (
          select from payment_refund r where r.order_id = o.id and r.state = 'pending'
        ) then order_net_value(o) end::float8 as open_value,
        greatest(i.total - o.total, 0) as edited_total,
        case when exists (
          select from order_event e where e.order_id = o.id and e.after ->> 'status' = 'cancelled'
        ) then o.total else 0 end as canceled_total,
        case o.status when 'cancelled' then o.paid_total - o.refunded_total end::float8 as kept_total,
        (greatest(o.paid_total - o.total + o.unsold_total, o.refunded_overpayment)
      + greatest(o.total - i.total, 0))::float8 as overpaid
      from invoice i join "order" o on o.id = i.order_id where i.number is not null order by i.id`

/** An invoice less its credit notes is what the store keeps of it, at each tax rate. */
export function listWrongCredits(documents: readonly IssuedDocument[]): string[] {
  return documents
    .filter(({ kind }) => kind === 'invoice')
    .flatMap(invoice => {
      const notes = documents.filter(({ correctsId }) => correctsId === invoice.id)
      const credited = sum(notes.map(({ total }) => total))
      // Another invoice can be issued once the earlier one is credited.
      const isLast = !documents.some(
        ({ id, kind, orderId }) =>
          kind === 'invoice' && orderId === invoice.orderId && id > invoice.id,
      )
      const { total, refundedTotal, unsoldTotal, waitingTotal, overpaid } = invoice
      const { canceledTotal, keptTotal } = invoice
      const highest = isLast
        ? Math.min(total, refundedTotal + unsoldTotal + canceledTotal + invoice.editedTotal)
        : total
      const { openValue } = invoice
      const isWrong =
        isLast && openValue !== null && credited < total && total - credited !== openValue
      const isOpen = isLast && keptTotal !== null && total - credited > keptTotal + waitingTotal
      // Overpayments are not credited.
      const lowest = isLast
        ? Math.min(total, Math.max(refundedTotal - waitingTotal - overpaid, 0))
        : total
      const rates = [...new Set([invoice, ...notes].flatMap(({ document }) => document.taxes))]
      const isNegative = rates.some(({ rate }) =>
        (['base', 'tax'] as const).some(
          key => sumRate(invoice, rate, key) < sumRates(notes, rate, key),
        ),
      )
      return [
        ...(credited === invoice.creditedTotal
          ? []
          : ['the credit notes are those of the invoice']),
        ...(credited >= lowest && credited <= highest
          ? []
          : [`credit notes over ${credited} instead of ${lowest} to ${highest}`]),
        ...(isWrong ? [`${total - credited} is billed for ${openValue}`] : []),
        ...(isOpen ? ['the invoice of a canceled order is open'] : []),
        ...(isNegative ? ['more is credited at a tax rate than was charged'] : []),
      ]
    })
}

const sumRate = ({ document }: IssuedDocument, wanted: number, key: 'base' | 'tax') =>
  sum(document.taxes.filter(({ rate }) => rate === wanted).map(tax => tax[key]))
const sumRates = (documents: readonly IssuedDocument[], rate: number, key: 'base' | 'tax') =>
  sum(documents.map(document => sumRate(document, rate, key)))
