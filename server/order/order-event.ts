import type { OrderEvent } from '#contract/order.ts'
import type { Tx } from '../lib/db/db.ts'

type OrderEventData = Record<
  string,
  string | number | boolean | null | undefined | readonly string[]
>

type OrderEventColumns = Pick<OrderEvent, 'type'> &
  Partial<Pick<OrderEvent, 'actor' | 'data'>> & {
    orderId: string
    at?: Date | string
    actorId?: string | null
  }
declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    order_event: OrderEventColumns
  }
}

/** Adds an event to the timeline of the order. The actor is the person of the transaction. */
export const createOrderEvent = (
  tx: Tx,
  orderId: string,
  type: string,
  data: OrderEventData = {},
) => tx`
  insert into order_event (order_id, type, actor_id, actor, data)
  values (${orderId}, ${type}, current_person(),
    coalesce((select full_name from person where id = current_person()), ''), ${tx.json(data)})`
