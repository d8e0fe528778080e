import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id } from '../lib/schemas.ts'

const HintedOrder = z.object({ _id: Id, number: z.string() })

export const OrderHints = z.object({
  /** Orders to ship of the same customer to the same address, without `duplicates`. */
  shipTogether: z.array(HintedOrder),
  /** Orders of the same customer with the same items, within 24 hours. */
  duplicates: z.array(HintedOrder),
})
export type OrderHints = z.infer<typeof OrderHints>

export const orderHintApi = defineApi('order', {
  getHints: {
    method: 'GET',
    path: '/order/hints/:id',
    can: 'order:read',
    summary: 'Find orders that can ship together with an order, or that may be its duplicates',
    reply: OrderHints,
  },
})
