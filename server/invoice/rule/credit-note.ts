import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { TaxSum } from '#contract/order/order-totals.ts'
import { insertRow, type Tx } from '../../lib/db/db.ts'
import { serverTexts } from '../../locales/texts.ts'
import { buildDocument, toBuyerName } from './build-document.ts'
import { buildCreditedRows, type Credit, subtractTaxes } from './credited-items.ts'
import { selectInvoiceEmail } from './list-issued-invoices.ts'
import { loadBilledOrder } from './load-billed-order.ts'
import { storeIssuedDocument } from './store-issued-document.ts'

export type CreditableInvoice = {
  id: string
  orderId: string
  number: string
  issuedOn: string
  total: number
  creditedTotal: number
  document: InvoiceDocument
  /** The email to which it is sent, also after a correction. */
  email: string
}

/**
 * Locks and returns the issued invoice of an order that has an amount left to credit, if there is one. The
 * caller has locked the order, so that each amount is credited once.
 */
export async function lockCreditableInvoice(
  tx: Tx,
  { orderId, id }: { orderId: string; id?: string },
): Promise<CreditableInvoice | undefined> {
  const [row] = await tx<CreditableInvoice[]>`
    select i.id, i.order_id, i.number, i.issued_on::text, i.total, i.credited_total, i.document,
      ${selectInvoiceEmail(tx)} as email
    from invoice i join "order" o on o.store_id = i.store_id and o.id = i.order_id
    where i.order_id = ${orderId} and i.kind = 'invoice' and i.number is not null
      and i.credited_total < i.total ${id === undefined ? tx`` : tx`and i.id = ${id}`}
    for update of i`
  return row
}

/** Returns the documents of the credit notes that correct an invoice. */
export async function listCreditNotes(tx: Tx, invoiceId: string): Promise<InvoiceDocument[]> {
  const rows = await tx<{ document: InvoiceDocument }[]>`
    select document from invoice where corrects_id = ${invoiceId} order by id`
  return rows.map(({ document }) => document)
}

type CreditNote = {
  credit: Credit
  note?: string | undefined
  /** The kind of an amount that belongs to no item. */
  reason: 'remainder' | 'refund'
  refundId?: string
}

/**
 * Issues a credit note of an invoice, and returns its id. It credits at most what is left of the invoice, at
 * each tax rate. Returns undefined if that is nothing.
 */
export async function issueCreditNote(
  tx: Tx,
  invoice: CreditableInvoice,
  { credit, note = '', reason, refundId }: CreditNote,
): Promise<string | undefined> {
  const { number, issuedOn, document: corrected, email } = invoice
  const { buyerReference, shipTo, language, locale, exemption, taxIncluded, currency } = corrected
  const buyer = { ...corrected.buyer, email }
  const creditNotes = await listCreditNotes(tx, invoice.id)
  const rests: TaxSum[] = subtractTaxes(
    corrected.taxes,
    creditNotes.flatMap(({ taxes }) => taxes),
  )
  const t = serverTexts[getLocaleLanguage(language)]
  const rows = buildCreditedRows(rests, credit, {
    taxIncluded,
    shippingName: corrected.shipping?.name ?? '',
    otherTitle: t(reason === 'refund' ? 'invoice.refund' : 'invoice.remainder'),
  })
  const order = await loadBilledOrder(tx, invoice.orderId)
  const document: InvoiceDocument = {
    ...buildDocument({ ...order, currency, taxIncluded }, { buyer, buyerReference, note }, rows),
    shipTo,
    language,
    locale,
    exemption,
    paid: 0,
    corrects: { number, issuedOn },
  }
  if (document.total === 0) return undefined
  const id = await insertRow(tx, 'invoice', {
    kind: 'credit_note',
    orderId: invoice.orderId,
    correctsId: invoice.id,
    ...(refundId !== undefined && { refundId }),
    buyerName: toBuyerName(corrected),
    total: document.total,
  })
  await tx`
    update invoice set credited_total = credited_total + ${document.total}, version = version + 1,
      updated_at = now()
    where id = ${invoice.id}`
  const { today } = order.store
  await storeIssuedDocument(tx, id, { prefix: order.settings.creditNotePrefix, today, document })
  return id
}
