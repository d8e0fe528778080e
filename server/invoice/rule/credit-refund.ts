import { calculateShare } from '#contract/lib/money/share.ts'
import { sum } from '#contract/lib/sum.ts'
import type { Tx } from '../../lib/db/db.ts'
import { type CreditableInvoice, issueCreditNote, lockCreditableInvoice } from './credit-note.ts'
import { type Credit, type CreditedItem, subtractFee } from './credited-items.ts'
import { type HandCredit, loadHandCredits, subtractHandCredits } from './hand-credits.ts'

type RefundedLine = NonNullable<CreditedItem['line']> & Omit<CreditedItem, 'line'>
type RefundedOrder = {
  lines: RefundedLine[]
  shipping: number
  /** The part of the shipping that earlier refunds returned. */
  earlierShipping: number
  /** The shipping of the order, with tax. */
  paidShipping: number
  shippingTax: number
  shippingTaxRate: number
  additionalAmount: number
  fee: number
  amount: number
  /** The part of the amount that the customer has received. */
  returnedAmount: number
  isPending: boolean
  /** The total of the credit notes that this refund has for the invoice. */
  creditedAmount: number
  total: number
  /** The total of the order less its refunds, except those of overpayments. */
  orderValue: number
}

/**
 * Issues the credit note of a refund and queues its email, if its order has an issued invoice with something
 * left to credit. Refunds that were made on the pages of a provider have no id. The caller has locked the order.
 */
export async function creditRefund(tx: Tx, orderId: string, refundId?: string): Promise<void> {
  const id = refundId
    ? await issueRefundCreditNote(tx, orderId, refundId)
    : await creditProviderRefunds(tx, orderId)
  if (id) await enqueueIssuedMail(tx, id)
}

/**
 * Credits the refunds that were made before an invoice of their order was issued, without emails. Afterwards the
 * invoice less its credit notes is what the order costs. Refunds of items come first, because a refund of an
 * overpayment is credited as far as the invoice is too high.
 */
export async function creditEarlierRefunds(tx: Tx, orderId: string): Promise<void> {
  const refunds = await tx<{ id: string }[]>`
    select r.id from refund r where r.order_id = ${orderId}
    order by r.shipping = 0 and not exists (select from refund_line l where l.refund_id = r.id), r.id`
  for (const { id } of refunds) await issueRefundCreditNote(tx, orderId, id)
  await creditProviderRefunds(tx, orderId)
}

/**
 * Credits refunds that were made on the pages of a provider, as far as the invoice is above what the order costs
 * and no other credit note without a refund credits them, except those of edits. Returns the id of the credit note.
 */
async function creditProviderRefunds(tx: Tx, orderId: string): Promise<string | undefined> {
  const invoice = await lockCreditableInvoice(tx, { orderId })
  if (!invoice) return undefined
  const [row] = await tx<{ orderValue: number; uncreditedTotal: number }[]>`
    select ${selectOrderValue(tx)} as order_value,
      (p.amount - greatest(coalesce((
        select sum(i.total) from invoice i
        where i.corrects_id = ${invoice.id} and i.refund_id is null
      ), 0) - o.unsold_total - ${selectCanceledTotal(tx)}
        - greatest(${invoice.total}::bigint - o.total, 0), 0))::float8 as uncredited_total
    from "order" o cross join lateral (
      select coalesce(sum(p.amount), 0) as amount from payment p
      where p.order_id = o.id and p.kind = 'refund' and p.refund_id is null
    ) p
    where o.id = ${orderId}`
  if (!row) return undefined
  const rest = invoice.total - invoice.creditedTotal - row.orderValue
  const amount = Math.min(rest, row.uncreditedTotal)
  if (amount <= 0) return undefined
  const credit = { items: [], otherAmount: amount }
  return issueCreditNote(tx, invoice, { credit, reason: 'refund' })
}

/**
 * Credits a refund in an invoice, as soon as no part of it waits for a payment provider. A part that failed and was
 * returned later gets another credit note.
 */
async function issueRefundCreditNote(
  tx: Tx,
  orderId: string,
  refundId: string,
): Promise<string | undefined> {
  const invoice = await lockCreditableInvoice(tx, { orderId })
  const refund = invoice && (await loadRefundedOrder(tx, refundId, invoice.id))
  if (!refund || refund.isPending) return undefined
  const handCredits = await loadHandCredits(tx, { orderId, invoiceId: invoice.id, refundId })
  const credit = toCredit(refund, invoice, handCredits)
  return credit && issueCreditNote(tx, invoice, { credit, reason: 'refund', refundId })
}

/**
 * Returns the credit of a refund without credits by hand: at most the returned amount, and at most the part of
 * the invoice that is not credited and above what the order costs. An overpayment is credited as far as the
 * invoice is above the total of the order.
 */
