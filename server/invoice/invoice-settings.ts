import type { InvoiceSettings, StoredInvoiceSettings } from '#contract/invoice/invoice.ts'
import { assertVersion, createFieldProblem } from '../lib/call/problem.ts'
import { type Tx, toRow } from '../lib/db/db.ts'
import { getInvoiceSettings } from './rule/load-invoice-settings.ts'

/** @throws Problem 409 version_conflict, or invoice_prefixes_equal on the prefix that the other kind has */
export async function updateInvoiceSettings(
  tx: Tx,
  { version, ...edit }: Partial<InvoiceSettings> & { version?: number | undefined },
): Promise<StoredInvoiceSettings> {
  await tx`insert into invoice_setting (store_id) values (current_store()) on conflict do nothing`
  await tx`select 1 from invoice_setting for update`
  assertVersion(await getInvoiceSettings(tx), version)
  await assertPrefixUnused(tx, 'credit_note', edit, 'invoicePrefix')
  await assertPrefixUnused(tx, 'invoice', edit, 'creditNotePrefix')
  const row = toRow(edit)
  if (Object.keys(row).length > 0)
    await tx`update invoice_setting set ${tx(row)}, version = version + 1, updated_at = now()`
  return getInvoiceSettings(tx)
}

/** Asserts that no document of the other kind has the prefix. The first one of a series shows its kind. */
async function assertPrefixUnused(
  tx: Tx,
  otherKind: 'invoice' | 'credit_note',
  edit: Partial<InvoiceSettings>,
  field: 'invoicePrefix' | 'creditNotePrefix',
): Promise<void> {
  const prefix = edit[field]
  if (prefix === undefined) return
  const [used] = await tx`
    select from invoice_series s
    join invoice i on i.series = s.prefix and i.series_number = 1 and i.number is not null
    where s.prefix ~ '[0-9]{4}-$' and left(s.prefix, -5) = ${prefix} and i.kind = ${otherKind}
    limit 1`
  if (used) throw createFieldProblem(field, 'invoice_prefixes_equal', {}, 409)
}
