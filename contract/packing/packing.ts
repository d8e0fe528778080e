import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { codeText, Id, Timestamp } from '../lib/schemas.ts'
import { weightUnits } from '../lib/weight.ts'
import { OrderPaper, PaperFormatChoice } from '../order/order-paper.ts'
import { packagingFields } from './packaging.ts'

/** Why an order of a packer link is not packed. */
export const packingObstacles = [
  'canceled',
  'onHold',
  'archived',
  'returned',
  'draft',
  'fulfilled',
] as const

/** Units of one product to take from the shelf, for all orders of the link together. */
export const PackingItem = z.object({
  /** The variant; without one, the line of the order. */
  _id: Id,
  title: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  barcode: z.string(),
  image: z.string(),
  quantity: z.int(),
  pickedQuantity: z.int(),
})
export type PackingItem = z.infer<typeof PackingItem>

/** The shipping label of a parcel that was packed with the link. */
export const PackingLabel = z.object({
  _id: Id,
  contentType: z.string(),
  /** The number of the parcel. */
  parcel: z.string(),
})
export type PackingLabel = z.infer<typeof PackingLabel>

export const PackingOrder = z.object({
  _id: Id,
  number: z.string(),
  /** `packed` with this link, so that nothing is left to pack; `blocked` for another reason. */
  state: z.enum(['open', 'packed', 'blocked']),
  obstacle: z.enum(packingObstacles).nullable(),
  customerNote: z.string(),
  /** The box of the last parcel that was packed with this link. */
  box: z.string(),
  labels: z.array(PackingLabel),
  /** The picked units that the order no longer needs, also of lines that it no longer has. */
  surplus: z.array(
    z.object({ line: Id, title: z.string(), variantTitle: z.string(), quantity: z.int() }),
  ),
  /** The open units. */
  lines: z.array(z.object({ line: Id, item: Id, quantity: z.int(), pickedQuantity: z.int() })),
})
export type PackingOrder = z.infer<typeof PackingOrder>

/** The work of a packer link. It contains neither prices nor data of customers. */
export const PackingList = z.object({
  name: z.string(),
  storeName: z.string(),
  weightUnit: z.enum(weightUnits),
  expiresAt: Timestamp,
  items: z.array(PackingItem),
  orders: z.array(PackingOrder),
  /** The boxes of recent parcels of the store, as suggestions. */
  boxes: z.array(z.string()),
})
export type PackingList = z.infer<typeof PackingList>

/** The token is in the body, so that it appears in no log. */
const tokenField = { token: codeText(100, 1) }

const PickedLines = z
  .array(z.object({ line: Id, quantity: z.int().min(1).max(1_000_000) }))
  .min(1)
  .max(200)

export const packingApi = defineApi('packing', {
  openList: {
    method: 'POST',
    path: '/packing/open',
    can: 'public',
    status: 200,
    summary: 'Get what a packer link is for: the items to pick and the orders to pack',
    body: z.object(tokenField),
    reply: PackingList,
  },
  pickItem: {
    method: 'POST',
    path: '/packing/pick',
    can: 'public',
    status: 200,
    summary: 'Count picked units of an item, or take them back; at most as many as are open',
    body: z.object({
      ...tokenField,
      item: Id,
      /** Negative to take units back. */
      change: z
        .int()
        .min(-1_000_000)
        .max(1_000_000)
        .refine(change => change !== 0),
    }),
    reply: PackingList,
  },
  putBack: {
    method: 'POST',
    path: '/packing/putBack',
    can: 'public',
    status: 200,
    summary: 'Record that picked units which an order no longer needs are back on the shelf',
    body: z.object({ ...tokenField, order: Id, lines: PickedLines }),
    reply: PackingList,
  },
  packOrder: {
    method: 'POST',
    path: '/packing/pack',
    can: 'public',
    status: 200,
    summary: 'Pack the picked units of an order as a parcel',
    body: z.object({
      ...tokenField,
      order: Id,
      /** The picked units that the packer saw. If they have changed, nothing is packed. */
      lines: PickedLines,
      ...packagingFields,
    }),
    reply: PackingList,
  },
  getSlip: {
    method: 'POST',
    path: '/packing/slip',
    can: 'public',
    status: 200,
    summary: 'Get the packing slip of an order: of its last parcel, or of its open units',
    body: z.object({ ...tokenField, order: Id }),
    reply: z.object({ paper: OrderPaper, format: PaperFormatChoice }),
  },
  getLabel: {
    method: 'POST',
    path: '/packing/label',
    can: 'public',
    status: 200,
    summary: 'Download the shipping label of a parcel that was packed with the link',
    body: z.object({ ...tokenField, label: Id }),
    downloadType: 'application/octet-stream',
    auditExemption: 'Packers print the labels of the parcels that they packed.',
  },
})
