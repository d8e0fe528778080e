import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, Timestamp } from '../lib/schemas.ts'

const HintedOrder = z.object({ _id: Id, number: z.string() })

export const OrderHints = z.object({
  /** Orders to ship of the same customer to the same address, without `duplicates`. */
  shipTogether: z.array(HintedOrder),
  /** Orders of the same customer with the same items, within 24 hours. */
  duplicates: z.array(HintedOrder),
  /**
   * Earlier orders with the same customer, email or phone number whose parcels were lost, came back
   * undelivered or were canceled after shipping. Empty if there are fewer than two such parcels.
   */
  failedDeliveries: z.array(HintedOrder),
  /** Until when the shopper can edit the order. Null if they can't. */
  editableUntil: Timestamp.nullable(),
})
export type OrderHints = z.infer<typeof OrderHints>

export const orderHintApi = defineApi('order', {
  getHints: {
    method: 'GET',
    path: '/order/hints/:id',
    can: 'order:read',
    summary:
      'Find orders that an order can ship with, duplicates, failed deliveries and the end of edits',
    reply: OrderHints,
  },
})
