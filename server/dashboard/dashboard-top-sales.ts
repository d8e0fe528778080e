import type { Tx } from '../lib/db/db.ts'
import { type DayRange, type Spans, splitAtYesterday, splitIntoSpans } from './dashboard-range.ts'

export type TopKind = 'product' | 'customer' | 'category'
/** The kinds with stored totals. Those of categories are sums over their products. */
type SalesSource = 'product' | 'customer'
export type TopWindow = DayRange & {
  businessId: string
  today: string
  /** Changes with the sales of past days. */
  salesRevision: string
  /** Past items to cache. */
  maxPastItems?: number
}
/**
 * The items with the highest sales, as arrays in the text form of the database, which are sent back
 * without being parsed. `isComplete` if there are no others.
 */
type PastItems = {
  itemIds: string
  quantities: string
  sales: string
  lowestSales: number
  isComplete: boolean
}
export type PastSales = Partial<Record<TopKind, PastItems>>

const maxItems = 8
/** Of a store with many products, an entry has up to 60 KB. */
const maxCacheEntries = 300
const pastSalesCache = new Map<string, { salesRevision: string; pastSales: PastSales }>()
const noItems: PastItems = {
  itemIds: '{}',
  quantities: '{}',
  sales: '{}',
  lowestSales: 0,
  isComplete: true,
}

/** Returns an expression that changes with the sales of days before today. */
export const selectSalesRevision = (tx: Tx) =>
  tx`(select coalesce(bit_xor(uuid_hash_extended(id, 0)), 0)::text from sales_revision)`

/**
 * Returns the highest sales of the days before yesterday, from the cache if possible: of customers,
 * or of products and their categories.
 */
export async function loadPastSales(
  tx: Tx,
  source: SalesSource,
  window: TopWindow,
): Promise<PastSales> {
  const { past, recent } = splitAtYesterday(window, window.today)
  if (!past) return {}
  const { businessId, salesRevision, maxPastItems = 500 } = window
  // Recent sales can only change the order of the items if there are any.
  const limit = recent ? maxPastItems : maxItems
  const key = `${businessId} ${source} ${past.from} ${past.to} ${limit}`
  const cached = pastSalesCache.get(key)
  if (cached?.salesRevision === salesRevision) return cached.pastSales
  const rows = await selectPastSales(tx, source, splitIntoSpans(past), limit)
  const pastSales = Object.fromEntries(rows.map(({ kind, ...items }) => [kind, items]))
  pastSalesCache.delete(key)
  pastSalesCache.set(key, { salesRevision, pastSales })
  const [oldestKey] = pastSalesCache.keys()
  if (pastSalesCache.size > maxCacheEntries && oldestKey) pastSalesCache.delete(oldestKey)
  return pastSales
}

function selectPastSales(tx: Tx, source: SalesSource, spans: Spans, limit: number) {
  const selectHighest = (kind: TopKind, sums: ReturnType<Tx>) => tx`
    select ${kind}::text as kind, coalesce(array_agg(item_id)::text, '{}') as item_ids,
      coalesce(array_agg(quantity)::text, '{}') as quantities,
      coalesce(array_agg(sales)::text, '{}') as sales,
      coalesce(min(sales), 0) as lowest_sales, count(*) < ${limit} as is_complete
    from (
      select * from ${sums} t where quantity > 0 order by sales desc, item_id limit ${limit}) t`
  return tx<(PastItems & { kind: TopKind })[]>`
    with item_sums as materialized (${sumItems(tx, source, spans)})
    ${selectHighest(source, tx`item_sums`)}
    ${source === 'product' ? tx`union all ${selectHighest('category', tx`(${sumCategories(tx, spans)})`)}` : tx``}`
}

/**
 * Lists the products, customers or categories with the highest sales, highest first, with the
 * statement of `listRows`. Adds the sales since yesterday to those of the past.
 */
export async function listTopSales<Row extends { sales: number }>(
  tx: Tx,
  kind: TopKind,
  { window, pastSales }: { window: TopWindow; pastSales: PastSales },
  listRows: (top: ReturnType<typeof selectTop>) => Promise<Row[]>,
): Promise<Row[]> {
  const { past, recent } = splitAtYesterday(window, window.today)
  const pastItems = pastSales[kind] ?? noItems
  if (!recent) return listRows(selectTop(tx, kind, { ...pastItems, isComplete: true }))
  const { isComplete, lowestSales } = pastItems
  if (isComplete || kind !== 'category') {
    const rows = await listRows(selectTop(tx, kind, pastItems, { recent, past }))
    const lastRow = rows[maxItems - 1]
    if (isComplete || (lastRow && lastRow.sales >= lowestSales)) return rows
  }
  // There are too many categories, or so many recent sales are negative that any item can be among the highest.
  return listRows(selectTop(tx, kind, noItems, { recent: window }))
}

