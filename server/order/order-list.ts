import type { z } from 'zod'
import type { Page } from '#contract/lib/call/api.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { OrderRow } from '#contract/order/order.ts'
import {
  type OrderCounts,
  type OrderListQuery,
  OrderView,
  orderFilterFields,
  orderViews,
} from '#contract/order/order-filter.ts'
import { orderStatuses } from '#contract/order/order-state.ts'
import { canSeeContacts } from '../customer/rule/contact-visibility.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { buildPageBatch, type ListDefinition, toLikePattern } from '../lib/call/list.ts'
import {
  buildSearchBatch,
  type ListSearch,
  readSearchPage,
  resolveSearch,
} from '../lib/call/search-list.ts'
import { selectColumns, type Tx } from '../lib/db/db.ts'
import { batch, runBatch } from '../lib/db/query-batch.ts'
import { customerColumn } from './order-store.ts'
import { loadLateOrdersEnd } from './ship-by.ts'

type OrderCondition = ListDefinition['where'][number]
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

const orderRowColumns = selectColumns(OrderRow, { alias: 'o', omit: ['customer'] })

type OrderReader = Pick<Principal, 'storeId' | 'abilities'>

/** Returns the page, or undefined if `readOrders` must read it. */
export function listOrders(tx: Tx, query: OrderListQuery, { storeId, abilities }: OrderReader) {
  // Which orders are late depends on the settings of the store, so they are read first.
  if (query.view === 'late') return batch([], (): Page<OrderRow> | undefined => undefined)
  const definition = defineOrderList(tx, query, abilities)
  const { q } = query
  return q
    ? buildSearchBatch<OrderRow>(tx, { definition, request: query }, toSearch(tx, q, abilities))
    : buildPageBatch<OrderRow>(tx, definition, query, storeId)
}

export async function readOrders(
  tx: Tx,
  query: OrderListQuery,
  { storeId, abilities }: OrderReader,
): Promise<Page<OrderRow>> {
  const definition = defineOrderList(tx, query, abilities, await loadViewEnd(tx, query))
  return query.q
    ? readSearchPage(tx, { definition, request: query, storeId }, toSearch(tx, query.q, abilities))
    : runBatch(buildPageBatch<OrderRow>(tx, definition, query, storeId))
}

const loadViewEnd = async (tx: Tx, { view }: OrderListQuery): Promise<Date | undefined> =>
  view === 'late' ? loadLateOrdersEnd(tx) : undefined

const defineOrderList = (
  tx: Tx,
  query: OrderListQuery,
  abilities: readonly Ability[],
  viewEnd?: Date,
): ListDefinition => ({
  key: `order ${JSON.stringify([
    query.q,
    query.q && canSeeContacts(abilities),
    ...Object.keys(orderFilterFields).map(name => Reflect.get(query, name)),
  ])}`,
  from: tx`"order" o`,
  alias: 'o',
  columns: tx`${orderRowColumns(tx)}, ${customerColumn(tx)}`,
  where: orderFilterConditions(tx, query, viewEnd),
  sorts: {
    createdAt: { expression: 'o.created_at', type: 'timestamptz' },
    total: { expression: 'o.total', type: 'bigint' },
  },
  defaultSort: '-createdAt',
  total: isFilteredByStatusesOnly(query) ? selectOrderTotal(tx, query) : undefined,
})

const isFilteredByStatusesOnly = (query: OrderListQuery) =>
  query.view !== 'late' &&
  ['q', ...Object.keys(orderFilterFields)]
    .filter(name => !['view', 'archived'].includes(name) && !(name in statusColumns))
    .every(name => [undefined, ''].includes(Reflect.get(query, name)))

const selectOrderTotal = (tx: Tx, query: OrderListQuery) =>
  [...orderStatusConditions(tx, query), ...matchesArchived(tx, query, tx`o.is_archived`)].reduce(
    (select, condition) => tx`${select} and ${condition}`,
    tx`
      select coalesce(sum(o.orders), 0) from order_tally o
      where o.store_id = current_store()`,
  )

