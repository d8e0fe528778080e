import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { BulkReply, bulkSelectionFields } from '../lib/call/bulk.ts'
import { Order } from './order.ts'
import { orderFilterFields } from './order-filter.ts'

export const orderArchiveApi = defineApi('order', {
  updateArchived: {
    method: 'PATCH',
    path: '/order/updateArchived/:id',
    can: 'order:write',
    summary: 'Archive a closed order, or unarchive it',
    body: z.object({ isArchived: z.boolean() }),
    reply: Order,
    message: 'Order updated',
    invalidates: ['dashboard'],
  },
  bulkUpdateArchived: {
    method: 'POST',
    path: '/order/bulk/updateArchived',
    isLong: true,
    can: 'order:write',
    status: 200,
    summary: 'Archive several closed orders, or unarchive them',
    body: z.object({ ...bulkSelectionFields(orderFilterFields), isArchived: z.boolean() }),
    reply: BulkReply,
    invalidates: ['dashboard'],
  },
})
