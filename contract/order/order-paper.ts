import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { paperFormats } from '../lib/paper.ts'
import { Id } from '../lib/schemas.ts'

export const orderPaperKinds = ['packingSlip', 'deliveryNote', 'receipt'] as const
export type OrderPaperKind = (typeof orderPaperKinds)[number]
export const PaperFormatChoice = z.enum(paperFormats)

/** A document of an order, in its language and formats, as it is printed. */
export const OrderPaper = z.object({
  kind: z.enum(orderPaperKinds),
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  orderNumber: z.string(),
  title: z.string(),
  sellerName: z.string(),
  /** The URL of the image; empty for none. */
  logo: z.string(),
  sender: z.string(),
  addressee: z.array(z.string()),
  facts: z.array(z.tuple([z.string(), z.string()])),
  table: z.object({
    firstLabel: z.string(),
    columns: z.array(z.object({ label: z.string(), width: z.number() })),
    rows: z.array(
      z.object({
        cells: z.array(z.string()),
        /** Below the first cell. */
        details: z.string(),
        /** The first cell on paper that has room for the first and the last column only. */
        narrowCell: z.string(),
      }),
    ),
  }),
  sums: z.array(z.object({ label: z.string(), amount: z.string(), isTotal: z.boolean() })),
  notes: z.array(z.string()),
  footer: z.array(z.string()),
})
export type OrderPaper = z.infer<typeof OrderPaper>

/** The paper format in which the store prints each document. */
export const OrderPaperSettings = z.object({
  packingSlip: PaperFormatChoice,
  deliveryNote: PaperFormatChoice,
  receipt: PaperFormatChoice,
} satisfies Record<OrderPaperKind, z.ZodType>)
export type OrderPaperSettings = z.infer<typeof OrderPaperSettings>

const OrderPaperQuery = z.object({
  paper: z.enum(orderPaperKinds).default('packingSlip'),
  /** The parcel whose items are listed. By default, those of the order. */
  parcel: Id.optional(),
})

export const orderPaperApi = defineApi('order', {
  getPaper: {
    method: 'GET',
    path: '/order/paper/:id',
    can: 'order:read',
    summary: 'Get the packing slip, delivery note or receipt of an order',
    query: OrderPaperQuery,
    reply: OrderPaper,
  },
  getPaperPdf: {
    method: 'GET',
    path: '/order/paperPdf/:id',
    can: 'order:read',
    rateLimit: 'transfer',
    summary: 'Download the packing slip, delivery note or receipt of an order as PDF',
    query: OrderPaperQuery.extend({ format: PaperFormatChoice.optional() }),
    downloadType: 'application/pdf',
  },
  getPaperSettings: {
    method: 'GET',
    path: '/order/paperSettings',
    can: 'order:read',
    summary: 'Get the paper formats of the store; by default, those of its country',
    reply: OrderPaperSettings,
  },
  updatePaperSettings: {
    method: 'PATCH',
    path: '/order/paperSettings',
    can: 'order:write',
    summary: 'Update the paper formats of the store',
    body: OrderPaperSettings.partial(),
    reply: OrderPaperSettings,
  },
})
