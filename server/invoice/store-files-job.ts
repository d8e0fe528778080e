import { z } from 'zod'
import { canBeEInvoice } from '../e-invoice/rule/e-invoice-profile.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { loadIssuedInvoiceFile, loadIssuedXml } from './rule/issued-invoice-file.ts'
import type { PrintedInvoice } from './rule/printed-invoice.ts'

const IssuedPayload = z.object({ storeId: z.string(), id: z.string() })

/**
 * Returns the job that stores the PDF and the XRechnung of an issued invoice, so that a later change of the
 * logo, of the fonts or of the program changes neither.
 */
export const storeFilesJobs = (app: App): JobHandlers => ({
  'invoice.storeFiles': async raw => {
    const { storeId, id } = IssuedPayload.parse(raw)
    const inTx = <T>(work: (tx: Tx) => Promise<T>) => withStoreTransaction(app.db, storeId, work)
    const invoice = await inTx(tx => findIssuedInvoice(tx, id))
    // The store can be deleted meanwhile.
    if (!invoice) return
    if (canBeEInvoice(invoice.document, 'xrechnung'))
      await inTx(tx => loadIssuedXml(tx, { ...invoice, id }))
    await loadIssuedInvoiceFile({ inTx, disk: openDisk(app.config) }, { id })
  },
})

async function findIssuedInvoice(
  tx: Tx,
  id: string,
): Promise<Omit<PrintedInvoice, 'logo'> | undefined> {
  const [row] = await tx<Omit<PrintedInvoice, 'logo'>[]>`
    select kind, number, issued_on::text, due_on::text, document from invoice
    where id = ${id} and number is not null`
  return row
}
