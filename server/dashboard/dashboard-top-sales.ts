import type { Tx } from '../lib/db/db.ts'
import { createResultCache } from '../lib/result-cache.ts'
import { splitAtYesterday } from './dashboard-range.ts'
import { type HighestItems, type ItemSums, selectHighest } from './rule/item-sums.ts'
import { type NewItem, type RangeSums, sumRange, type TopKind } from './rule/sales-of-items.ts'
import type { DayRange } from './rule/sales-spans.ts'

export type TopWindow = DayRange & {
  storeId: string
  today: string
  /** Changes with the sales of past days. */
  salesRevision: string
  /** False if all sales changes are in the stored totals. */
  hasPendingSales?: boolean
  /** Past items to cache. */
  maxPastItems?: number
}
type PastItems = HighestItems & { newItems: readonly NewItem[] }
type ItemSales = { number: number; itemId?: string; quantity: number; sales: number }

const topCount = 8
/** Items with equal sales are sorted by their id, which is only in the database. */
const maxCandidates = 200
/** Limits the cached items if recent sales, which can change their order, are added to them. */
const defaultMaxPastItems = 1000
/** An entry has up to 25 KB. */
const maxCacheEntries = 300
const loadPastItemsOnce = createResultCache<PastItems>(maxCacheEntries)
const noItems: PastItems = {
  items: { numbers: [], quantities: [], sales: [] },
  newItems: [],
  isComplete: true,
  lowestSales: Number.NEGATIVE_INFINITY,
}

/** Returns an expression that changes with the sales of days before today. */
export const selectSalesRevision = (tx: Tx) =>
  tx`(select coalesce(bit_xor(uuid_hash_extended(id, 0)), 0)::text from sales_revision)`

/**
 * Lists the products, customers or categories with the highest sales, highest first, with the
 * statement of `listRows`. Adds the sales since yesterday to those of the past.
 */
export async function listTopSales<Row>(
  tx: Tx,
  kind: TopKind,
  window: TopWindow,
  listRows: (top: ReturnType<typeof selectItems>) => Promise<Row[]>,
): Promise<Row[]> {
  const { past, recent } = splitAtYesterday(window, window.today)
  const pastItems = past ? await loadPastItems(tx, kind, { window, past, recent }) : noItems
  if (!recent) return listRows(selectItems(tx, kind, listItems(pastItems)))
  const { from, to, storeId, hasPendingSales: hasPending } = window
  const items =
    (await sumRange(tx, { kind, range: recent, hasPending, storeId }, sums =>
      addRecentSales(pastItems, sums),
    )) ??
    (await sumRange(tx, { kind, range: { from, to }, hasPending, storeId }, sums =>
      listItems(selectPastItems(sums)),
    ))
  return listRows(selectItems(tx, kind, items))
}

const selectPastItems = ({ sums, newItems }: RangeSums, limit = maxCandidates): PastItems => ({
  ...selectHighest(sums, limit),
  newItems,
})

/** Returns the highest sales of the days before yesterday, from the cache if possible. */
function loadPastItems(
  tx: Tx,
  kind: TopKind,
  { window, past, recent }: { window: TopWindow; past: DayRange; recent: DayRange | undefined },
): Promise<PastItems> {
  const {
    storeId,
    salesRevision,
    hasPendingSales: hasPending,
    maxPastItems = defaultMaxPastItems,
  } = window
  const limit = recent ? maxPastItems : maxCandidates
  const key = `${storeId} ${kind} ${past.from} ${past.to} ${limit} ${salesRevision}`
  return loadPastItemsOnce(key, () =>
    sumRange(tx, { kind, range: past, hasPending, storeId }, sums => selectPastItems(sums, limit)),
  )
}

const listItems = ({ items: { numbers, quantities, sales }, newItems }: PastItems): ItemSales[] => [
  ...numbers.map((number, position) => ({
    number,
    quantity: quantities[position] ?? 0,
    sales: sales[position] ?? 0,
  })),
  ...newItems.map(item => ({ ...item, number: 0 })),
]

/**
 * Adds the recent sales to the highest past ones. Returns undefined if an item with unknown past sales
 * could be among the highest, or if a past item had no number yet: its recent sales can have one now.
 */
function addRecentSales(past: PastItems, recent: RangeSums): ItemSales[] | undefined {
  if (past.newItems.length > 0) return undefined
  const { sums, newItems } = recent
  const items = listItems({ ...past, newItems }).map(item => ({
    ...item,
    quantity: item.quantity + (sums.quantities[item.number] ?? 0),
    sales: item.sales + (sums.sales[item.number] ?? 0),
  }))
  const pastNumbers = new Set(past.items.numbers)
  const otherItems = listRecentItems(sums).filter(({ number }) => !pastNumbers.has(number))
  if (past.isComplete) return [...items, ...otherItems]
  const lowestTopSales = sortItems(items)[topCount - 1]?.sales ?? Number.NEGATIVE_INFINITY
  const highestRecent = otherItems.reduce((highest, { sales }) => Math.max(highest, sales), 0)
  return lowestTopSales > past.lowestSales + highestRecent ? items : undefined
}

const listRecentItems = ({ numbers, count, quantities, sales }: ItemSums): ItemSales[] =>
  Array.from(numbers.subarray(0, count), number => ({
    number,
    quantity: quantities[number] ?? 0,
    sales: sales[number] ?? 0,
  }))

const sortItems = (items: readonly ItemSales[]) =>
  items.filter(({ quantity }) => quantity > 0).toSorted((a, b) => b.sales - a.sales)

/** Selects the ids of the items with the highest sales. */
function selectItems(tx: Tx, kind: TopKind, items: readonly ItemSales[]) {
  const candidates = sortItems(items)
  const lowestTopSales = candidates[topCount - 1]?.sales ?? Number.NEGATIVE_INFINITY
  const topItems = candidates.filter(({ sales }) => sales >= lowestTopSales).slice(0, maxCandidates)
  return tx`
    select coalesce(i.item_id, c.item_id) as item_id, c.quantity, c.sales
    from unnest(
      ${topItems.map(({ number }) => number)}::integer[],
      ${topItems.map(({ itemId }) => itemId ?? null)}::uuid[],
      ${`{${topItems.map(({ quantity }) => quantity).join()}}`}::text::float8[],
      ${`{${topItems.map(({ sales }) => sales).join()}}`}::text::float8[]
    ) c (number, item_id, quantity, sales)
    left join sales_item i on i.kind = ${kind} and i.number = c.number
    order by c.sales desc, 1 limit ${topCount}`
}
