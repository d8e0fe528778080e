import type { Tx } from '../lib/db/db.ts'
import { type DayRange, trimToMonths, widenToMonths } from './dashboard-range.ts'
import { sumItems, type TopKind } from './sales-sums.ts'

/** More items than these take as long as the sums of all items. */
const maxCandidates = 3000
const maxPendingItems = 300

/**
 * Returns whether `selectHighestSales` can find the highest sales of the range. In a shorter range,
 * too many items have sales of their year.
 */
export function canSelectHighestSales(kind: TopKind, range: DayRange): boolean {
  const months = trimToMonths(range)
  const hasMonths = months !== undefined && months.from.slice(0, 7) < months.to.slice(0, 7)
  return hasMonths && kind !== 'category' && findEnclosingSpan(range) !== undefined
}

/**
 * Selects the items with the highest sales of a long range without the sums of all items. Sales in
 * the range are at most those of the years around it, so the items with the highest sales of these
 * years are compared first: at least `limit` of them sold as much as `threshold` in the whole
 * months of the range. The others that can reach it are found by index. Items with changes that
 * are not summed yet are always summed. Selects fewer rows than `limit` if this does not work: with
 * negative sums, with few sold items, or if too many items can be among the highest.
 */
export function selectHighestSales(
  tx: Tx,
  kind: TopKind,
  range: DayRange,
  { limit, hasPending = true }: { limit: number; hasPending?: boolean | undefined },
) {
  const enclosing = findEnclosingSpan(range)
  const ofKind = tx.unsafe(`kind = '${kind}'`)
  const enclosingSales = tx`
    from stored_sales_top where ${ofKind}
      and span = ${tx.unsafe(`'${enclosing?.span}'`)} and starts_on = ${enclosing?.startsOn ?? null}::date`
  const pending = hasPending
    ? tx`select distinct item_id from pending_sales_top where ${ofKind} and span = 'day'
        limit ${maxPendingItems + 1}`
    : tx`select null::uuid as item_id where false`
  const sumStored = (days: DayRange, items: string) =>
    sumItems(tx, kind, days, { condition: isIn(tx, items), hasPending: false })
  return tx`
    with pending as materialized (
      ${pending}
    ), sample as materialized (
      select item_id from (
        select item_id ${enclosingSales} order by sales desc limit ${limit * 4 + 50}
      ) t where item_id <> all (array(select item_id from pending))
    ), threshold as materialized (
      select sales::bigint from (${sumStored(trimToMonths(range) ?? range, 'sample')}) s
      where quantity > 0 and sales > 0
        and (select count(*) from pending) <= ${maxPendingItems}
        and not exists (
          select from stored_sales_top where ${ofKind} and (sales < 0 or quantity < 0))
      order by sales desc offset ${limit - 1} limit 1
    ), candidates as materialized (
      select item_id ${enclosingSales} and sales >= (select sales from threshold)
      limit ${maxCandidates + 1}
    ), likely as materialized (
      select item_id from (${sumStored(widenToMonths(range), 'candidates')}) s
      where sales >= (select sales from threshold)
      union select item_id from pending
    )
    select * from (
      ${sumItems(tx, kind, range, { condition: isIn(tx, 'likely'), hasPending })}
    ) t
    where exists (select from threshold) and (select count(*) from candidates) <= ${maxCandidates}`
}

const isIn = (tx: Tx, items: string) =>
  tx`item_id = any (array(select item_id from ${tx.unsafe(items)}))`

/** Returns the year, or the two years, with all days of a range. */
function findEnclosingSpan({ from, to }: DayRange) {
  const [firstYear, lastYear] = [from, to].map(day => Number(day.slice(0, 4)))
  if (firstYear === undefined || lastYear === undefined || lastYear > firstYear + 1) return
  return {
    span: firstYear === lastYear ? 'year' : 'two_years',
    startsOn: `${from.slice(0, 4)}-01-01`,
  }
}
