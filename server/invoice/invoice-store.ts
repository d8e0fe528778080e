import type { z } from 'zod'
import type { Invoice, InvoiceDetails, invoiceApi } from '#contract/invoice/invoice.ts'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { canSeeContacts } from '../customer/rule/contact-visibility.ts'
import { assertFound, assertVersion, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { selectFrom, selectRowColumns } from './invoice-list.ts'
import { buildInvoiceDocument, getDefaultDetails, toBuyerName } from './rule/build-document.ts'
import { assertDueDay } from './rule/issue-draft.ts'
import { selectInvoiceEmail } from './rule/list-issued-invoices.ts'
import { loadBilledOrder, lockBillableOrder } from './rule/load-billed-order.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    invoice: {
      kind?: 'invoice' | 'credit_note'
      orderId: string
      correctsId?: string
      refundId?: string
      buyerName?: string
      total?: number
      details?: object
      dueOn?: string | null
    }
  }
}

/** The fields of an invoice that its document does not contain. */
type InvoiceRecord = Omit<Invoice, 'document' | 'isOrderChanged'> & {
  document: InvoiceDocument | null
  details: InvoiceDetails
  isOrderCanceled: boolean
  orderTotal: number
  /** The total of the order less its refunds and unsold units. */
  orderValue: number
}

export type { InvoiceRecord }

type Buyer = InvoiceDetails['buyer']

/** Selects what the credit notes of the invoice `i` contain of its lines and its shipping. */
const selectCreditedParts = (tx: Tx) => tx`
  coalesce((
    select jsonb_agg(credited) from (
      select l ->> 'orderLine' as line, sum((l ->> 'quantity')::bigint) as quantity,
        sum((l ->> 'total')::bigint) as total
      from invoice c cross join jsonb_array_elements(c.document -> 'lines') l
      where c.corrects_id = i.id and l ->> 'orderLine' is not null
      group by 1
    ) credited
  ), '[]') as credited_lines,
  coalesce((
    select sum((c.document #>> '{shipping,total}')::bigint)::float8 from invoice c where c.corrects_id = i.id
  ), 0) as credited_shipping`

/** @throws Problem 404 invoice_not_found */
export async function loadInvoiceRecord(tx: Tx, id: string): Promise<InvoiceRecord> {
  const [row] = await tx<InvoiceRecord[]>`
    select ${selectRowColumns(tx)}, i.document, i.details,
      coalesce(case when not o.is_customer_erased then ${selectInvoiceEmail(tx)} end, '') as recipient_email,
      i.credited_total, o.total as order_total,
      o.status = 'cancelled' as is_order_canceled,
      order_net_value(o)::float8 as order_value,
      o.version as order_version,
      least(greatest(o.paid_total - o.refunded_total, 0), o.total) as paid, i.sent_at, i.downloaded_at, i.version,
      (
        select jsonb_build_object('_id', c.id, 'number', c.number) from invoice c
        where c.id = i.corrects_id
      ) as corrects,
      coalesce((
        select jsonb_agg(jsonb_build_object('_id', c.id, 'number', c.number, 'total', c.total)
          order by c.id)
        from invoice c where c.corrects_id = i.id
      ), '[]') as credit_notes,
      ${selectCreditedParts(tx)}
    from ${selectFrom(tx)} where i.id = ${id}`
  return assertFound(row, 'invoice_not_found')
}

/** Returns an invoice. The document of a draft is the one that would be issued now. */
export async function getInvoice(tx: Tx, id: string): Promise<Invoice> {
  const { details, isOrderCanceled, orderTotal, orderValue, ...record } = await loadInvoiceRecord(
    tx,
    id,
  )
  const document =
    record.document ?? buildInvoiceDocument(await loadBilledOrder(tx, record.order._id), details)
  const rest = document.total - record.creditedTotal
  // An invoice of a canceled order bills only the amount that the customer paid.
  const hasOtherTotal = isOrderCanceled
    ? rest > record.paid
    : orderTotal !== document.total && rest !== orderValue
  const isOrderChanged = record.kind === 'invoice' && rest > 0 && hasOtherTotal
  return { ...record, document, isOrderChanged }
}

/**
 * Creates the draft of an invoice for an order.
 * @throws Problem 409 order_invoiced, or 422 invoice_order_unbilled or invoice_empty
 */
export async function createInvoice(tx: Tx, orderId: string): Promise<Invoice> {
  const order = await lockBillableOrder(tx, orderId)
  const details = getDefaultDetails(order)
  const id = await insertRow(tx, 'invoice', {
    orderId,
    buyerName: toBuyerName(details),
    total: order.total,
    details: tx.json(details),
  })
  return getInvoice(tx, id)
}

/**
 * Locks an invoice, and its order before, as the erasure of a customer does.
 * @throws Problem 404 invoice_not_found
 */
export async function lockInvoice(tx: Tx, id: string): Promise<InvoiceRecord> {
  await tx`
    select 1 from "order" where id = (select order_id from invoice where id = ${id}) for share`
  await tx`select 1 from invoice where id = ${id} for update`
  return loadInvoiceRecord(tx, id)
}

/** @throws Problem 409 invoice_issued or version_conflict */
export async function lockInvoiceDraft(
  tx: Tx,
  id: string,
  version?: number,
): Promise<InvoiceRecord> {
  const record = await lockInvoice(tx, id)
  if (record.number) throw new Problem(409, 'invoice_issued')
  if (version !== record.version) assertVersion(await getInvoice(tx, id), version)
  return record
}

/**
 * Updates a draft. An unchanged due date may be in the past; an unpaid invoice needs another one to be issued.
 * @throws Problem 409 invoice_issued or version_conflict, or 422 invoice_due_too_early
 */
export async function updateInvoice(
  tx: Tx,
  id: string,
  { version, ...edit }: z.infer<typeof invoiceApi.update.body>,
  abilities: readonly Ability[],
): Promise<Invoice> {
  const draft = await lockInvoiceDraft(tx, id, version)
  const details = { ...draft.details, ...edit }
  if (details.dueOn !== null && details.dueOn !== draft.details.dueOn)
    assertDueDay(details.dueOn, await loadToday(tx))
  if (!canSeeContacts(abilities)) details.buyer = keepContacts(details.buyer, draft.details.buyer)
  await updateVersionedRow(tx, 'invoice', id, {
    details: tx.json(details),
    buyerName: toBuyerName(details),
    dueOn: details.dueOn,
  })
  return getInvoice(tx, id)
}

async function loadToday(tx: Tx): Promise<string> {
  const [store] = await tx<{ today: string }[]>`
    select (now() at time zone timezone)::date::text as today from store where id = current_store()`
  return assertFound(store, 'store_not_found').today
}

/** Returns an edited buyer with the stored contacts: a form that does not show them cannot send them back. */
const keepContacts = (buyer: Buyer, { email, address }: Buyer): Buyer => ({
  ...buyer,
  email,
  address: { ...buyer.address, phone: address.phone },
})

export async function deleteInvoice(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from invoice where id = ${id} returning id`
  assertFound(row, 'invoice_not_found')
}
