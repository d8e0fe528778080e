import type { CustomerOrderEvent } from '#contract/order/order.ts'
import type { OrderEvent } from '#contract/order/order-part.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

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
declare module '../../lib/db/table-fields.ts' {
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

/** Returns the latest events of a customer's orders, newest first. */
export async function listCustomerEvents(
  tx: Tx,
  customerId: string,
): Promise<CustomerOrderEvent[]> {
  const [customer] = await tx`select 1 from customer where id = ${customerId}`
  assertFound(customer, 'customer_not_found')
  return tx<CustomerOrderEvent[]>`
    select e.id as "_id", e.type, e.at, e.actor, e.data,
      json_build_object('_id', o.id, 'number', o.number, 'currency', o.currency) as "order"
    from "order" o join order_event e on e.order_id = o.id
    where o.customer_id = ${customerId}
    order by e.at desc, e.id desc
    limit 20`
}