const storeTimezone = (tx: Tx) => tx`(select timezone from store where id = current_store())`

/** Returns the list's search and filters as conditions on `"order" o`, for exports and bulk calls. */
export async function findOrderConditions(
  tx: Tx,
  query: OrderListQuery,
  abilities: readonly Ability[],
): Promise<OrderCondition[]> {
  const searchConditions = query.q
    ? await resolveSearch(tx, { alias: 'o' }, toSearch(tx, query.q, abilities))
    : []
  return [...searchConditions, ...orderFilterConditions(tx, query, await loadViewEnd(tx, query))]
}

/**
 * Returns the list's filters as conditions on `"order" o`, without the search. Days follow the
 * store's time zone. `viewEnd` is the time before which the orders of the view were placed.
 */
function orderFilterConditions(tx: Tx, query: OrderListQuery, viewEnd?: Date): OrderCondition[] {
  const { customer, product, source, tag, from, to, totalFrom, totalTo } = query
  return [
    ...orderStatusConditions(tx, query),
    ...(viewEnd ? [tx`o.created_at < ${viewEnd}`] : []),
    ...matchesArchived(tx, query, tx`o.archived_at is not null`),
    ...whenPresent(customer, id => tx`o.customer_id = ${id}`),
    ...whenPresent(
      product,
      id =>
        tx`exists (
          select 1 from order_line l
          where l.store_id = o.store_id and l.order_id = o.id and l.product_id = ${id})`,
    ),
    ...whenPresent(source, name => tx`o.source = ${name}`),
    ...whenPresent(tag, name => tx`${name} = any (o.tags)`),
    ...whenPresent(
      from,
      day => tx`o.created_at >= ${day}::date::timestamp at time zone ${storeTimezone(tx)}`,
    ),
    ...whenPresent(
      to,
      day => tx`o.created_at < (${day}::date + 1)::timestamp at time zone ${storeTimezone(tx)}`,
    ),
    ...orderDetailConditions(tx, query),
    ...whenPresent(totalFrom, amount => tx`o.total >= ${amount}`),
    ...whenPresent(totalTo, amount => tx`o.total <= ${amount}`),
  ]
}

const whenPresent = <T>(value: T | undefined, condition: (value: T) => OrderCondition) =>
  value === undefined || value === '' ? [] : [condition(value)]

/** The filters by items, address, methods, discounts and notes. */
function orderDetailConditions(tx: Tx, query: OrderListQuery): OrderCondition[] {
  const { sku, shippingCountry, shippingMethod, paymentMethod, discountCode, hasNote } = query
  return [
    ...whenPresent(
      sku,
      text =>
        tx`o.id in (
          select order_id from order_line where folded_sku = lower(${text}) and folded_sku <> '')`,
    ),
    ...(shippingCountry?.length
      ? [tx`o.shipping_address ->> 'country' = any (${shippingCountry}::text[])`]
      : []),
    ...whenPresent(shippingMethod, name => tx`lower(o.shipping_method) = lower(${name})`),
    ...whenPresent(paymentMethod, name => tx`lower(o.payment_method) = lower(${name})`),
    ...whenPresent(
      discountCode,
      code =>
        tx`exists (
          select 1 from order_discount d
          where d.store_id = o.store_id and d.order_id = o.id and lower(d.code) = lower(${code}))`,
    ),
    ...whenPresent(hasNote, isPresent =>
      isPresent
        ? tx`(o.note <> '' or o.customer_note <> '')`
        : tx`(o.note = '' and o.customer_note = '')`,
    ),
  ]
}

/**
 * Numbers are more often parts of a phone number than beginnings of words. A caller who cannot see
 * contacts must not find orders by the words of an email.
 */
