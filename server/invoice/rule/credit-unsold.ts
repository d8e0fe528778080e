import { calculateShare } from '#contract/lib/money/share.ts'
import { sum } from '#contract/lib/sum.ts'
import type { Tx } from '../../lib/db/db.ts'
import { issueCreditNote, lockCreditableInvoice } from './credit-note.ts'
import { enqueueIssuedMail } from './credit-refund.ts'
import { type CreditedItem, subtractFee } from './credited-items.ts'

/** A line of an order with the units that came back or were removed. */
type ReducedLine = Omit<NonNullable<CreditedItem['line']>, 'orderLine'> &
  Pick<CreditedItem, 'quantity' | 'taxRate' | 'tax'> & {
    _id: string
    total: number
    removedQuantity: number
    returnedQuantity: number
  }
type UnsoldUnits = {
  /** The cost of the order without them. */
  value: number
  /** The part of their price that was not paid. */
  amount: number
  /** The lines before and after these units came back or were removed. */
  before: readonly ReducedLine[]
  after: readonly ReducedLine[]
}

/**
 * Issues the credit note of units that came back or were removed before they were paid, or of an order that was
 * canceled before it was paid, as far as the invoice of the order is above what it costs, and queues its email.
 * The caller has locked the order.
 */
export async function creditUnsoldUnits(
  tx: Tx,
  orderId: string,
  { value, amount, before, after }: UnsoldUnits,
): Promise<void> {
  const id = await issueUnsoldCreditNote(tx, orderId, { value, amount, before, after })
  if (id) await enqueueIssuedMail(tx, id)
}

/** Credits the units that came back or were removed before an invoice of their order was issued. */
export async function creditEarlierUnsoldUnits(tx: Tx, orderId: string): Promise<void> {
  const [order] = await tx<{ value: number; amount: number; lines: ReducedLine[] }[]>`
    select order_net_value(o)::float8 as value, o.unsold_total as amount, (
      select coalesce(jsonb_agg(jsonb_build_object('_id', l.id, 'title', l.title,
        'variantTitle', l.variant_title, 'sku', l.sku, 'unitPrice', l.unit_price,
        'quantity', l.quantity, 'taxRate', l.tax_rate, 'tax', l.tax, 'total', l.total,
        'removedQuantity', l.removed_quantity, 'returnedQuantity', l.returned_quantity)
        order by l.position, l.id), '[]')
      from order_line l where l.order_id = o.id and l.unsold_quantity > 0
    ) as lines
    from "order" o where o.id = ${orderId} and o.unsold_total > 0`
  if (!order) return
  const { lines, ...unsold } = order
  await issueUnsoldCreditNote(tx, orderId, { ...unsold, before: [], after: lines })
}

async function issueUnsoldCreditNote(
  tx: Tx,
  orderId: string,
  { value, amount, before, after }: UnsoldUnits,
): Promise<string | undefined> {
  const invoice = await lockCreditableInvoice(tx, { orderId })
  if (!invoice) return undefined
  const credited = Math.min(amount, invoice.total - invoice.creditedTotal - value)
  if (credited <= 0) return undefined
  const items = after.flatMap(line =>
    toItem(
      line,
      before.find(({ _id }) => _id === line._id),
    ),
  )
  const price = sum(items.map(item => item.amount))
  const credit =
    price > credited
      ? subtractFee({ items, otherAmount: 0 }, price - credited)
      : { items, otherAmount: credited - price }
  return issueCreditNote(tx, invoice, { credit, reason: 'remainder' })
}

/** The item has no `orderLine`, so that it does not count as credited by hand. */
function toItem(line: ReducedLine, before: ReducedLine | undefined): CreditedItem | [] {
  const { title, variantTitle, sku, unitPrice, quantity, taxRate } = line
  const [from, to] = [before ? countUnsold(before) : 0, countUnsold(line)]
  if (to <= from) return []
  const getPart = (amount: number) =>
    calculateShare(amount, to, quantity) - calculateShare(amount, from, quantity)
  return {
    line: { title, variantTitle, sku, unitPrice },
    quantity: to - from,
    taxRate,
    amount: getPart(line.total),
    tax: getPart(line.tax),
  }
}

const countUnsold = ({ removedQuantity, returnedQuantity }: ReducedLine) =>
  removedQuantity + returnedQuantity
