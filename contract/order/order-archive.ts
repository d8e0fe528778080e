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
  deleteDraft: {
    method: 'DELETE',
    path: '/order/deleteDraft/:id',
    can: 'order:write',
    summary: 'Delete a draft that has no payment and no invoice',
    message: 'Draft deleted',
    invalidates: ['customer', 'dashboard'],
  },
  bulkDeleteDrafts: {
    method: 'POST',
    path: '/order/bulk/deleteDrafts',
    isLong: true,
    can: 'order:write',
    status: 200,
    summary: 'Delete several drafts; other orders are rejected',
    body: z.object(bulkSelectionFields(orderFilterFields)),
    reply: BulkReply,
    invalidates: ['customer', 'dashboard'],
  },
})