function toCredit(
  refund: RefundedOrder,
  invoice: CreditableInvoice,
  handCredits: readonly HandCredit[],
): Credit | undefined {
  const { additionalAmount, fee, total, orderValue, creditedAmount } = refund
  const { items, rests } = subtractHandCredits(toItems(refund), handCredits)
  const gross = sum(items.map(item => item.amount)) + additionalAmount
  const wanted = Math.max(gross - fee, 0)
  // Credits by hand that wait for another refund cover no part of this one.
  const uncredited =
    Math.max(invoice.total, total) -
    orderValue -
    invoice.creditedTotal +
    sum(rests.map(rest => rest.amount))
  const amount =
    Math.min(wanted, refund.returnedAmount, uncredited + creditedAmount) - creditedAmount
  if (amount <= 0) return undefined
  return amount === wanted
    ? subtractFee({ items, otherAmount: additionalAmount }, fee)
    : { items: [], otherAmount: amount }
}

/** Queues the email of an invoice that was issued automatically, if the store sends these. */
export const enqueueIssuedMail = (tx: Tx, id: string) => tx`
  select add_job('invoice.mail', json_build_object('storeId', current_store(), 'id', i.id),
    'invoice.mail ' || i.id)
  from invoice i, invoice_setting s
  where i.id = ${id} and s.emails_issued and i.document #>> '{buyer,email}' <> ''`

const toItems = ({ lines, ...order }: RefundedOrder): CreditedItem[] => [
  ...lines.map(({ quantity, taxRate, amount, tax, ...line }) => ({
    line,
    quantity,
    taxRate,
    amount,
    tax,
  })),
  toShippingItem(order),
]

function toShippingItem({
  shipping,
  earlierShipping,
  paidShipping,
  shippingTax,
  shippingTaxRate,
}: Omit<RefundedOrder, 'lines'>): CreditedItem {
  const getTaxUntil = (amount: number) => calculateShare(shippingTax, amount, paidShipping)
  const tax = getTaxUntil(earlierShipping + shipping) - getTaxUntil(earlierShipping)
  return { quantity: 1, taxRate: shippingTaxRate, amount: shipping, tax }
}

/** The total of an order `o` without the refunds and the unsold units that reduce the sale. */
const selectOrderValue = (tx: Tx) => tx`
  o.total - coalesce((
    select sum(p.amount - p.overpayment) from payment p where p.order_id = o.id and p.kind = 'refund'
  ), 0)::bigint - least(o.unsold_total, case o.status when 'returned' then o.total else coalesce((
    select sum(greatest(round(l.total::numeric * l.unsold_quantity / l.quantity) - coalesce((
      select sum(f.amount)
      from refund_line f join refund e on e.store_id = f.store_id and e.id = f.refund_id
      where f.line_id = l.id and (f.disposition <> 'keep' or e.return_id is not null)
    ), 0), 0))
    from order_line l where l.order_id = o.id and l.unsold_quantity > 0
  ), 0) end)::bigint - ${selectCanceledTotal(tx)}`

/** The part of a canceled order `o` that was not paid. Its refunds do not increase it. */
const selectCanceledTotal = (tx: Tx) => tx`
  case o.status when 'cancelled'
    then greatest(o.total - o.unsold_total - o.paid_total + o.refunded_overpayment, 0) else 0 end`

async function loadRefundedOrder(
  tx: Tx,
  refundId: string,
  invoiceId: string,
): Promise<RefundedOrder | undefined> {
  const [row] = await tx<RefundedOrder[]>`
    select
      coalesce((
        select jsonb_agg(jsonb_build_object('orderLine', l.id, 'title', l.title,
          'variantTitle', l.variant_title, 'sku', l.sku, 'unitPrice', l.unit_price,
          'quantity', f.quantity, 'taxRate', l.tax_rate, 'amount', f.amount, 'tax', f.tax)
          order by l.position, l.id)
        from refund_line f join order_line l on l.store_id = f.store_id and l.id = f.line_id
        where f.refund_id = r.id
      ), '[]') as lines,
      r.shipping, r.additional_amount, r.fee, r.amount, o.shipping_tax_rate,
      o.shipping_tax, o.shipping_total + case when o.tax_included then 0 else o.shipping_tax end
        as paid_shipping,
      coalesce((
        select sum(e.shipping) from refund e where e.order_id = r.order_id and e.id < r.id
      ), 0)::bigint as earlier_shipping,
      coalesce((
        select sum(p.amount) from payment p where p.refund_id = r.id and p.kind = 'refund'
      ), 0)::bigint as returned_amount,
      exists (
        select from payment_refund p where p.refund_id = r.id and p.state = 'pending'
      ) as is_pending,
      coalesce((
        select sum(i.total) from invoice i where i.refund_id = r.id and i.corrects_id = ${invoiceId}
      ), 0)::bigint as credited_amount,
      o.total,
      ${selectOrderValue(tx)} as order_value
    from refund r join "order" o on o.store_id = r.store_id and o.id = r.order_id
    where r.id = ${refundId}`
  return row
}
