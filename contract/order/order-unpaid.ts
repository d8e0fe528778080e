import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { bulkSelectionFields } from '../lib/call/bulk.ts'
import { orderFilterFields } from './order-filter.ts'

export const UnpaidOrders = z.object({
  /** At most 10,000. */
  count: z.int(),
})

export const orderUnpaidApi = defineApi('order', {
  countUnpaid: {
    method: 'POST',
    path: '/order/countUnpaid',
    can: 'order:read',
    status: 200,
    summary: 'Count selected orders that would ship unpaid; saves nothing',
    body: z.object(bulkSelectionFields(orderFilterFields)),
    reply: UnpaidOrders,
  },
})
