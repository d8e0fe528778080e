import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Address } from '../lib/country/address.ts'
import {
  asciiCodeText,
  Id,
  ListQuery,
  Money,
  multiLineText,
  oneOrMoreQuery,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
  versionField,
} from '../lib/schemas.ts'
import { LineUnits } from '../order/order-input.ts'
import { VatId } from '../store/tax.ts'
import { InvoiceDocument } from './invoice-document.ts'

/**
 * The statuses of the specification, and those of an invoice that is neither sent nor due, of one
 * that credit notes correct completely, and of one whose payments were refunded. They are derived.
 */
export const InvoiceStatus = z.enum([
  'Draft',
  'Corrected',
  'Paid',
  'Refunded',
  'Past Due',
  'Partial Payment',
  'Downloaded',
  'Sent',
  'Issued',
])
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

export const invoiceKinds = ['invoice', 'credit_note'] as const

export const InvoiceRow = z.object({
  _id: Id,
  kind: z.enum(invoiceKinds),
  /** Empty for a draft. */
  number: z.string(),
  status: InvoiceStatus,
  order: z.object({ _id: Id, number: z.string() }),
  buyerName: z.string(),
  currency: z.string(),
  total: Money,
  issuedOn: z.iso.date().nullable(),
  dueOn: z.iso.date().nullable(),
  createdAt: Timestamp,
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

/** The fields that staff can change in a draft. All others follow from the order. */
export const InvoiceDetails = z.object({
  buyer: z.object({
    name: singleLineText(120),
    company: singleLineText(160),
    vatId: VatId,
    email: asciiCodeText(254),
    address: Address,
  }),
  buyerReference: singleLineText(100),
  note: multiLineText(1000),
  /** By default, the days for payment of the store after the issue. */
  dueOn: z.iso.date().nullable(),
})
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

export const Invoice = InvoiceRow.extend({
  document: InvoiceDocument,
  /** Where an issued invoice is sent: the email of the buyer, as it was corrected since. */
  recipientEmail: z.string(),
  paid: Money,
  /** The total of the credit notes that correct the invoice. */
  creditedTotal: Money,
  /** What the credit notes contain of each line of the order, and of the shipping. */
  creditedLines: z.array(z.object({ line: Id, quantity: z.int(), total: Money })),
  creditedShipping: Money,
  corrects: z.object({ _id: Id, number: z.string() }).nullable(),
  creditNotes: z.array(z.object({ _id: Id, number: z.string(), total: Money })),
  /** Whether the order has another total, or was canceled, since the invoice was issued. */
  isOrderChanged: z.boolean(),
  /** The version of the order, which a draft shows. */
  orderVersion: z.int(),
  sentAt: Timestamp.nullable(),
  downloadedAt: Timestamp.nullable(),
  version: z.int(),
})
export type Invoice = z.infer<typeof Invoice>

const seriesPrefix = asciiCodeText(12, 1)
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9/-]*$/)

/** How a store writes its invoices. Numbers consist of the prefix, the year and four digits. */
export const InvoiceSettings = z.object({
  invoicePrefix: seriesPrefix,
  creditNotePrefix: seriesPrefix,
  paymentDays: z.int().min(0).max(365),
  isSmallBusiness: z.boolean(),
  issuesWhenPaid: z.boolean(),
  /** Whether invoices and credit notes that are issued automatically are emailed. */
  emailsIssued: z.boolean(),
  taxNumber: singleLineText(40),
  legalNote: multiLineText(500),
})
export type InvoiceSettings = z.infer<typeof InvoiceSettings>
export const StoredInvoiceSettings = InvoiceSettings.extend({ version: z.int() })
export type StoredInvoiceSettings = z.infer<typeof StoredInvoiceSettings>

/** The text of a credit note for the customer. */
export const CreditNoteText = multiLineText(1000)

const InvoiceListQuery = ListQuery.extend({
  sort: sortQuery('createdAt', 'total'),
  status: oneOrMoreQuery(InvoiceStatus),
  order: Id.optional(),
})

/** The month of the issue, such as `2026-11`. */
const InvoiceMonthQuery = z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) })

