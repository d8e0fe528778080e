import type { Disk } from 'flydrive'
import { buildCii } from '../../e-invoice/rule/build-cii.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { RunInTransaction, Tx } from '../../lib/db/db.ts'
import { loadLogo } from '../../lib/pdf/load-logo.ts'
import { selectIsShoppersInvoice } from './list-issued-invoices.ts'
import type { PrintedInvoice } from './printed-invoice.ts'
import { renderInvoices } from './render-invoice.ts'

export type InvoiceFile = { fileName: string; content: Buffer }
type InvoiceFileStorage = { inTx: RunInTransaction; disk: Disk }
type IssuedInvoice = Omit<PrintedInvoice, 'logo'> & { content: Buffer | null }

/**
 * Returns the PDF of an issued invoice. A job stores it once the invoice is issued, or its first use before that.
 * `shopperOrderId` restricts it to the invoices of an order whose customer is not erased.
 * @throws Problem 404 invoice_not_found, also for a draft
 */
export async function loadIssuedInvoiceFile(
  { inTx, disk }: InvoiceFileStorage,
  { id, shopperOrderId }: { id: string; shopperOrderId?: string },
): Promise<InvoiceFile> {
  const invoice = await inTx(async tx => {
    const [row] = await tx<IssuedInvoice[]>`
      select i.kind, i.number, i.issued_on::text, i.due_on::text, i.document, f.content
      from invoice i left join invoice_file f on f.invoice_id = i.id and f.format = 'pdf'
      where i.id = ${id} and i.number is not null
        ${shopperOrderId === undefined ? tx`` : selectIsOfShopperOrder(tx, shopperOrderId)}`
    return assertFound(row, 'invoice_not_found')
  })
  const fileName = `${invoice.number}.pdf`
  if (invoice.content) return { fileName, content: invoice.content }
  const logo = await loadLogo(disk, invoice.document.seller.logo)
  const rendered = await renderInvoices([{ ...invoice, logo }])
  return { fileName, content: await inTx(tx => storeFile(tx, { id, format: 'pdf' }, rendered)) }
}

const selectIsOfShopperOrder = (tx: Tx, orderId: string) => tx`
  and i.order_id = ${orderId} and exists (
    select from "order" o where o.id = i.order_id and ${selectIsShoppersInvoice(tx)})`

type XmlInvoice = Omit<PrintedInvoice, 'logo'> & { id: string }

/** Returns the XRechnung of an issued invoice that can be one. It is stored like the PDF. */
export async function loadIssuedXml(tx: Tx, { id, ...invoice }: XmlInvoice): Promise<Buffer> {
  const stored = await findFile(tx, { id, format: 'xml' })
  if (stored) return stored
  const content = Buffer.from(buildCii(invoice, 'xrechnung'))
  return storeFile(tx, { id, format: 'xml' }, content)
}

type FileKey = { id: string; format: 'pdf' | 'xml' }

/** Stores a file, unless another request has stored one, and returns the stored one. */
async function storeFile(tx: Tx, { id, format }: FileKey, content: Buffer): Promise<Buffer> {
  await tx`
    insert into invoice_file (invoice_id, format, content) values (${id}, ${format}, ${content})
    on conflict do nothing`
  return (await findFile(tx, { id, format })) ?? content
}

async function findFile(tx: Tx, { id, format }: FileKey): Promise<Buffer | undefined> {
  const [row] = await tx<{ content: Buffer }[]>`
    select content from invoice_file where invoice_id = ${id} and format = ${format}`
  return row?.content
}

/** Marks that staff or the shopper has the invoice. Only the first time counts. */
export const markInvoiceDownloaded = (tx: Tx, id: string) => tx`
  update invoice set downloaded_at = now()
  where id = ${id} and number is not null and downloaded_at is null`
