import type { Tx } from '../../lib/db/db.ts'
import { addList, addPackedSums, type ItemList, type ItemSums, withItemSums } from './item-sums.ts'
import { decodeSpan, listSpansToRead, type SpanToRead } from './packed-spans.ts'
import type { DayRange } from './sales-spans.ts'

export type TopKind = 'product' | 'customer' | 'category'
/** The sales of an item that has no number yet. */
export type NewItem = { itemId: string; quantity: number; sales: number }
export type RangeSums = { sums: ItemSums; newItems: NewItem[] }
type SalesQuery = {
  kind: TopKind
  range: DayRange
  hasPending?: boolean | undefined
  /** If set, caches the packed sums in this process for later requests of the store. */
  storeId?: string
}
/** The sums of a span, or the sales that are not packed if `spanIndex` is null. */
type SalesPart = {
  maxNumber: number
  spanIndex: number | null
  revision: string
  entries: string | null
  numbers: string
  itemIds: string | null
  quantities: string
  sales: string
}

/**
 * Passes the sales of all items in the range to `read` and returns its result. Adds the packed sums of
 * a few spans and the sales that are not packed yet. Reads both in one statement, so that sales that
 * the job packs at the same time count once. Without `hasPending`, omits the changes that are not
 * summed yet, because starting to read them takes as long as reading the sums.
 */
export async function sumRange<Result>(
  tx: Tx,
  { kind, range, hasPending = true, storeId }: SalesQuery,
  read: (sums: RangeSums) => Result,
): Promise<Result> {
  const spans = listSpansToRead(range, storeId && `${storeId} ${kind}`)
  const inRange = tx`kind = ${kind} and day between ${range.from}::date and ${range.to}::date`
  const pending = tx`
    union all
    select i.number, p.item_id, p.quantity, p.sales
    from (select * from pending_sales_top where ${inRange}) p
    left join sales_item i on i.kind = p.kind and i.item_id = p.item_id`
  const parts = await tx<SalesPart[]>`
    select (select coalesce(max(number), 0) from sales_item where kind = ${kind}) as max_number,
      s.position - 1 as span_index, p.revision::text as revision,
      case when p.revision is distinct from s.revision then p.entries end as entries,
      '{}' as numbers, null as item_ids, '{}' as quantities, '{}' as sales
    from unnest(
      ${spans.map(({ span }) => span)}::text[], ${spans.map(({ startsOn }) => startsOn)}::date[],
      ${spans.map(({ cached }) => cached?.revision ?? null)}::uuid[]
    ) with ordinality s (span, starts_on, revision, position)
    join packed_sales p on p.kind = ${kind} and p.span = s.span and p.starts_on = s.starts_on
    union all
    select (select coalesce(max(number), 0) from sales_item where kind = ${kind}), null, '', null,
      array_agg(coalesce(number, 0))::text, case when number is null then array_agg(item_id)::text end,
      array_agg(quantity)::text, array_agg(sales)::text
    from (
      select item_number as number, null::uuid as item_id, quantity, sales
      from stored_sales_top where ${inRange}
      ${hasPending ? pending : tx``}
    ) r
    group by number is null`
  return withItemSums(parts[0]?.maxNumber ?? 0, sums =>
    read({ sums, newItems: addParts(sums, parts, spans) }),
  )
}

/** Adds the parts to the sums and returns the sales of items without a number. */
function addParts(
  sums: ItemSums,
  parts: readonly SalesPart[],
  spans: readonly SpanToRead[],
): NewItem[] {
  const newItems: NewItem[] = []
  for (const { spanIndex, revision, entries, itemIds, ...lists } of parts) {
    const span = spanIndex === null ? undefined : spans[spanIndex]
    if (span) {
      addPackedSums(sums, decodeSpan(span, { revision, entries }), span.sign)
      continue
    }
    const list = parseItemList(lists)
    if (itemIds === null) {
      addList(sums, list)
      continue
    }
    for (const [index, itemId] of itemIds.slice(1, -1).split(',').entries())
      newItems.push({
        itemId,
        quantity: list.quantities[index] ?? 0,
        sales: list.sales[index] ?? 0,
      })
  }
  return mergeNewItems(newItems)
}

/** Adds up the sales of each item. */
const mergeNewItems = (items: readonly NewItem[]): NewItem[] =>
  [...Map.groupBy(items, ({ itemId }) => itemId)].map(([itemId, sales]) => ({
    itemId,
    quantity: sales.reduce((sum, { quantity }) => sum + quantity, 0),
    sales: sales.reduce((sum, item) => sum + item.sales, 0),
  }))

/** Parses arrays of the database in text form, several times faster than the driver. */
export function parseItemList(texts: Record<keyof ItemList, string>): ItemList {
  const parse = (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(Number)
  return {
    numbers: parse(texts.numbers),
    quantities: parse(texts.quantities),
    sales: parse(texts.sales),
  }
}
