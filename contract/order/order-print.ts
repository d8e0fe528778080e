import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { bulkSelectionFields } from '../lib/call/bulk.ts'
import { paperFormats } from '../lib/paper.ts'
import { Id, Timestamp } from '../lib/schemas.ts'
import { orderFilterFields } from './order-filter.ts'

/** The documents that are printed for several orders at once. */
export const printedDocuments = [
  'packingSlip',
  'deliveryNote',
  'receipt',
  'invoice',
  'creditNote',
] as const
export type PrintedDocument = (typeof printedDocuments)[number]

/** A file with a document of each order, which is written in the background and kept for an hour. */
export const OrderPrint = z.object({
  _id: Id,
  document: z.enum(printedDocuments),
  status: z.enum(['running', 'done', 'failed']),
  orderCount: z.int(),
  /** The documents that are written so far. */
  printedCount: z.int(),
  /** The selected orders that don’t have the document, such as packing slips of canceled orders. */
  skippedCount: z.int(),
  createdAt: Timestamp,
})
export type OrderPrint = z.infer<typeof OrderPrint>

export const orderPrintApi = defineApi('order', {
  createPrint: {
    method: 'POST',
    path: '/print/create',
    can: 'order:read',
    rateLimit: 'transfer',
    status: 202,
    summary: 'Write a document of up to 1,000 orders as one PDF, such as their packing slips',
    body: z.object({
      ...bulkSelectionFields(orderFilterFields),
      document: z.enum(printedDocuments),
      /** By default, the paper format of the store. Invoices and credit notes have that of its country. */
      format: z.enum(paperFormats).optional(),
    }),
    reply: OrderPrint,
  },
  getPrint: {
    method: 'GET',
    path: '/print/:id',
    can: 'order:read',
    summary: 'Get the progress of a print',
    reply: OrderPrint,
  },
  getPrintPdf: {
    method: 'GET',
    path: '/print/pdf/:id',
    can: 'order:read',
    rateLimit: 'transfer',
    summary: 'Download the PDF of a print',
    downloadType: 'application/pdf',
  },
})
