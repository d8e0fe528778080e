import type { Disk } from 'flydrive'
import type { RunInTransaction } from '../lib/db/db.ts'
import { loadLogo } from '../lib/pdf/load-logo.ts'
import { getInvoice } from './invoice-store.ts'
import { type InvoiceFile, loadIssuedInvoiceFile } from './rule/issued-invoice-file.ts'
import { renderInvoices } from './rule/render-invoice.ts'

/** Returns the PDF of an invoice; that of a draft shows the order as it is now. */
export async function loadInvoicePdf(
  { inTx, disk }: { inTx: RunInTransaction; disk: Disk },
  id: string,
): Promise<InvoiceFile> {
  const invoice = await inTx(tx => getInvoice(tx, id))
  if (invoice.number) return loadIssuedInvoiceFile({ inTx, disk }, { id })
  const logo = await loadLogo(disk, invoice.document.seller.logo)
  return {
    fileName: `draft-${invoice.order.number}.pdf`,
    content: await renderInvoices([{ ...invoice, logo }]),
  }
}
