import type { Tx } from '../lib/db/db.ts'
import { createResultCache } from '../lib/result-cache.ts'
import { type DayRange, splitAtYesterday } from './dashboard-range.ts'
import { canSelectHighestSales, selectHighestSales } from './highest-sales.ts'
import { sumItems, type TopKind } from './sales-sums.ts'

export type TopWindow = DayRange & {
  storeId: string
  today: string
  /** Changes with the sales of past days. */
  salesRevision: string
  /** False if all sales changes are in the stored totals. */
  hasPendingSales?: boolean
  /** The number of records of the store, which limits the items with sales. */
  recordCounts?: Partial<Record<TopKind, number>>
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

const maxItems = 8
/** Up to this number of records, summing all items is faster. */
const minRecordsToSelect = 15_000
/** Of a store with many products, an entry has up to 60 KB. */
const maxCacheEntries = 300
const loadPastItemsOnce = createResultCache<PastItems>(maxCacheEntries)
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

/** Returns whether the highest past sales are found from lists, because the sums of all items take longer. */
function shouldSelectHighestSales(kind: TopKind, window: TopWindow): boolean {
  const { past } = splitAtYesterday(window, window.today)
  const { [kind]: recordCount = Number.POSITIVE_INFINITY } = window.recordCounts ?? {}
  return past !== undefined && recordCount > minRecordsToSelect && canSelectHighestSales(kind, past)
}

/** Returns the highest sales of the days before yesterday, from the cache if possible. */
async function loadPastItems(tx: Tx, kind: TopKind, window: TopWindow): Promise<PastItems> {
  const { past, recent } = splitAtYesterday(window, window.today)
  if (!past) return noItems
  const usesLists = shouldSelectHighestSales(kind, window)
  const { storeId, salesRevision, hasPendingSales, maxPastItems = usesLists ? 150 : 500 } = window
  // Recent sales can only change the order of the items if there are any.
  const limit = recent ? maxPastItems : maxItems
  const key = `${storeId} ${kind} ${past.from} ${past.to} ${limit} ${salesRevision}`
  return loadPastItemsOnce(key, async () => {
    const highestItems =
      usesLists &&
      (await loadItems(
        tx,
        selectHighestSales(tx, kind, past, { limit, hasPending: hasPendingSales }),
        limit,
      ))
    return highestItems && !highestItems.isComplete
      ? highestItems
      : loadItems(tx, sumItems(tx, kind, past, { hasPending: hasPendingSales }), limit)
  })
}

async function loadItems(
  tx: Tx,
  sums: ReturnType<typeof sumItems>,
  limit: number,
): Promise<PastItems> {
  const [items = noItems] = await tx<PastItems[]>`
    select coalesce(array_agg(item_id)::text, '{}') as item_ids,
      coalesce(array_agg(quantity)::text, '{}') as quantities,
      coalesce(array_agg(sales)::text, '{}') as sales,
      coalesce(min(sales), 0) as lowest_sales, count(*) < ${limit} as is_complete
    from (
      select * from (${sums}) t where quantity > 0 order by sales desc, item_id limit ${limit}) t`
  return items
}

/**
 * Lists the products, customers or categories with the highest sales, highest first, with the
 * statement of `listRows`. Adds the sales since yesterday to those of the past.
 */
export async function listTopSales<Row extends { sales: number }>(
  tx: Tx,
  kind: TopKind,
  window: TopWindow,
  listRows: (top: ReturnType<typeof selectTop>) => Promise<Row[]>,
): Promise<Row[]> {
  const { past, recent } = splitAtYesterday(window, window.today)
  const { hasPendingSales: hasPending } = window
  const pastItems = await loadPastItems(tx, kind, window)
  if (!recent) return listRows(selectPastItems(tx, pastItems))
  const { isComplete, lowestSales } = pastItems
  const usesLists = shouldSelectHighestSales(kind, window)
  const rows = await listRows(
    selectTop(tx, kind, pastItems, { recent, past, hasPending, usesLists }),
  )
  const lastRow = rows[maxItems - 1]
  if (isComplete || (lastRow && lastRow.sales >= lowestSales)) return rows
  // So many recent sales are negative that any item can be among the highest.
  return listRows(selectTop(tx, kind, noItems, { recent: window, hasPending }))
}

const selectPastItems = (
  tx: Tx,
  { itemIds, quantities, sales }: Pick<PastItems, 'itemIds' | 'quantities' | 'sales'>,
) => tx`
  select * from unnest(
    ${itemIds}::uuid[], ${quantities}::integer[], ${sales}::text::float8[]
  ) p (item_id, quantity, sales)`

/**
 * Adds the recent sales to the past ones and selects the highest. The past sales of a recent item
 * that is not among the highest of the past are read, if they could make it one of the highest.
 */
function selectTop(
  tx: Tx,
  kind: TopKind,
  pastItems: PastItems,
  options: {
    recent: DayRange
    past?: DayRange | undefined
    hasPending: boolean | undefined
    usesLists?: boolean
  },
) {
  const { recent, past, hasPending, usesLists } = options
  // Few items are read by index, and many together.
  const sumPast = (range: DayRange) =>
    usesLists
      ? tx`(${sumItems(tx, kind, range, {
          condition: tx`item_id in (select item_id from likely)`,
          indexCondition: tx`item_id = any (array(select item_id from likely))`,
          hasPending,
        })}) o on o.item_id = m.item_id`
      : tx`lateral (${sumItems(tx, kind, range, {
          condition: tx`item_id = m.item_id`,
          hasPending,
        })}) o on true`
  const others =
    past && !pastItems.isComplete
      ? tx`
    select m.item_id, m.quantity + coalesce(o.quantity, 0), m.sales + coalesce(o.sales, 0)
    from likely m left join ${sumPast(past)}`
      : tx`select item_id, quantity, sales from merged where is_new`
  return tx`
    with past as (
      ${selectPastItems(tx, pastItems)}
    ), recent as (
      ${sumItems(tx, kind, recent, { hasPending })}
    ), merged as materialized (
      select item_id, coalesce(p.quantity, 0) + coalesce(r.quantity, 0) as quantity,
        coalesce(p.sales, 0) + coalesce(r.sales, 0) as sales, p.item_id is null as is_new
      from past p full join recent r using (item_id)
    ), likely as materialized (
      select item_id, quantity, sales from merged
      where is_new and sales + ${pastItems.lowestSales}::float8 >= coalesce((
        select sales from merged where not is_new and quantity > 0
        order by sales desc offset ${maxItems - 1} limit 1), '-Infinity')
    )
    select item_id, quantity, sales from (
      select item_id, quantity, sales from merged where not is_new union all ${others}) t
    where quantity > 0 order by sales desc, item_id limit ${maxItems}`
}
