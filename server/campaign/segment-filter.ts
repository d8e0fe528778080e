import type { SegmentFilter } from '#contract/campaign/segment.ts'
import type { SqlFragment } from '../lib/call/list.ts'
import { buildWhere } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'

/**
 * Selects the people who match a filter and may receive marketing emails: `a` is the person, `c` the
 * customer, if there is one. No filter can add a person to `marketing_audience()`.
 */
export const selectPeople = (tx: Tx, filter: SegmentFilter, further: readonly SqlFragment[] = []) =>
  tx`
    from marketing_audience() a
    left join customer c on c.store_id = current_store() and c.id = a.customer_id
    ${buildWhere(tx, [...buildFilterConditions(tx, filter), ...further])}`

/** The language of a person `a`: that of the subscription, otherwise that of the last order. */
export const selectLanguage = (tx: Tx) => tx`
  coalesce(nullif(a.language, ''), (
    select split_part(o.language, '-', 1) from "order" o
    where o.store_id = current_store() and o.customer_id = a.customer_id and o.language <> ''
    order by o.created_at desc, o.id desc limit 1
  ), (select split_part(s.locale, '-', 1) from store s where s.id = current_store()))`

function buildFilterConditions(tx: Tx, filter: SegmentFilter): SqlFragment[] {
  const { source, orderedWithinDays, notOrderedForDays, productId, categoryId } = filter
  const { countries = [], languages = [], tags = [] } = filter
  return [
    ...buildRanges(tx, filter),
    ...(source === 'subscriber' ? [tx`a.is_subscriber`] : []),
    ...(source === 'customer' ? [tx`a.customer_id is not null`] : []),
    ...(isNumber(orderedWithinDays)
      ? [tx`c.last_order_at >= now() - make_interval(days => ${orderedWithinDays})`]
      : []),
    ...(isNumber(notOrderedForDays)
      ? [tx`c.last_order_at < now() - make_interval(days => ${notOrderedForDays})`]
      : []),
    ...(productId ? [hasBought(tx, tx`= ${productId}`)] : []),
    ...(categoryId ? [hasBought(tx, tx`in (${selectProductsIn(tx, categoryId)})`)] : []),
    ...(countries.length > 0 ? [tx`c.address ->> 'country' = any (${countries})`] : []),
    ...(languages.length > 0 ? [tx`${selectLanguage(tx)} = any (${languages})`] : []),
    ...(tags.length > 0 ? [tx`c.tags && ${tags}::text[]`] : []),
  ]
}

const isNumber = (value: number | null | undefined) => typeof value === 'number'

/** People who never bought have no orders and have spent nothing. */
const buildRanges = (
  tx: Tx,
  { minSpent, maxSpent, minOrders, maxOrders }: SegmentFilter,
): SqlFragment[] => [
  ...(isNumber(minSpent) ? [tx`coalesce(c.total_spent, 0) >= ${minSpent}`] : []),
  ...(isNumber(maxSpent) ? [tx`coalesce(c.total_spent, 0) <= ${maxSpent}`] : []),
  ...(isNumber(minOrders) ? [tx`coalesce(c.order_count, 0) >= ${minOrders}`] : []),
  ...(isNumber(maxOrders) ? [tx`coalesce(c.order_count, 0) <= ${maxOrders}`] : []),
]

const hasBought = (tx: Tx, products: SqlFragment) => tx`
  c.id in (
    select o.customer_id from order_line l
    join "order" o on o.store_id = l.store_id and o.id = l.order_id
    where l.store_id = current_store() and l.product_id ${products}
      and o.status not in ('draft', 'cancelled'))`

/** Selects the products that are in a category or below it. */
const selectProductsIn = (tx: Tx, categoryId: string) => tx`
  with recursive branch as (
    select ${categoryId}::uuid as id
    union
    select child.id from branch
    join category child on child.store_id = current_store() and child.parent = branch.id
  )
  select pc.product_id from product_category pc join branch on branch.id = pc.category_id
  where pc.store_id = current_store()`
