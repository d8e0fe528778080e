import type { z } from 'zod'
import type { Page } from '#contract/lib/call/api.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { type OrderListItem, OrderRow } from '#contract/order/order.ts'
import {
  type OrderCounts,
  type OrderListQuery,
  OrderView,
  orderFilterFields,
} from '#contract/order/order-filter.ts'
import { orderStatuses } from '#contract/order/order-state.ts'
import { foldTrackingNumber } from '#contract/store/tracking-number.ts'
import { normalizePhone } from '../address/phone-number.ts'
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
import { planForValues } from '../lib/db/plan-cache.ts'
import { batch, runBatch } from '../lib/db/query-batch.ts'
import {
  hasFilterValues,
  isFilteredByParts,
  isFilteredByStatusesOnly,
  type LoadedFilterValues,
  loadFilterValues,
  matchesArchived,
  matchesView,
  type OrderCondition,
  orderFilterConditions,
  orderStatusConditions,
} from './order-filters.ts'
import { customerColumn } from './order-store.ts'
import { addShipBy, loadLateOrdersEnd, type StoreTimes, storeTimesColumn } from './ship-by.ts'

const orderRowColumns = selectColumns(OrderRow, { alias: 'o', omit: ['customer'] })

type StoredRow = OrderRow & { storeTimes: StoreTimes }
type OrderReader = Pick<Principal, 'storeId' | 'abilities'>

/** Returns the page, or undefined if `readOrders` must read it. */
export function listOrders(tx: Tx, query: OrderListQuery, { storeId, abilities }: OrderReader) {
  // Other queries read the values of these filters first.
  if (hasFilterValues(query)) return batch([], (): Page<OrderListItem> | undefined => undefined)
  const definition = defineOrderList(tx, query, abilities)
  const { q } = query
  const { queries, mapRows } = q
    ? buildSearchBatch<StoredRow>(
        tx,
        { definition, request: query },
        toOrderSearch(tx, q, abilities),
      )
    : buildPageBatch<StoredRow>(tx, definition, query, storeId)
  const settings = isFilteredByParts(query) ? [planForValues(tx)] : []
  return {
    queries: [...settings, ...queries],
    mapRows(rows: readonly unknown[]) {
      const page = mapRows(rows.slice(settings.length))
      return page && toListedPage(page)
    },
  }
}

export async function readOrders(
  tx: Tx,
  query: OrderListQuery,
  { storeId, abilities }: OrderReader,
): Promise<Page<OrderListItem>> {
  if (isFilteredByParts(query)) await planForValues(tx)
  const definition = defineOrderList(
    tx,
    query,
    abilities,
    await loadFilterValues(tx, query, abilities),
  )
  const list = { definition, request: query, storeId }
  return toListedPage(
    query.q
      ? await readSearchPage<StoredRow>(tx, list, toOrderSearch(tx, query.q, abilities))
      : await runBatch(buildPageBatch<StoredRow>(tx, definition, query, storeId)),
  )
}

const toListedPage = ({ items, meta }: Page<StoredRow>): Page<OrderListItem> => ({
  items: addShipBy(items),
  meta,
})

const defineOrderList = (
  tx: Tx,
  query: OrderListQuery,
  abilities: readonly Ability[],
  values: LoadedFilterValues = {},
): ListDefinition => ({
  key: `order ${JSON.stringify([
    query.q,
    query.q && canSeeContacts(abilities),
    ...Object.keys(orderFilterFields).map(name => Reflect.get(query, name)),
  ])}`,
  from: tx`"order" o`,
  alias: 'o',
  columns: tx`${orderRowColumns(tx)}, ${customerColumn(tx)}, ${storeTimesColumn(tx)}`,
  where: orderFilterConditions(tx, query, values),
  sorts: {
    createdAt: { expression: 'o.created_at', type: 'timestamptz' },
    total: { expression: 'o.total', type: 'bigint' },
  },
  defaultSort: '-createdAt',
  total: isFilteredByStatusesOnly(query) ? selectOrderTotal(tx, query) : undefined,
})

const selectOrderTotal = (tx: Tx, query: OrderListQuery) =>
  [...orderStatusConditions(tx, query), ...matchesArchived(tx, query, tx`o.is_archived`)].reduce(
    (select, condition) => tx`${select} and ${condition}`,
    tx`
      select coalesce(sum(o.orders), 0) from order_tally o
      where o.store_id = current_store()`,
  )

/** Returns the list's search and filters as conditions on `"order" o`, for exports and bulk calls. */
export async function findOrderConditions(
  tx: Tx,
  query: OrderListQuery,
  abilities: readonly Ability[],
): Promise<OrderCondition[]> {
  const searchConditions = query.q
    ? await resolveSearch(tx, { alias: 'o' }, toOrderSearch(tx, query.q, abilities))
    : []
  return [
    ...searchConditions,
    ...orderFilterConditions(tx, query, await loadFilterValues(tx, query, abilities)),
  ]
}

/**
 * Searches by words with letters and by phone numbers. Other numbers match only a whole order number, SKU or
 * tracking number. A caller who cannot see contacts must not find orders by the words of an email or by a
 * phone number.
 */
export function toOrderSearch(tx: Tx, q: string, abilities: readonly Ability[]): ListSearch {
  const words = normalizePhone(q)
  const isPhone = /^0*[1-9]\d{4,}$/.test(words)
  const hasWords = (isPhone || /\p{L}/u.test(words)) && canSeeContacts(abilities)
  return {
    entity: 'order',
    words: hasWords ? words : '',
    code: q,
    textConditions: [matchesText(tx, q, abilities)],
    text: isPhone
      ? tx`concat_ws(' ', o.number, regexp_replace(o.customer_phone, '\\D', '', 'g'))`
      : tx`(o.number || ' ' || o.search)`,
  }
}

/**
 * Matches an order number with or without its prefix, a part of a name or email, or a whole SKU or
 * tracking number. A caller who cannot see contacts cannot search by them either, because a match would
 * reveal to whom an email belongs.
 */
function matchesText(tx: Tx, text: string, abilities: readonly Ability[]): OrderCondition {
  const pattern = toLikePattern(text.toLowerCase())
  const nameOnly = canSeeContacts(abilities) ? tx`` : tx`and lower(o.customer_name) like ${pattern}`
  return tx`(o.number = any ((select order_numbers(${text}))::text[]) or (o.search like ${pattern} ${nameOnly})
    or o.id in (
      select order_id from order_line where folded_sku = lower(${text}) and folded_sku <> ''
      union all
      select order_id from fulfillment
      where folded_tracking = ${foldTrackingNumber(text)} and folded_tracking <> ''))`
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