const toSearch = (tx: Tx, q: string, abilities: readonly Ability[]): ListSearch => ({
  entity: 'order',
  words: /\p{L}/u.test(q) && canSeeContacts(abilities) ? q : '',
  code: q,
  textConditions: [matchesText(tx, q, abilities)],
  text: tx`(o.number || ' ' || o.search)`,
})

/**
 * Matches an order number with or without its prefix, a part of a name, email or phone number, or a
 * whole SKU or tracking number. A caller who cannot see contacts cannot search by them either,
 * because a match would reveal to whom an email belongs.
 */
function matchesText(tx: Tx, text: string, abilities: readonly Ability[]): OrderCondition {
  const numberWithoutPrefix = text.replace(/^#/, '')
  const numberCondition = tx`o.number in (
    ${text}, ${numberWithoutPrefix}, ${`#${numberWithoutPrefix}`},
    (select order_prefix from store where id = current_store()) || ${numberWithoutPrefix})`
  if (text.startsWith('#')) return numberCondition
  const pattern = toLikePattern(text.toLowerCase())
  const nameOnly = canSeeContacts(abilities) ? tx`` : tx`and lower(o.customer_name) like ${pattern}`
  // Up to four digits are more often an order number than a part of a phone number.
  const isOrderNumber = /^\d{1,4}$/.test(text)
  const textCondition = isOrderNumber ? tx`` : tx`or (o.search like ${pattern} ${nameOnly})`
  return tx`(${numberCondition} ${textCondition} or o.id in (
    select order_id from order_line where folded_sku = lower(${text}) and folded_sku <> ''
    union all
    select order_id from fulfillment
    where folded_tracking = lower(translate(${text}, ' -', '')) and folded_tracking <> ''))`
}

/** Literals, because the plan of a prepared statement uses the index of the view only with them. */
function matchesView(tx: Tx, view: OrderView): OrderCondition[] {
  const filter: { [name in StatusFilterName]?: readonly string[] } = orderViews[view]
  return statusFilterNames.flatMap(name => {
    const values = filter[name]?.map(value => `'${value}'`).join(', ')
    return values ? [tx.unsafe(`o.${statusColumns[name]} in (${values})`)] : []
  })
}

const orderStatusConditions = (tx: Tx, { view, ...query }: OrderListQuery): OrderCondition[] => [
  ...(view ? matchesView(tx, view) : []),
  ...statusFilterNames.flatMap(name => {
    const values = query[name]
    return values?.length ? [tx`o.${tx.unsafe(statusColumns[name])} = any (${values}::text[])`] : []
  }),
]

function matchesArchived(
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

/**
 * Counts orders in `order_tally`, so the time does not depend on the number of orders. Late ones are
 * counted in the index of the orders to ship.
 */
export async function countOrders(tx: Tx): Promise<z.infer<typeof OrderCounts>> {
  const viewCounts = OrderView.options
    .filter(view => view !== 'late')
    .map(view => {
      const condition = matchesView(tx, view).reduce(
        (previous, next) => tx`${previous} and ${next}`,
      )
      return tx`coalesce(sum(n) filter (where ${condition}), 0)::integer as ${tx(view)}`
    })
  const viewColumns = viewCounts.reduce((previous, column) => tx`${previous}, ${column}`)
  const isLate = [
    ...matchesView(tx, 'late'),
    tx`o.created_at < ${await loadLateOrdersEnd(tx)}`,
  ].reduce((previous, next) => tx`${previous} and ${next}`)
  const [counts] = await tx<z.infer<typeof OrderCounts>[]>`
    with o as (
      select status, payment_status, fulfillment_status, return_status, orders as n
      from order_tally where not is_archived
    )
    select coalesce(sum(n), 0)::integer as "all", ${viewColumns},
      (select count(*)::integer from "order" o where ${isLate}) as late,
      (select jsonb_object_agg(s, coalesce((select sum(n) from o where o.status = s), 0))
        from unnest(${orderStatuses}::text[]) s) as by_status
    from o`
  if (!counts) throw new Error('The count of orders returned no row.')
  return counts
}
