import type { z } from 'zod'
import type { invoiceApi } from '#contract/invoice/invoice.ts'
import type { Tx } from '../../lib/db/db.ts'

export type StoredSettings = z.infer<typeof invoiceApi.getSettings.reply>

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