export const invoiceApi = defineApi('invoice', {
  list: {
    method: 'GET',
    path: '/apps/invoice/getAll',
    can: 'invoice:read',
    allowsReplica: true,
    summary: 'List invoices and credit notes, newest first',
    query: InvoiceListQuery,
    items: InvoiceRow,
  },
  getSettings: {
    method: 'GET',
    path: '/apps/invoice/settings',
    can: 'invoice:read',
    summary: 'Get the prefixes, legal details and days for payment of invoices',
    reply: StoredInvoiceSettings,
  },
  updateSettings: {
    method: 'PATCH',
    path: '/apps/invoice/settings',
    can: 'invoice:write',
    summary: 'Update the settings of invoices; another prefix starts another series',
    body: updateSchema(InvoiceSettings),
    reply: StoredInvoiceSettings,
    message: 'Invoice settings updated',
  },
  get: {
    method: 'GET',
    path: '/apps/invoice/:id',
    can: 'invoice:read',
    summary: 'Get an invoice; a draft shows the order as it is now',
    reply: Invoice,
  },
  getPdf: {
    method: 'GET',
    path: '/apps/invoice/pdf/:id',
    can: 'invoice:read',
    rateLimit: 'transfer',
    summary:
      'Download an invoice as PDF; that of an issued invoice never changes; also requires `customer:read`',
    downloadType: 'application/pdf',
  },
  getXml: {
    method: 'GET',
    path: '/apps/invoice/xml/:id',
    can: 'invoice:read',
    rateLimit: 'transfer',
    summary:
      'Download an issued invoice as XRechnung (EN 16931, CII); also requires `customer:read`',
    downloadType: 'application/xml',
  },
  exportCsv: {
    method: 'GET',
    path: '/apps/invoice/export/csv',
    can: 'invoice:read',
    rateLimit: 'transfer',
    summary: 'Export the issued invoices of a month as CSV, with a row for each tax rate',
    query: InvoiceMonthQuery,
    downloadType: 'text/csv; charset=utf-8',
  },
  exportZip: {
    method: 'GET',
    path: '/apps/invoice/export/zip',
    can: 'invoice:read',
    rateLimit: 'transfer',
    summary:
      'Export the issued invoices of a month as ZIP, with PDF and XRechnung; also requires `customer:read`',
    query: InvoiceMonthQuery,
    downloadType: 'application/zip',
  },
  create: {
    method: 'POST',
    path: '/apps/invoice/create',
    can: 'invoice:write',
    idempotent: true,
    summary: 'Create the draft of an invoice for an order',
    body: z.object({ order: Id }),
    reply: Invoice,
    message: 'Invoice draft created',
  },
  update: {
    method: 'PATCH',
    path: '/apps/invoice/update/:id',
    can: 'invoice:write',
    summary: 'Update a draft',
    body: updateSchema(InvoiceDetails),
    reply: Invoice,
    message: 'Invoice updated',
  },
  delete: {
    method: 'DELETE',
    path: '/apps/invoice/delete/:id',
    can: 'invoice:write',
    summary: 'Delete a draft',
    message: 'Invoice draft deleted',
  },
  issue: {
    method: 'POST',
    path: '/apps/invoice/issue/:id',
    can: 'invoice:write',
    idempotent: true,
    summary: 'Issue a draft: it receives the next number and never changes again',
    body: z.object({
      ...versionField,
      /** Rejects the request if the order changed after the draft was shown. */
      orderVersion: z.int().optional(),
    }),
    reply: Invoice,
    message: 'Invoice issued',
  },
  credit: {
    method: 'POST',
    path: '/apps/invoice/credit/:id',
    can: 'invoice:write',
    idempotent: true,
    summary:
      'Issue a credit note over lines and shipping of an invoice, by default over what is left',
    body: z.object({
      note: CreditNoteText.optional(),
      /** By line of the order. */
      lines: z.array(LineUnits).max(500).optional(),
      /** The amount of the shipping, with tax. */
      shipping: Money.optional(),
    }),
    reply: Invoice,
    message: 'Credit note issued',
  },
  send: {
    method: 'POST',
    path: '/apps/invoice/send/:id',
    can: 'invoice:write',
    status: 202,
    summary: 'Email an issued invoice to its customer, with the PDF as attachment',
    message: 'Invoice will be sent',
  },
})
