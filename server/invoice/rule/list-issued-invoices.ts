import { selectIsOfCurrentCustomer } from '../../customer/rule/current-customer.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

type IssuedInvoice = Omit<PrintedInvoice, 'logo'> & { id: string }

type InvoiceKind = IssuedInvoice['kind']

/** Returns the issued invoices or credit notes of orders, in the order of the ids. */
export const listIssuedInvoices = (tx: Tx, orderIds: readonly string[], kind: InvoiceKind) => tx<
  IssuedInvoice[]
>`
  select id, kind, number, issued_on::text, due_on::text, document from invoice
  where order_id = any (${[...orderIds]}::uuid[]) and kind = ${kind} and number is not null
  order by array_position(${[...orderIds]}::uuid[], order_id), id`

/** Returns those of the orders that have an issued invoice or credit note. */
export async function listInvoicedOrders(
  tx: Tx,
  orderIds: readonly string[],
  kind: InvoiceKind,
): Promise<string[]> {
  const rows = await tx<{ orderId: string }[]>`
    select distinct order_id from invoice
    where order_id = any (${[...orderIds]}::uuid[]) and kind = ${kind} and number is not null`
  return rows.map(({ orderId }) => orderId)
}

/** Returns the condition that the invoice `i` of the order `o` is issued and belongs to its current customer. */
export const selectIsShoppersInvoice = (tx: Tx) => tx`
  (i.number is not null and not o.is_customer_erased and (
    lower(i.document #>> '{buyer,email}') = o.folded_email
    or ${selectIsOfCurrentCustomer(
      tx,
      tx`coalesce((select c.created_at from invoice c where c.id = i.corrects_id), i.created_at)`,
    )}))`

/**
 * Selects the email to which the issued invoice `i` of the order `o` is sent. The document has the email from
 * before its correction.
 */
export const selectInvoiceEmail = (tx: Tx) => tx`
  coalesce(o.corrected_emails ->> lower(i.document #>> '{buyer,email}'), i.document #>> '{buyer,email}')`

export const markInvoicesDownloaded = (tx: Tx, ids: readonly string[]) => tx`
  update invoice set downloaded_at = now()
  where id = any (${[...ids]}::uuid[]) and downloaded_at is null`
