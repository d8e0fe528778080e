import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { loadInvoiceRecord } from './invoice-store.ts'

/**
 * Queues the email of an issued invoice. A second request before it is sent changes nothing.
 * @throws Problem 409 invoice_not_issued, or 422 invoice_without_email
 */
export async function enqueueInvoiceMail(tx: Tx, id: string): Promise<void> {
  const { document, recipientEmail } = await loadInvoiceRecord(tx, id)
  if (!document) throw new Problem(409, 'invoice_not_issued')
  if (!recipientEmail) throw new Problem(422, 'invoice_without_email')
  await tx`
    select add_job('invoice.mail', json_build_object('storeId', current_store(), 'id', ${id}::uuid),
      ${`invoice.mail ${id}`})`
}
