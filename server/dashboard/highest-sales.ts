import type { Tx } from '../lib/db/db.ts'
import { countDays, type DayRange, listEnclosingSpans } from './dashboard-range.ts'
import { sumItems, type TopKind } from './sales-sums.ts'

/** The sums of all items of fewer days are as fast. */
const minDays = 15
const maxPendingItems = 300
/** More items take as long as the sums of all. */
const defaultMaxListedItems = 12_000
/** The lists can be cut at this many lengths. */
const listCuts = 32

/** Returns whether `selectHighestSales` can find the highest sales of the range. */
export const canSelectHighestSales = (kind: TopKind, range: DayRange) =>
  kind !== 'category' && countDays(range) >= minDays

/**
 * Selects the items with the highest sales of a range without the sums of all items. Months, quarters
 * and years that contain the range list their best items by index. The first of each list are summed,
 * and `limit` of them sold at least `threshold`. An item on no list sold at most as much as the last
 * items of the lists together. So the lists are cut where these sold less than the threshold, and only
 * their items are summed. Items with changes that are not summed yet are always summed. Selects no rows
 * if this does not work: with negative sums, with few sold items, or with nearly equal sums.
 */
export function selectHighestSales(
  tx: Tx,
  kind: TopKind,
  range: DayRange,
  options: { limit: number; hasPending?: boolean | undefined; maxListedItems?: number },
) {
  const spans = listSpans(kind, range)
  const { limit, hasPending = true, maxListedItems = defaultMaxListedItems } = options
  const step = Math.ceil(maxListedItems / spans.length / listCuts)
  const ofKind = tx.unsafe(`kind = '${kind}'`)
  const lists = spans
    .map(
      ({ span, startsOn }) => tx`(
        select item_id, sales, row_number() over (order by sales desc) as rank
        from stored_sales_top
        where ${ofKind} and span = ${tx.unsafe(`'${span}'`)} and starts_on = ${startsOn}::date
        order by sales desc limit ${step * listCuts})`,
    )
    .reduce((union, list) => tx`${union} union all ${list}`)
  const pending = hasPending
    ? tx`select distinct item_id from pending_sales_top where ${ofKind} and span = 'day'
        limit ${maxPendingItems + 1}`
    : tx`select null::uuid as item_id where false`
  const isFirst = tx`item_id = any (array(select item_id from first))`
  return tx`
    with pending as materialized (
      ${pending}
    ), best as materialized (
      ${lists}
    ), first as materialized (
      select item_id from best where rank <= ${limit * 5}
      except select item_id from pending
    ), threshold as materialized (
      select sales from (
        ${sumItems(tx, kind, range, { condition: isFirst, indexCondition: isFirst, hasPending: false })}
      ) s
      where quantity > 0
        and (select count(*) from pending) <= ${maxPendingItems}
        and not exists (
          select from stored_sales_top where ${ofKind} and (sales < 0 or quantity < 0))
      order by sales desc offset ${limit - 1} limit 1
    ), cut as materialized (
      select length from generate_series(${step}::integer, ${step * listCuts}::integer, ${step}::integer) length
      left join best on rank = length
      group by length having coalesce(sum(sales), 0) < (select sales from threshold)
      order by length limit 1
    ), likely as materialized (
      select item_id from best where rank <= (select length from cut)
      union select item_id from pending
    )
    select * from (
      ${sumItems(tx, kind, range, {
        condition: tx`item_id in (select item_id from likely)`,
        indexCondition: tx`item_id = any (array(select item_id from likely))`,
        hasPending,
      })}
    ) t
    where exists (select from cut)`
}

/** Sums of customers differ less, so that one list of a longer span is shorter than three. */
function listSpans(kind: TopKind, range: DayRange) {
  const spans = listEnclosingSpans(range)
  const [firstYear, lastYear] = [range.from, range.to].map(day => Number(day.slice(0, 4)))
  if (kind !== 'customer' || spans.length < 3 || !firstYear || !lastYear) return spans
  const startsOn = `${firstYear}-01-01`
  if (firstYear === lastYear) return [{ span: 'year', startsOn }]
  return firstYear + 1 === lastYear ? [{ span: 'two_years', startsOn }] : spans
}
