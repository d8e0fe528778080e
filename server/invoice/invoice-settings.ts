import type { z } from 'zod'
import type { InvoiceSettings, invoiceApi } from '#contract/invoice/invoice.ts'
import { assertVersion } from '../lib/call/problem.ts'
import { type Tx, toRow } from '../lib/db/db.ts'

type StoredSettings = z.infer<typeof invoiceApi.getSettings.reply>

const defaultSettings: StoredSettings = {
  invoicePrefix: 'INV-',
  creditNotePrefix: 'CN-',
  paymentDays: 14,
  isSmallBusiness: false,
  taxNumber: '',
  legalNote: '',
  version: 1,
}

export async function getInvoiceSettings(tx: Tx): Promise<StoredSettings> {
  const [row] = await tx<StoredSettings[]>`
    select invoice_prefix, credit_note_prefix, payment_days, is_small_business, tax_number, legal_note,
      version
    from invoice_setting`
  return row ?? defaultSettings
}

/** @throws Problem 409 version_conflict, or invoice_prefixes_equal on the prefix of credit notes */
export async function updateInvoiceSettings(
  tx: Tx,
  { version, ...edit }: Partial<InvoiceSettings> & { version?: number | undefined },
): Promise<StoredSettings> {
  await tx`insert into invoice_setting (store_id) values (current_store()) on conflict do nothing`
  await tx`select 1 from invoice_setting for update`
  assertVersion(await getInvoiceSettings(tx), version)
  const row = toRow(edit)
  if (Object.keys(row).length > 0)
    await tx`update invoice_setting set ${tx(row)}, version = version + 1, updated_at = now()`
  return getInvoiceSettings(tx)
}
