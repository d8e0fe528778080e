import type { Ability } from '#contract/lib/call/permission.ts'
import { sum } from '#contract/lib/sum.ts'
import { orderViews } from '#contract/order/order-filter.ts'
import type { OrderHintKind, OrderHints, OrderRowHints } from '#contract/order/order-hint.ts'
import { findEditEnd } from '../cms/rule/order-edit-end.ts'
import { canSeeContacts } from '../customer/rule/contact-visibility.ts'
import type { ListDefinition } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { findDraftExpiry } from './draft-expiry.ts'

const maxHintedOrders = 10
const minFailedParcels = 2
/** Bounds the work for a customer with thousands of orders. */
const maxComparedOrders = 200
/** Bounds the work for a filter by a hint. */
const maxFilteredOrders = 1000

/** @throws Problem 404 order_not_found */
export async function findOrderHints(
  tx: Tx,
  id: string,
  abilities: readonly Ability[],
): Promise<OrderHints> {
  const rowHints = listRowHints(tx, [id], abilities)
  const [[row], editEnd, draftExpiresAt] = await Promise.all([
    rowHints,
    findEditEnd(tx, id),
    findDraftExpiry(tx, id),
  ])
  const { _id: _, number: __, ...hints } = assertFound(row, 'order_not_found')
  return { ...hints, editableUntil: editEnd ?? null, draftExpiresAt }
}

/**
 * Compares each of the orders with the orders of the same customer near its time, which an index
 * finds. Callers that cannot see contacts get no hints, because these would show that an email or phone
 * number in an order of theirs belongs to a customer.
 */
export async function listRowHints(
  tx: Tx,
  ids: readonly string[],
  abilities: readonly Ability[],
): Promise<OrderRowHints[]> {
  const comparedIds = canSeeContacts(abilities) ? ids : []
  const [orders, shipTogether, duplicates, failedDeliveries] = await Promise.all([
    tx<Pick<OrderRowHints, '_id' | 'number'>[]>`
      select id as "_id", number from "order" where id = any (${[...ids]}::uuid[]) order by id`,
    findOrdersToShipWith(tx, comparedIds),
    findDuplicates(tx, comparedIds),
    findFailedDeliveries(tx, comparedIds),
  ])
  return orders.map(({ _id: id, number }) => {
    const duplicateIds = new Set(duplicates.get(id)?.map(({ _id }) => _id))
    return {
      _id: id,
      number,
      shipTogether: toLinks(shipTogether.get(id)?.filter(({ _id }) => !duplicateIds.has(_id))),
      duplicates: toLinks(duplicates.get(id)),
      failedDeliveries: toLinks(failedDeliveries.get(id)),
    }
  })
}

/**
 * Returns the ids of the open orders that have a hint, among the newest 1,000. Callers that cannot see
 * contacts get none, like the hints.
 */
export async function listHintedOrders(
  tx: Tx,
  kind: OrderHintKind,
  { isOpen, abilities }: { isOpen: ListDefinition['where'][number]; abilities: readonly Ability[] },
): Promise<string[]> {
  if (!canSeeContacts(abilities)) return []
  const orders = await tx<{ id: string }[]>`
    select o.id from "order" o where ${isOpen} and o.archived_at is null
    order by o.created_at desc, o.id desc limit ${maxFilteredOrders}`
  const ids = orders.map(({ id }) => id)
  if (kind === 'failedDeliveries') return [...(await findFailedDeliveries(tx, ids)).keys()]
  const rows = await listRowHints(tx, ids, abilities)
  return rows.filter(row => row[kind].length > 0).map(({ _id }) => _id)
}

type FoundOrder = { order: string; _id: string; number: string }

const groupByOrder = <T extends FoundOrder>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ order }) => order)

const toLinks = (orders: readonly FoundOrder[] = []) =>
  orders.slice(0, maxHintedOrders).map(({ _id, number }) => ({ _id, number }))

/** Each order as `current`, with each order `o` of its customer within the hours around it. */
const ordersNear = (tx: Tx, ids: readonly string[], hours: number) => tx`
  (select * from "order" where id = any (${[...ids]}::uuid[])) current
  cross join lateral (
    select * from "order" near
    where near.customer_id = current.customer_id
      and near.created_at > current.created_at - make_interval(hours => ${hours})
      and near.created_at < current.created_at + make_interval(hours => ${hours})
    order by near.created_at desc, near.id desc limit ${maxComparedOrders}
  ) o`

async function findOrdersToShipWith(tx: Tx, ids: readonly string[]) {
  const { status, fulfillmentStatus } = orderViews.toShip
  const isToShip = (alias: string) => {
    const row = tx.unsafe(alias)
    return tx`${row}.status = any (${[...status]}::text[])
      and ${row}.fulfillment_status = any (${[...fulfillmentStatus]}::text[])`
  }
  // The spelling of the name and the phone number may differ.
  const address = (alias: string) =>
    tx`lower((${tx.unsafe(alias)}.shipping_address - '{name,phone}'::text[])::text)`
  return groupByOrder(
    await tx<FoundOrder[]>`
      select current.id as "order", o.id as "_id", o.number
      from ${ordersNear(tx, ids, 90 * 24)}
      where o.id <> current.id and ${isToShip('current')} and ${isToShip('o')}
        and current.shipping_address ->> 'line1' <> '' and ${address('o')} = ${address('current')}
      order by o.created_at desc, o.id desc`,
  )
}

async function findDuplicates(tx: Tx, ids: readonly string[]) {
  const items = (alias: string) => tx`(
    select jsonb_agg(jsonb_build_array(coalesce(variant_id::text, title), quantity)
      order by coalesce(variant_id::text, title), quantity)
    from order_line where order_id = ${tx.unsafe(alias)}.id)`
  return groupByOrder(
    await tx<FoundOrder[]>`
      select current.id as "order", o.id as "_id", o.number
      from ${ordersNear(tx, ids, 24)}
      where o.id <> current.id and current.status <> all ('{draft,cancelled,returned}')
        and o.status <> all ('{draft,cancelled,returned}')
        and o.item_count = current.item_count and ${items('o')} = ${items('current')}
      order by o.created_at desc, o.id desc`,
  )
}

/** Each way to find the earlier orders of the customer has an index, and reads few of them. */
async function findFailedDeliveries(tx: Tx, ids: readonly string[]) {
  const earlierOrders = (isSame: ReturnType<Tx>) => tx`(
    select o.id, o.number, o.status, o.created_at from "order" o
    where ${isSame} and o.created_at < current.created_at
    order by o.created_at desc, o.id desc limit ${maxComparedOrders})`
  const rows = await tx<(FoundOrder & { parcels: number })[]>`
    select current.id as "order", o.id as "_id", o.number, count(*)::integer as parcels
    from (select * from "order" where id = any (${[...ids]}::uuid[])) current
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
    group by current.id, o.id, o.number, o.created_at
    order by o.created_at desc, o.id desc`
  const groups = groupByOrder(rows)
  for (const [id, orders] of groups)
    if (sum(orders.map(({ parcels }) => parcels)) < minFailedParcels) groups.delete(id)
  return groups
}
