import { defineApi } from '../lib/call/api.ts'
import { Order } from './order.ts'

export const orderCopyApi = defineApi('order', {
  duplicate: {
    method: 'POST',
    path: '/order/duplicate/:id',
    can: 'order:write',
    idempotent: true,
    summary: 'Create a draft with the items, customer and addresses of an order, at current prices',
    reply: Order,
    message: 'Order duplicated',
    invalidates: ['customer', 'dashboard'],
  },
})
