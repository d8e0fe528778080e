import type { OrderStatus } from '#contract/order-state.ts'
import type { Tx } from '../lib/db/db.ts'

/** The statuses that the shopper of an order learns by mail. */
const mailedStatuses: readonly OrderStatus[] = ['shipped', 'delivered', 'cancelled']

/**
 * Queues the mail about a status of an order from the storefront. A mail that still waits is
 * replaced. Other orders, such as imported ones, send no mails.
 */
export const enqueueStatusMails = (tx: Tx, orderId: string, status: OrderStatus) =>
  mailedStatuses.includes(status)
    ? [
        tx`
          select add_job(
            'order.mail',
            json_build_object('businessId', business_id, 'id', id, 'kind', ${status}::text),
            ${`order.mail ${orderId} ${status}`})
          from "order" where id = ${orderId} and cart_hash is not null`,
      ]
    : []
