import type { App } from '../../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../../lib/db/db.ts'
import { runForStores } from '../../lib/job/run-for-stores.ts'
import { addList, addPackedSums, type ItemList, packSums, withItemSums } from './item-sums.ts'
import { parseItemList, type TopKind } from './sales-of-items.ts'
import { addDays, getSpanStart, type Span } from './sales-spans.ts'

/** The number of days that one transaction packs, so that summations do not wait for long. */
const maxDays = 31
const spans = ['day', 'month', 'quarter', 'year'] as const satisfies Span[]

type DaySales = { day: string; list: ItemList }
type PackedSpan = { kind: TopKind; span: Span; startsOn: string; maxNumber: number }

/**
 * Packs the sales before yesterday in stores with at least `minRows` rows of them, because reading
 * packed sales takes less time. Later changes of packed days are packed too.
 */
export async function packSales(
  { db }: Pick<App, 'db'>,
  { minRows, abortSignal }: { minRows: number; abortSignal?: AbortSignal | undefined },
) {
  const stores = await withTransaction(
    db,
    {},
    tx => tx<{ storeId: string }[]>`select list_stores_to_pack(${minRows}) as store_id`,
  )
  await runForStores(
    stores.map(({ storeId }) => storeId),
    storeId => packStoreSales(db, storeId, abortSignal),
    abortSignal,
  )
}

export async function packStoreSales(db: App['db'], storeId: string, abortSignal?: AbortSignal) {
  const packOnce = () => withStoreTransaction(db, storeId, packDays)
  while (await packOnce()) abortSignal?.throwIfAborted()
}

/** Packs the first days of one kind that are not packed. Returns whether there were any. */
export async function packDays(tx: Tx): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(sales_lock_key(current_store()))`
  const [first] = await tx<{ kind: TopKind; day: string; today: string }[]>`
    select kind, day::text, (now() at time zone timezone)::date::text as today
    from stored_sales_top join store on store.id = current_store()
    where day < (now() at time zone timezone)::date - 1
    order by kind, day limit 1`
  if (!first) return false
  const { kind, day: from, today } = first
  const [end = from] = [addDays(from, maxDays), addDays(today, -1)].toSorted()
  const inRange = tx`kind = ${kind} and day >= ${from}::date and day < ${end}::date`
  const rows = await tx<({ day: string } & Record<keyof ItemList, string>)[]>`
    select day::text, array_agg(item_number)::text as numbers, array_agg(quantity)::text as quantities,
      array_agg(sales)::text as sales
    from stored_sales_top where ${inRange} group by day`
  const [{ maxNumber = 0 } = {}] = await tx<{ maxNumber: number }[]>`
    select coalesce(max(number), 0) as max_number from sales_item where kind = ${kind}`
  const days = rows.map(({ day, ...lists }) => ({ day, list: parseItemList(lists) }))
  for (const span of spans)
    for (const [startsOn, daysOfSpan] of Map.groupBy(days, ({ day }) => getSpanStart(day, span)))
      await addToSpan(tx, { kind, span, startsOn, maxNumber }, daysOfSpan)
  await tx`delete from stored_sales_top where ${inRange}`
  return true
}

/** Adds the sales of days to the packed sums of a span. */
async function addToSpan(
  tx: Tx,
  { kind, span, startsOn, maxNumber }: PackedSpan,
  days: readonly DaySales[],
) {
  const [packed] = await tx<{ entries: string }[]>`
    select entries from packed_sales
    where kind = ${kind} and span = ${span} and starts_on = ${startsOn}::date`
  const entries = withItemSums(maxNumber, sums => {
    if (packed) addPackedSums(sums, Buffer.from(packed.entries, 'base64'), 1)
    for (const { list } of days) addList(sums, list)
    return packSums(sums)
  })
  await tx`
    insert into packed_sales (kind, span, starts_on, entries)
    values (${kind}, ${span}, ${startsOn}::date, ${entries})
    on conflict (store_id, kind, span, starts_on) do update set entries = excluded.entries`
}
