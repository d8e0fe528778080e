import type { Disk } from 'flydrive'
import { assertFound } from '../../lib/call/problem.ts'
import type { RunInTransaction, Tx } from '../../lib/db/db.ts'
import { loadLogo } from '../../lib/pdf/load-logo.ts'
import type { PrintedInvoice } from './printed-invoice.ts'
import { renderInvoices } from './render-invoice.ts'

export type InvoiceFile = { fileName: string; content: Buffer }
type InvoiceFileStorage = { inTx: RunInTransaction; disk: Disk }
type IssuedInvoice = Omit<PrintedInvoice, 'logo'> & { content: Buffer | null }

/**
 * Returns the PDF of an issued invoice, which is created at its first use and then stored.
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
      from invoice i left join invoice_file f on f.invoice_id = i.id
      where i.id = ${id} and i.number is not null
        ${shopperOrderId === undefined ? tx`` : selectIsShoppers(tx, shopperOrderId)}`
    return assertFound(row, 'invoice_not_found')
  })
  const fileName = `${invoice.number}.pdf`
  if (invoice.content) return { fileName, content: invoice.content }
  const logo = await loadLogo(disk, invoice.document.seller.logo)
  const rendered = await renderInvoices([{ ...invoice, logo }])
  return { fileName, content: await inTx(tx => storeFile(tx, id, rendered)) }
}

const selectIsShoppers = (tx: Tx, orderId: string) => tx`
  and i.order_id = ${orderId} and not exists (
    select from "order" o where o.id = i.order_id and o.is_customer_erased)`

/** Stores a PDF, unless another request has stored one, and returns the stored one. */
async function storeFile(tx: Tx, id: string, rendered: Buffer): Promise<Buffer> {
  await tx`
    insert into invoice_file (invoice_id, content) values (${id}, ${rendered})
    on conflict do nothing`
  const [row] = await tx<{ content: Buffer }[]>`
    select content from invoice_file where invoice_id = ${id}`
  return row?.content ?? rendered
}

/** Marks that staff or the shopper has the invoice. Only the first time counts. */
export const markInvoiceDownloaded = (tx: Tx, id: string) => tx`
  update invoice set downloaded_at = now()
  where id = ${id} and number is not null and downloaded_at is null`
