import { defineApi } from '../../lib/call/api.ts'
import { Order } from '../order.ts'

/** Returns whether the customer receives an email that confirms the order. */
export const hasOrderEmail = ({ status, customer }: Pick<Order, 'status' | 'customer'>): boolean =>
  customer.email !== '' && status !== 'draft' && status !== 'cancelled'

export const orderEmailApi = defineApi('order', {
  resendOrderEmail: {
    method: 'POST',
    path: '/order/resendOrderEmail/:id',
    can: 'order:write',
    status: 200,
    rateLimit: 'transfer',
    summary: 'Send the email that confirms an order to its customer again',
    reply: Order,
    message: '“Order received” email resent',
    idempotent: true,
  },
})
