import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { calculateShare } from '#contract/lib/money/share.ts'
import { sum } from '#contract/lib/sum.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { CreditedItem } from './credited-items.ts'

/** The part of a line, or of the shipping without one, that staff credited by hand and no refund returned yet. */
export type HandCredit = { line: string | undefined; quantity: number; amount: number }
type CreditNoteRow = { refundId: string | null; document: InvoiceDocument }
type CompletedRefund = {
  id: string
  shipping: number
  lines: { line: string; quantity: number; amount: number }[]
}

/** Returns the credits by hand of an invoice, less the amounts that other refunds of its order returned since. */
export async function loadHandCredits(
  tx: Tx,
  { orderId, invoiceId, refundId }: { orderId: string; invoiceId: string; refundId: string },
): Promise<HandCredit[]> {
  const notes = await tx<CreditNoteRow[]>`
    select refund_id, document from invoice where corrects_id = ${invoiceId} order by id`
  const handCredits = listHandCredits(notes)
  if (handCredits.length === 0) return []
  const refunds = await tx<CompletedRefund[]>`
    select r.id, r.shipping, coalesce((
      select jsonb_agg(jsonb_build_object('line', l.line_id, 'quantity', l.quantity, 'amount', l.amount))
      from refund_line l where l.refund_id = r.id
    ), '[]') as lines
    from refund r
    where r.order_id = ${orderId} and r.id <> ${refundId}
      and exists (select from payment p where p.refund_id = r.id and p.kind = 'refund')
      and not exists (select from payment_refund p where p.refund_id = r.id and p.state = 'pending')`
  return handCredits.map(credit => subtractUnits(credit, listReturned(refunds, notes, credit.line)))
}

/** Credit notes over an amount without lines are those of refunds at a provider, or of the rest of an invoice. */
function listHandCredits(notes: readonly CreditNoteRow[]): HandCredit[] {
  const documents = notes.filter(note => note.refundId === null).map(({ document }) => document)
  const rows = documents.flatMap(({ lines, shipping }) => [
    ...lines.flatMap(({ orderLine, quantity, total }) =>
      orderLine ? [{ line: orderLine, quantity, amount: total }] : [],
    ),
    ...(shipping ? [{ line: undefined, quantity: 0, amount: shipping.total }] : []),
  ])
  return [...Map.groupBy(rows, ({ line }) => line)].map(([line, group]) => ({
    line,
    quantity: sum(group.map(({ quantity }) => quantity)),
    amount: sum(group.map(({ amount }) => amount)),
  }))
}

/** Returns the amounts of lines and shipping that refunds returned beyond their own credit notes. */
function listReturned(
  refunds: readonly CompletedRefund[],
  notes: readonly CreditNoteRow[],
  line: string | undefined,
): { quantity: number; amount: number }[] {
  return refunds.map(refund => {
    const own = notes.filter(note => note.refundId === refund.id).map(note => note.document)
    if (line === undefined) {
      const shipping = sum(own.map(document => document.shipping?.total ?? 0))
      return { quantity: 0, amount: refund.shipping - shipping }
    }
    const refunded = refund.lines.find(row => row.line === line)
    const credited = own.flatMap(({ lines }) => lines.filter(row => row.orderLine === line))
    return {
      quantity: (refunded?.quantity ?? 0) - sum(credited.map(({ quantity }) => quantity)),
      amount: (refunded?.amount ?? 0) - sum(credited.map(row => row.total)),
    }
  })
}

const subtractUnits = (
  { line, quantity, amount }: HandCredit,
  returned: readonly { quantity: number; amount: number }[],
): HandCredit => ({
  line,
  quantity: Math.max(0, quantity - sum(returned.map(row => Math.max(0, row.quantity)))),
  amount: Math.max(0, amount - sum(returned.map(row => Math.max(0, row.amount)))),
})

/** Returns the items less the credits by hand, and the rest of those credits. */
export function subtractHandCredits(
  items: readonly CreditedItem[],
  handCredits: readonly HandCredit[],
): { items: CreditedItem[]; rests: HandCredit[] } {
  const rests = handCredits.map(credit => ({ ...credit }))
  const uncredited = items.map(item => {
    const rest = rests.find(({ line }) => line === item.line?.orderLine)
    if (!rest || rest.amount === 0) return item
    const amount = Math.min(item.amount, rest.amount)
    const quantity = item.line ? Math.min(item.quantity, rest.quantity) : 0
    rest.amount -= amount
    rest.quantity -= quantity
    return {
      ...item,
      quantity: item.quantity - quantity,
      amount: item.amount - amount,
      tax: item.tax - calculateShare(item.tax, amount, item.amount),
    }
  })
  return { items: uncredited, rests }
}
