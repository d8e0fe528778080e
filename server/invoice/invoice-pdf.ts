import type { Disk } from 'flydrive'
import sharp from 'sharp'
import type { RunInTransaction, Tx } from '../lib/db/db.ts'
import { getInvoice } from './invoice-store.ts'
import { type PrintedInvoice, renderInvoices } from './pdf/render-invoice.ts'

type InvoiceFile = { fileName: string; content: Buffer }

/**
 * Returns the PDF of an invoice. That of an issued invoice is created once and stored; that of a draft
 * shows the order as it is now.
 */
export async function loadInvoicePdf(
  { inTx, disk }: { inTx: RunInTransaction; disk: Disk },
  id: string,
): Promise<InvoiceFile> {
  const { invoice, stored } = await inTx(async tx => ({
    invoice: await getInvoice(tx, id),
    stored: await findFile(tx, id),
  }))
  const fileName = `${invoice.number || `draft-${invoice.order.number}`}.pdf`
  if (stored) return { fileName, content: stored }
  const logo = await loadLogo(disk, invoice.document.seller.logo)
  const rendered = await renderInvoices([{ ...invoice, logo }])
  if (!invoice.number) return { fileName, content: rendered }
  const content = await inTx(async tx => {
    // Another request can have created it meanwhile.
    await tx`
      insert into invoice_file (invoice_id, content) values (${id}, ${rendered})
      on conflict do nothing`
    return (await findFile(tx, id)) ?? rendered
  })
  return { fileName, content }
}

async function findFile(tx: Tx, id: string): Promise<Buffer | undefined> {
  const [row] = await tx<{ content: Buffer }[]>`
    select content from invoice_file where invoice_id = ${id}`
  return row?.content
}

/** Marks that staff or the shopper has the invoice. Only the first time counts. */
export const markDownloaded = (tx: Tx, id: string) => tx`
  update invoice set downloaded_at = now()
  where id = ${id} and number is not null and downloaded_at is null`

/** Returns a logo as PNG, which PDF can contain, or undefined if the file is missing. */
async function loadLogo(disk: Disk, url: string): Promise<PrintedInvoice['logo']> {
  const key = url.replace(/^\/media\//, '')
  if (key === '' || key === url || !(await disk.exists(key))) return undefined
  const image = sharp(Buffer.from(await disk.getBytes(key)))
  return image
    .resize({ width: 640, height: 192, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
}
