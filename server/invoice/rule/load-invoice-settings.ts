import type { StoredInvoiceSettings } from '#contract/invoice/invoice.ts'
import type { Tx } from '../../lib/db/db.ts'

const defaultSettings: StoredInvoiceSettings = {
  invoicePrefix: 'INV-',
  creditNotePrefix: 'CN-',
  paymentDays: 14,
  isSmallBusiness: false,
  issuesWhenPaid: false,
  emailsIssued: false,
  taxNumber: '',
  legalNote: '',
  version: 1,
}

export async function getInvoiceSettings(tx: Tx): Promise<StoredInvoiceSettings> {
  const [row] = await tx<StoredInvoiceSettings[]>`
    select invoice_prefix, credit_note_prefix, payment_days, is_small_business, issues_when_paid,
      emails_issued, tax_number, legal_note, version
    from invoice_setting`
  return row ?? defaultSettings
}
