import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import type { Tx } from '../../lib/db/db.ts'

/**
 * Stores the document with the next number of the series, which begins again each year. A job stores its files
 * after the commit.
 */
export async function storeIssuedDocument(
  tx: Tx,
  id: string,
  { prefix, today, document }: { prefix: string; today: string; document: InvoiceDocument },
): Promise<void> {
  const series = `${prefix}${today.slice(0, 4)}-`
  await tx`
    select add_job('invoice.storeFiles', json_build_object('storeId', current_store(), 'id', ${id}::uuid),
      ${`invoice.storeFiles ${id}`})`
  const [row] = await tx<{ number: string | null }[]>`
    select issue_invoice(${id}, ${series}, ${today}::date, ${tx.json(document)}) as number`
  // Without a draft, the rollback gives the number back.
  if (!row?.number) throw new Error(`Invoice ${id} is not a draft.`)
}
