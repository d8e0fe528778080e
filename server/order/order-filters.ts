import type { Ability } from '#contract/lib/call/permission.ts'
import {
  type OrderListQuery,
  type OrderView,
  orderFilterFields,
  orderViews,
} from '#contract/order/order-filter.ts'
import type { ListDefinition } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { listHintedOrders } from './find-order-hints.ts'
import { loadPlacementEnds, type PlacementEnds } from './ship-by.ts'

export type OrderCondition = ListDefinition['where'][number]
const statusColumns = {
  status: 'status',
  paymentStatus: 'payment_status',
  fulfillmentStatus: 'fulfillment_status',
  returnStatus: 'return_status',
} as const
type StatusFilterName = keyof typeof statusColumns
const statusFilterNames: StatusFilterName[] = [
  'status',
  'paymentStatus',
  'fulfillmentStatus',
  'returnStatus',
]

/** Returns whether `order_tally` has the total of the list. */
export const isFilteredByStatusesOnly = (query: OrderListQuery) =>
  query.view !== 'late' &&
  ['q', ...Object.keys(orderFilterFields)]
    .filter(name => !['view', 'archived'].includes(name) && !(name in statusColumns))
    .every(name => [undefined, ''].includes(Reflect.get(query, name)))

const isFilteredByShipBy = ({ view, shipByFrom, shipByTo }: OrderListQuery): boolean =>
  view === 'late' || Boolean(shipByFrom ?? shipByTo)

/** Returns whether the filters depend on values that `loadFilterValues` reads first. */
export const hasFilterValues = (query: OrderListQuery): boolean =>
  isFilteredByShipBy(query) || query.hint !== undefined

/**
 * Returns whether a filter finds the orders in another table, by a value that few or many orders have. One plan
 * for all values reads all orders to find those with a rare tag, or all orders of a frequent product. It takes 10
 * to 36 times as long.
 */
export const isFilteredByParts = (query: OrderListQuery): boolean =>
  [query.tag, query.product, query.sku, query.carrier, query.discountCode].some(Boolean)

export type LoadedFilterValues = PlacementEnds & {
  /** The ids of the orders with the hint. */
  hinted?: readonly string[]
}

/**
 * Returns the times before which the orders that the filters by ship-by dates select were placed, and the
 * orders with a hint.
 */
export const loadFilterValues = async (
  tx: Tx,
  query: OrderListQuery,
  abilities: readonly Ability[],
): Promise<LoadedFilterValues> => ({
  ...(isFilteredByShipBy(query) &&
    (await loadPlacementEnds(tx, {
      isLate: query.view === 'late',
      from: query.shipByFrom,
      to: query.shipByTo,
    }))),
  ...(query.hint && {
    hinted: await listHintedOrders(tx, query.hint, {
      isOpen: joinConditions(tx, matchesView(tx, 'open')),
      abilities,
    }),
  }),
})

const joinConditions = (tx: Tx, conditions: readonly OrderCondition[]) =>
  conditions.reduce((joined, condition) => tx`${joined} and ${condition}`)

/** Only orders to ship have a ship-by date. */
const shipByConditions = (
  tx: Tx,
  { shipByFrom, shipByTo }: OrderListQuery,
  ends: PlacementEnds,
): OrderCondition[] => [
  ...(shipByFrom || shipByTo ? matchesView(tx, 'toShip') : []),
  ...whenPresent(ends.late, end => tx`o.created_at < ${end}`),
  ...whenPresent(ends.shipByFrom, end => tx`o.created_at >= ${end}`),
  ...whenPresent(ends.shipByTo, end => tx`o.created_at < ${end}`),
]

const storeTimezone = (tx: Tx) => tx`(select timezone from store where id = current_store())`

/**
 * Returns the list's filters as conditions on `"order" o`, without the search. Days follow the
 * store's time zone. `values` are those of `loadFilterValues`.
 */
