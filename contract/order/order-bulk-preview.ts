import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { BulkResult, bulkSelectionFields } from '../lib/call/bulk.ts'
import { orderFilterFields } from './order-filter.ts'

export const orderBulkActions = [
  'shipped',
  'delivered',
  'cancelled',
  'paid',
  'tagged',
  'archived',
  'deleted',
] as const
export type OrderBulkAction = (typeof orderBulkActions)[number]

export const OrderBulkPreview = z.object({
  /** The orders that the action would change. */
  changed: z.int(),
  /** The orders that already have what the action sets. */
  unchanged: z.int(),
  /** The orders that the action would skip, with the reasons. */
  skipped: z.array(BulkResult),
  /** Whether more orders are selected than the 1,000 that were checked. */
  isPartial: z.boolean(),
  /** The selected orders that would ship although a payment is due. At most 10,000. */
  unpaid: z.int(),
})
export type OrderBulkPreview = z.infer<typeof OrderBulkPreview>

export const orderBulkPreviewApi = defineApi('order', {
  previewBulk: {
    method: 'POST',
    path: '/order/bulk/preview',
    can: 'order:write',
    status: 200,
    summary: 'Check which selected orders an action would change or skip; saves nothing',
    body: z.object({
      ...bulkSelectionFields(orderFilterFields),
      action: z.enum(orderBulkActions),
    }),
    reply: OrderBulkPreview,
  },
})
