import { canBeEInvoice } from '../e-invoice/rule/e-invoice-profile.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { loadInvoiceRecord } from './invoice-store.ts'
import { type InvoiceFile, loadIssuedXml } from './rule/issued-invoice-file.ts'

/**
 * Returns an issued invoice as XRechnung.
 * @throws Problem 409 invoice_not_issued, or 422 e_invoice_incomplete
 */
export async function loadInvoiceXml(tx: Tx, id: string): Promise<InvoiceFile> {
  const { document, ...invoice } = await loadInvoiceRecord(tx, id)
  if (!document) throw new Problem(409, 'invoice_not_issued')
  if (!canBeEInvoice(document, 'xrechnung')) throw new Problem(422, 'e_invoice_incomplete')
  const content = await loadIssuedXml(tx, { ...invoice, id, document })
  return { fileName: `${invoice.number}.xml`, content }
}
