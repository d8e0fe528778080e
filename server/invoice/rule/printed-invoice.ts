import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'

/** An invoice with everything that its PDF shows. */
export type PrintedInvoice = {
  kind: 'invoice' | 'credit_note'
  /** Empty for a draft. */
  number: string
  issuedOn: string | null
  dueOn: string | null
  document: InvoiceDocument
  /** The logo as PNG. */
  logo: Buffer | undefined
}
