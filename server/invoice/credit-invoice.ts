import type { Invoice } from '#contract/invoice/invoice.ts'
import type { InvoiceDocument, InvoiceLine } from '#contract/invoice/invoice-document.ts'
import { sum } from '#contract/lib/sum.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import { serverTexts } from '../locales/texts.ts'
import { getInvoice, type InvoiceRecord, lockInvoice, toBuyerName } from './invoice-store.ts'
import { storeIssuedDocument } from './issue-invoice.ts'
import { buildDocument } from './rule/build-document.ts'
import { loadBilledOrder } from './rule/load-billed-order.ts'

type IssuedInvoice = InvoiceRecord & { document: InvoiceDocument; issuedOn: string }

/**
 * Issues a credit note for the remaining amount of an invoice. Its order can then have another invoice.
 * @throws Problem 409 invoice_not_creditable
 */
export async function creditInvoice(tx: Tx, id: string, note = ''): Promise<Invoice> {
  const invoice = await lockIssuedInvoice(tx, id)
  const { document, creditedTotal, total } = invoice
  const items =
    creditedTotal === 0
      ? document
      : { lines: await listRemainders(tx, invoice, total - creditedTotal), shipping: null }
  return issueCreditNote(tx, invoice, { items, note })
}

/** @throws Problem 404 invoice_not_found, or 409 invoice_not_creditable */
async function lockIssuedInvoice(tx: Tx, id: string): Promise<IssuedInvoice> {
  const { document, issuedOn, ...record } = await lockInvoice(tx, id)
  const isCreditable = record.kind === 'invoice' && record.creditedTotal < record.total
  if (!document || !issuedOn || !isCreditable) throw new Problem(409, 'invoice_not_creditable')
  return { ...record, document, issuedOn }
}

type CreditedItems = {
  items: Pick<InvoiceDocument, 'lines' | 'shipping'>
  note: string
  refundId?: string
}

async function issueCreditNote(
  tx: Tx,
  invoice: IssuedInvoice,
  { items, note, refundId }: CreditedItems,
): Promise<Invoice> {
  const { number, issuedOn, document: corrected } = invoice
  const order = await loadBilledOrder(tx, invoice.order._id)
  const { buyer, buyerReference, language, locale, exemption, taxIncluded, currency } = corrected
  const document: InvoiceDocument = {
    ...buildDocument({ ...order, currency, taxIncluded }, { buyer, buyerReference, note }, items),
    language,
    locale,
    exemption,
    paid: 0,
    corrects: { number, issuedOn },
  }
  const id = await insertRow(tx, 'invoice', {
    kind: 'credit_note',
    orderId: invoice.order._id,
    correctsId: invoice._id,
    ...(refundId !== undefined && { refundId }),
    buyerName: toBuyerName(corrected),
    total: document.total,
  })
  await tx`
    update invoice set credited_total = credited_total + ${document.total}, version = version + 1,
      updated_at = now()
    where id = ${invoice._id}`
  const { today } = order.store
  await storeIssuedDocument(tx, id, { prefix: order.settings.creditNotePrefix, today, document })
  return getInvoice(tx, id)
}

/** Returns a line for each tax rate with the amount that earlier credit notes have not corrected. */
async function listRemainders(
  tx: Tx,
  { _id: id, document }: IssuedInvoice,
  remainder: number,
): Promise<InvoiceLine[]> {
  const rows = await tx<Pick<InvoiceDocument, 'taxes'>[]>`
    select document -> 'taxes' as taxes from invoice where corrects_id = ${id}`
  const credited = rows.flatMap(({ taxes }) => taxes)
  const { language, taxIncluded } = document
  const t = serverTexts[getLocaleLanguage(language)]
  const lines = document.taxes.map(({ rate, base, tax }): InvoiceLine => {
    const earlier = credited.filter(part => part.rate === rate)
    const remainingTax = tax - sum(earlier.map(part => part.tax))
    const net = base - sum(earlier.map(part => part.base))
    return {
      title: t('invoice.remainder'),
      variantTitle: '',
      sku: '',
      quantity: 1,
      unitPrice: net + (taxIncluded ? remainingTax : 0),
      discount: 0,
      taxRate: rate,
      tax: remainingTax,
      total: net + remainingTax,
    }
  })
  const remainingLines = lines.filter(line => line.total > 0)
  if (sum(remainingLines.map(line => line.total)) !== remainder)
    throw new Error(`The credit notes of invoice ${id} do not add up.`)
  return remainingLines
}
