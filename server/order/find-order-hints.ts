import { sum } from '#contract/lib/sum.ts'
import { orderViews } from '#contract/order/order-filter.ts'
import type { OrderHints } from '#contract/order/order-hint.ts'
import { findEditEnd } from '../cms/rule/order-edit-end.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

const maxHintedOrders = 10
const minFailedParcels = 2
/** Bounds the work for a customer with thousands of orders. */
const maxComparedOrders = 200

/** Compares an order with the orders of the same customer near its time, which an index finds. */
export async function findOrderHints(tx: Tx, id: string): Promise<OrderHints> {
  const [order] = await tx`select 1 from "order" where id = ${id}`
  assertFound(order, 'order_not_found')
  const [shipTogether, duplicates, failedDeliveries, editEnd] = await Promise.all([
    findOrdersToShipWith(tx, id),
    findDuplicates(tx, id),
    findFailedDeliveries(tx, id),
    findEditEnd(tx, id),
  ])
  const isDuplicate = ({ _id }: { _id: string }) => duplicates.some(order => order._id === _id)
  return {
    shipTogether: shipTogether.filter(order => !isDuplicate(order)),
    duplicates,
    failedDeliveries,
    editableUntil: editEnd ?? null,
  }
}

/** The order as `current`, with each order `o` of its customer within the hours around it. */
const ordersNear = (tx: Tx, id: string, hours: number) => tx`
  (select * from "order" where id = ${id}) current
  cross join lateral (
    select * from "order" near
    where near.customer_id = current.customer_id
      and near.created_at > current.created_at - make_interval(hours => ${hours})
      and near.created_at < current.created_at + make_interval(hours => ${hours})
    order by near.created_at desc, near.id desc limit ${maxComparedOrders}
  ) o`

function findOrdersToShipWith(tx: Tx, id: string) {
  const { status, fulfillmentStatus } = orderViews.toShip
  const isToShip = (alias: string) => {
    const row = tx.unsafe(alias)
    return tx`${row}.status = any (${[...status]}::text[])
      and ${row}.fulfillment_status = any (${[...fulfillmentStatus]}::text[])`
  }
  // The spelling of the name and the phone number may differ.
  const address = (alias: string) =>
    tx`lower((${tx.unsafe(alias)}.shipping_address - '{name,phone}'::text[])::text)`
  return tx<OrderHints['shipTogether']>`
    select o.id as "_id", o.number
    from ${ordersNear(tx, id, 90 * 24)}
    where o.id <> current.id and ${isToShip('current')} and ${isToShip('o')}
      and current.shipping_address ->> 'line1' <> '' and ${address('o')} = ${address('current')}
    order by o.created_at desc, o.id desc limit ${maxHintedOrders}`
}

function findDuplicates(tx: Tx, id: string) {
  const items = (alias: string) => tx`(
    select jsonb_agg(jsonb_build_array(coalesce(variant_id::text, title), quantity)
      order by coalesce(variant_id::text, title), quantity)
    from order_line where order_id = ${tx.unsafe(alias)}.id)`
  return tx<OrderHints['duplicates']>`
    select o.id as "_id", o.number
    from ${ordersNear(tx, id, 24)}
    where o.id <> current.id and current.status <> all ('{draft,cancelled,returned}')
      and o.status <> all ('{draft,cancelled,returned}')
      and o.item_count = current.item_count and ${items('o')} = ${items('current')}
    order by o.created_at desc, o.id desc limit ${maxHintedOrders}`
}

/** Each way to find the earlier orders of the customer has an index, and reads few of them. */
async function findFailedDeliveries(tx: Tx, id: string): Promise<OrderHints['failedDeliveries']> {
  const earlierOrders = (isSame: ReturnType<Tx>) => tx`(
    select o.id, o.number, o.status, o.created_at from "order" o
    where ${isSame} and o.created_at < current.created_at
    order by o.created_at desc, o.id desc limit ${maxComparedOrders})`
  const rows = await tx<(OrderHints['failedDeliveries'][number] & { parcels: number })[]>`
    select o.id as "_id", o.number, count(*)::integer as parcels
    from (select * from "order" where id = ${id}) current
    cross join lateral (
      ${earlierOrders(tx`o.customer_id = current.customer_id`)}
      union
      ${earlierOrders(tx`o.folded_email = current.folded_email and o.folded_email <> ''`)}
      union
      ${earlierOrders(tx`o.customer_phone = current.customer_phone and o.customer_phone <> ''`)}
    ) o
    join fulfillment f on f.order_id = o.id and (
      f.status = 'lost'
      or f.status = 'cancelled' and f.shipped_at is not null
      or f.status = 'shipped' and o.status in ('returned', 'cancelled'))
    where current.status = any (${['draft', 'on_hold', ...orderViews.open.status]}::text[])
    group by o.id, o.number, o.created_at
    order by o.created_at desc, o.id desc`
  const parcels = sum(rows.map(row => row.parcels))
  if (parcels < minFailedParcels) return []
  return rows.slice(0, maxHintedOrders).map(({ _id, number }) => ({ _id, number }))
}