/**
 * Adds the recent sales to the past ones and selects the highest. The past sales of a recent item
 * that is not among the highest of the past are read, if they could make it one of the highest.
 */
function selectTop(
  tx: Tx,
  kind: TopKind,
  { itemIds, quantities, sales, lowestSales, isComplete }: PastItems,
  { recent, past }: { recent?: DayRange; past?: DayRange | undefined } = {},
) {
  const others =
    past && !isComplete && kind !== 'category'
      ? tx`
    select m.item_id, m.quantity + coalesce(o.quantity, 0), m.sales + coalesce(o.sales, 0)
    from merged m
    left join lateral (${sumItems(tx, kind, splitIntoSpans(past), tx`where item_id = m.item_id`)}) o
      on true
    where m.is_new and m.sales + ${lowestSales}::float8 >= coalesce((
      select sales from merged where not is_new and quantity > 0
      order by sales desc offset ${maxItems - 1} limit 1), '-Infinity')`
      : tx`select item_id, quantity, sales from merged where is_new`
  return tx`
    with past as (
      select * from unnest(
        ${itemIds}::uuid[], ${quantities}::integer[], ${sales}::text::float8[]
      ) p (item_id, quantity, sales)
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

/** Sums the sales of each item in the spans. */
const sumSales = (tx: Tx, kind: TopKind, spans: Spans) =>
  kind === 'category'
    ? tx`
    with item_sums as materialized (${sumItems(tx, 'product', spans)}) ${sumCategories(tx, spans)}`
    : sumItems(tx, kind, spans)

const sumItems = (tx: Tx, source: SalesSource, spans: Spans, condition = tx``) => tx`
  select item_id, sum(quantity)::integer as quantity, sum(sales) as sales
  from (${selectSales(tx, source, spans)}) s ${condition} group by item_id`

/**
 * Sums the products in `item_sums` by category. A product in several categories counts in each. An
 * array of the products reads their links in one scan of the index, which takes a third of the time
 * of one lookup per product. `full join` keeps the planner from comparing each product with each
 * link, because it expects few links. Over a year, reading the links of all products is faster. A
 * year that starts in another month can consist of months only.
 */
function sumCategories(tx: Tx, spans: Spans) {
  const hasYear = spans.some(({ span }) => span === 'year')
  const isLong = hasYear || spans.filter(({ span }) => span === 'month').length > 3
  const links = isLong
    ? tx`join (select product_id, category_id from product_category offset 0) pc`
    : tx`
    full join (
      select product_id, category_id from product_category
      where product_id = any (array(select item_id from item_sums))
    ) pc`
  return tx`
    select pc.category_id as item_id, sum(s.quantity)::integer as quantity, sum(s.sales) as sales
    from item_sums s ${links} on pc.product_id = s.item_id
    group by pc.category_id having count(pc.category_id) > 0`
}

/**
 * Returns the sales of each product or customer per span, negative for spans to subtract. Each size
 * of span has its own subquery with constants, so that the planner can estimate its rows. Sales are
 * floating point, which is exact for integers up to 2^53 and takes half the time of `numeric` to
 * sum.
 */
function selectSales(tx: Tx, source: SalesSource, spans: Spans) {
  const subqueries = (['year', 'month', 'day'] as const).flatMap(span =>
    ([1, -1] as const).flatMap(sign => {
      const starts = spans.filter(s => s.span === span && s.sign === sign).map(s => s.startsOn)
      if (starts.length === 0) return []
      const minus = sign === 1 ? '' : '-'
      const select = `select item_id, ${minus}quantity as quantity, ${minus}sales::float8 as sales
        from sales_top where kind = '${source}' and span = '${span}'`
      return [tx`${tx.unsafe(select)} and starts_on = any (${starts}::date[])`]
    }),
  )
  const noRows = tx`select null::uuid as item_id, 0 as quantity, 0::float8 as sales where false`
  if (subqueries.length === 0) return noRows
  return subqueries.reduce((all, subquery) => tx`${all} union all ${subquery}`)
}
