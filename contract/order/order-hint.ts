import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, Timestamp } from '../lib/schemas.ts'
import { splitQueryValues } from '../lib/text/query-text.ts'

const HintedOrder = z.object({ _id: Id, number: z.string() })

/** Callers without `customer:read` get no orders of the same customer. */
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
  /** When the draft is deleted without another change. Null for orders that stay. */
  draftExpiresAt: Timestamp.nullable(),
})
export type OrderHints = z.infer<typeof OrderHints>

/** The hints by which the list of orders is filtered. */
export const orderHintKinds = ['shipTogether', 'duplicates', 'failedDeliveries'] as const
export type OrderHintKind = (typeof orderHintKinds)[number]

/** The hints about the handling of an order of a list. */
export const OrderRowHints = OrderHints.omit({ editableUntil: true, draftExpiresAt: true }).extend(
  HintedOrder.shape,
)
export type OrderRowHints = z.infer<typeof OrderRowHints>

export const orderHintApi = defineApi('order', {
  getHints: {
    method: 'GET',
    path: '/order/hints/:id',
    can: 'order:read',
    summary:
      'Find orders to ship with, duplicates, failed deliveries, the end of edits and that of a draft',
    reply: OrderHints,
  },
  listRowHints: {
    method: 'GET',
    path: '/order/rowHints',
    can: 'order:read',
    summary: 'Find the hints of up to 100 orders',
    query: z.object({
      ids: z.preprocess(
        value => (typeof value === 'string' ? splitQueryValues(value) : value),
        z.array(Id).min(1).max(100),
      ),
    }),
    reply: z.array(OrderRowHints),
  },
})