export function orderFilterConditions(
  tx: Tx,
  query: OrderListQuery,
  values: LoadedFilterValues,
): OrderCondition[] {
  const { customer, product, source, tag, from, to, totalFrom, totalTo } = query
  return [
    ...orderStatusConditions(tx, query),
    ...shipByConditions(tx, query, values),
    ...whenPresent(values.hinted, ids => tx`o.id = any (${[...ids]}::uuid[])`),
    ...matchesArchived(tx, query, tx`o.archived_at is not null`),
    ...whenPresent(customer, id => tx`o.customer_id = ${id}`),
    ...whenPresent(
      product,
      id => tx`o.id in (select order_id from order_line where product_id = ${id})`,
    ),
    ...whenPresent(source, name => tx`o.source = ${name}`),
    ...whenPresent(tag, name => tx`o.id in (select order_id from order_tag where tag = ${name})`),
    ...whenPresent(
      from,
      day => tx`o.created_at >= ${day}::date::timestamp at time zone ${storeTimezone(tx)}`,
    ),
    ...whenPresent(
      to,
      day => tx`o.created_at < (${day}::date + 1)::timestamp at time zone ${storeTimezone(tx)}`,
    ),
    ...orderDetailConditions(tx, query),
    ...returnConditions(tx, query),
    ...whenPresent(totalFrom, amount => tx`o.total >= ${amount}`),
    ...whenPresent(totalTo, amount => tx`o.total <= ${amount}`),
  ]
}

const whenPresent = <T>(value: T | undefined, condition: (value: T) => OrderCondition) =>
  value === undefined || value === '' ? [] : [condition(value)]

/** The filters by items, address, methods, discounts and notes. */
function orderDetailConditions(tx: Tx, query: OrderListQuery): OrderCondition[] {
  const { sku, shippingCountry, shippingMethod, paymentMethod, discountCode, carrier, hasNote } =
    query
  return [
    ...whenPresent(
      sku,
      text =>
        tx`o.id in (
          select order_id from order_line where folded_sku = lower(${text}) and folded_sku <> '')`,
    ),
    ...countryConditions(tx, shippingCountry),
    ...whenPresent(shippingMethod, name => tx`o.folded_shipping_method = lower(${name})`),
    ...whenPresent(paymentMethod, name => tx`o.folded_payment_method = lower(${name})`),
    ...whenPresent(
      discountCode,
      code =>
        tx`o.id in (
          select order_id from order_discount
          where folded_code = lower(${code}) and folded_code <> '')`,
    ),
    ...whenPresent(
      carrier,
      name =>
        tx`o.id in (
          select order_id from fulfillment
          where folded_carrier = lower(${name}) and folded_carrier <> '')`,
    ),
    ...whenPresent(hasNote, isPresent => (isPresent ? tx`o.has_note` : tx`not o.has_note`)),
  ]
}

/** Only the orders of one country are read in the order of the list. */
const countryConditions = (tx: Tx, [first, ...others]: readonly string[] = []) => {
  if (first === undefined) return []
  return others.length > 0
    ? [tx`o.shipping_country = any (${[first, ...others]}::text[])`]
    : [tx`o.shipping_country = ${first}`]
}

/** Uses literals, like the filters of a view. */
function returnConditions(
  tx: Tx,
  { returnProgress, cancelReason }: OrderListQuery,
): OrderCondition[] {
  const values = returnProgress?.map(value => `'${value}'`).join(', ')
  return [
    ...(values ? [tx`o.return_progress in (${tx.unsafe(values)})`] : []),
    ...whenPresent(cancelReason, reason => tx`o.cancel_reason = ${tx.unsafe(`'${reason}'`)}`),
  ]
}

/** Literals, because the plan of a prepared statement uses the index of the view only with them. */
export function matchesView(tx: Tx, view: OrderView): OrderCondition[] {
  const filter: { [name in StatusFilterName]?: readonly string[] } = orderViews[view]
  return statusFilterNames.flatMap(name => {
    const values = filter[name]?.map(value => `'${value}'`).join(', ')
    return values ? [tx.unsafe(`o.${statusColumns[name]} in (${values})`)] : []
  })
}

export const orderStatusConditions = (
  tx: Tx,
  { view, ...query }: OrderListQuery,
): OrderCondition[] => [
  ...(view ? matchesView(tx, view) : []),
  ...statusFilterNames.flatMap(name => {
    const values = query[name]
    return values?.length ? [tx`o.${tx.unsafe(statusColumns[name])} = any (${values}::text[])`] : []
  }),
]

export function matchesArchived(
  tx: Tx,
  { archived, q, customer }: OrderListQuery,
  isArchived: OrderCondition,
): OrderCondition[] {
  switch (archived ?? (q || customer ? 'include' : 'exclude')) {
    case 'include':
      return []
    case 'only':
      return [isArchived]
    case 'exclude':
      return [tx`not (${isArchived})`]
  }
}
