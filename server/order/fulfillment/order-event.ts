import type { OrderChangeDetails, OrderSnapshot } from '#contract/order/order-change.ts'
import { noteEditHours } from '#contract/order/order-note.ts'
import type { CustomerOrderEvent, OrderEvent } from '#contract/order/order-part.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { OrderEventKey } from './event-keys.ts'

type OrderEventValue = string | number | boolean | null | undefined | readonly string[]
/** A new key must be declared in `event-keys.ts`. */
export type OrderEventData = { readonly [key in OrderEventKey]?: OrderEventValue }

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

type NewOrderEvent = {
  orderId: string
  type: string
  data: OrderEventData
  /** The order before and after a change. */
  before?: OrderSnapshot
  after?: OrderSnapshot
}

/** Adds an event to the timeline of the order. The actor is the person of the transaction. */
export const createOrderEvent = (
  tx: Tx,
  orderId: string,
  type: string,
  data: OrderEventData = {},
) => createOrderEvents(tx, [{ orderId, type, data }])

/** Adds events to the timelines of several orders. */
export const createOrderEvents = (tx: Tx, events: readonly NewOrderEvent[]) => tx`
  insert into order_event (order_id, type, actor_id, actor, data, before, after)
  select e."orderId", e.type, current_person(),
    coalesce((select full_name from person where id = current_person()), ''), e.data, e.before,
    e.after
  from jsonb_to_recordset(${tx.json(events)})
    as e ("orderId" uuid, type text, data jsonb, before jsonb, after jsonb)`

/** Whether an event is a note that the person of the transaction can still change. */
export const isEditableNote = (tx: Tx) => tx`
  (type = 'note_added' and coalesce(actor_id = current_person(), false)
    and at > now() - ${noteEditHours} * interval '1 hour')`

/** @throws Problem 404 if there is no such event, or if it changed no lines, amounts or statuses */
export async function getOrderChange(tx: Tx, eventId: string): Promise<OrderChangeDetails> {
  const [row] = await tx<OrderChangeDetails[]>`
    select before, after from order_event where id = ${eventId} and before is not null`
  return assertFound(row)
}

/** Returns the latest events of a customer's orders, newest first. */
export async function listCustomerEvents(
  tx: Tx,
  customerId: string,
): Promise<CustomerOrderEvent[]> {
  const [customer] = await tx`select 1 from customer where id = ${customerId}`
  assertFound(customer, 'customer_not_found')
  return tx<CustomerOrderEvent[]>`
    select e.id as "_id", e.type, e.at, e.actor, e.data, e.before is not null as has_details,
      json_build_object('_id', o.id, 'number', o.number, 'currency', o.currency) as "order"
    from "order" o join order_event e on e.order_id = o.id
    where o.customer_id = ${customerId}
    order by e.at desc, e.id desc
    limit 20`
}
