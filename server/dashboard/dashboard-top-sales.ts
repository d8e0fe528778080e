import type { Tx } from '../lib/db/db.ts'
import { type DayRange, type Spans, splitAtYesterday, splitIntoSpans } from './dashboard-range.ts'

export type TopKind = 'product' | 'customer' | 'category'
export type TopWindow = DayRange & {
  businessId: string
  today: string
  /** Changes with the sales of past days. */
  salesRevision: string
  /** Past items to cache. */
  maxPastItems?: number
}
type ItemSales = { itemId: string; quantity: number; sales: number }
/** The items with the highest sales, highest first. `isComplete` if there are no others. */
type PastSales = { items: readonly ItemSales[]; isComplete: boolean }

const maxItems = 8
/** Of a store with many products, an entry has up to 100 KB. */
const maxCacheEntries = 300
const pastSalesCache = new Map<string, PastSales & { salesRevision: string }>()
const noSales: PastSales = { items: [], isComplete: true }

/** Returns an expression that changes with the sales of days before today. */
export const selectSalesRevision = (tx: Tx) =>
  tx`(select coalesce(bit_xor(uuid_hash_extended(id, 0)), 0)::text from sales_revision)`

/**
 * Lists the products, customers or categories with the highest sales, highest first, with the
 * statement of `listRows`. The highest of the days before yesterday are cached, the sales since then
 * are added.
 */
export async function listTopSales<Row extends { sales: number }>(
  tx: Tx,
  kind: TopKind,
  window: TopWindow,
  listRows: (top: ReturnType<typeof selectTop>) => Promise<Row[]>,
): Promise<Row[]> {
  const { past, recent } = splitAtYesterday(window, window.today)
  const pastSales = past ? await loadPastSales(tx, kind, { ...window, ...past }) : noSales
  const { items, isComplete } = pastSales
  if (!recent)
    return listRows(selectTop(tx, kind, { items: items.slice(0, maxItems), isComplete: true }))
  if (isComplete || kind !== 'category') {
    const rows = await listRows(selectTop(tx, kind, pastSales, { recent, past }))
    const [lastRow, lastPast] = [rows[maxItems - 1], items.at(-1)]
    if (isComplete || (lastRow && lastPast && lastRow.sales >= lastPast.sales)) return rows
  }
  // There are too many categories, or so many recent sales are negative that any item can be among the highest.
  return listRows(selectTop(tx, kind, noSales, { recent: window }))
}

async function loadPastSales(
  tx: Tx,
  kind: TopKind,
  { businessId, from, to, salesRevision, maxPastItems = 500 }: TopWindow,
): Promise<PastSales> {
  const key = `${businessId} ${kind} ${from} ${to} ${maxPastItems}`
  const cached = pastSalesCache.get(key)
  if (cached?.salesRevision === salesRevision) return cached
  const items = await tx<ItemSales[]>`
    ${sumSales(tx, kind, splitIntoSpans({ from, to }))}
    having sum(quantity) > 0
    order by sales desc, item_id limit ${maxPastItems}`
  const entry = { salesRevision, items: [...items], isComplete: items.length < maxPastItems }
  pastSalesCache.delete(key)
  pastSalesCache.set(key, entry)
  const [oldestKey] = pastSalesCache.keys()
  if (pastSalesCache.size > maxCacheEntries && oldestKey) pastSalesCache.delete(oldestKey)
  return entry
}

/**
 * Adds the recent sales to the past ones and selects the highest. The past sales of a recent item
 * that is not among the highest of the past are read, if they could make it one of the highest.
 */
function selectTop(
  tx: Tx,
  kind: TopKind,
  { items, isComplete }: PastSales,
  { recent, past }: { recent?: DayRange; past?: DayRange | undefined } = {},
) {
  const others =
    past && !isComplete
      ? tx`
    select m.item_id, m.quantity + coalesce(o.quantity, 0), m.sales + coalesce(o.sales, 0)
    from merged m
    left join lateral (${sumSales(tx, kind, splitIntoSpans(past), tx`where item_id = m.item_id`)}) o
      on true
    where m.is_new and m.sales + ${items.at(-1)?.sales ?? 0}::float8 >= coalesce((
      select sales from merged where not is_new and quantity > 0
      order by sales desc offset ${maxItems - 1} limit 1), '-Infinity')`
      : tx`select item_id, quantity, sales from merged where is_new`
  return tx`
    with past as (
      select * from unnest(
        ${items.map(({ itemId }) => itemId)}::uuid[],
        ${items.map(({ quantity }) => quantity)}::integer[],
        ${items.map(({ sales }) => String(sales))}::text[]::float8[]) p (item_id, quantity, sales)
    ), recent as (
      ${sumSales(tx, kind, recent ? splitIntoSpans(recent) : [])}
    ), merged as materialized (
      select item_id, coalesce(p.quantity, 0) + coalesce(r.quantity, 0) as quantity,
        coalesce(p.sales, 0) + coalesce(r.sales, 0) as sales, p.item_id is null as is_new
      from past p full join recent r using (item_id)
    )
    select item_id, quantity, sales from (
      select item_id, quantity, sales from merged where not is_new union all ${others}) t
    where quantity > 0 order by sales desc, item_id limit ${maxItems}`
}

/**
 * Sums the sales of each item in the spans. A product in several categories counts in each. Its
 * sales are joined with the categories before they are summed, which takes half the time of summing
 * each product first. Over a year, reading all category links once is faster than one lookup per
 * row; `offset 0` keeps the planner from the lookups. A year that starts in another month can
 * consist of months only.
 */
function sumSales(tx: Tx, kind: TopKind, spans: Spans, condition = tx``) {
  if (kind !== 'category')
    return tx`
      select item_id, sum(quantity)::integer as quantity, sum(sales) as sales
      from (${selectSales(tx, kind, spans)}) s ${condition} group by item_id`
  const hasYear = spans.some(({ span }) => span === 'year')
  const isLong = hasYear || spans.filter(({ span }) => span === 'month').length > 3
  return tx`
    select pc.category_id as item_id, sum(s.quantity)::integer as quantity, sum(s.sales) as sales
    from (${selectSales(tx, 'product', spans)}) s
    join (
      select product_id, category_id from product_category ${isLong ? tx`offset 0` : tx``}
    ) pc on pc.product_id = s.item_id
    group by pc.category_id`
}

/**
 * Returns the sales of each product or customer per span, negative for spans to subtract. Each size
 * of span has its own subquery, so that the planner can estimate its rows. Sales are floating point,
 * which is exact for integers up to 2^53 and takes half the time of `numeric` to sum.
 */
function selectSales(tx: Tx, kind: 'product' | 'customer', spans: Spans) {
  const subqueries = Object.values(
    Object.groupBy(spans, ({ span, sign }) => `${span} ${sign}`),
  ).flatMap((group = []) =>
    group.slice(0, 1).map(
      ({ span, sign }) => tx`
    select item_id, quantity * ${sign}::integer as quantity,
      sales::float8 * ${sign}::integer as sales
    from sales_top
    where kind = ${kind} and span = ${span}
      and starts_on = any (${group.map(({ startsOn }) => startsOn)}::date[])`,
    ),
  )
  const noRows = tx`select null::uuid as item_id, 0 as quantity, 0::float8 as sales where false`
  if (subqueries.length === 0) return noRows
  return subqueries.reduce((all, subquery) => tx`${all} union all ${subquery}`)
}
