import { sumRange } from '../dashboard/rule/sales-of-items.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'

/** A transaction changes so few products that no order waits for long. */
const batchSize = 1000

const maxInteger = 2 ** 31 - 1

/** Returns the job that sets the numbers by which shoppers sort the products of open stores. */
export const productRankJobs = ({ db, log }: Pick<App, 'db' | 'log'>): JobHandlers => ({
  'product.rank': async (_payload, { abortSignal }) => {
    const stores = await withTransaction(
      db,
      {},
      tx => tx<{ storeId: string }[]>`select list_open_stores() as store_id`,
    )
    for (const { storeId } of stores) {
      try {
        const changes = await withStoreTransaction(db, storeId, listRankChanges)
        for (let start = 0; start < changes.length; start += batchSize) {
          abortSignal?.throwIfAborted()
          const batch = changes.slice(start, start + batchSize)
          await withStoreTransaction(db, storeId, tx => changeRanks(tx, batch))
        }
      } catch (error) {
        abortSignal?.throwIfAborted()
        // The other stores must not wait for this one.
        log.error({ err: error, storeId }, 'The products of a store could not be ranked.')
      }
    }
  },
})

/** Ranks the products of the store at once. */
export const rankProducts = async (tx: Tx) => changeRanks(tx, await listRankChanges(tx))

type RankChange = { id: string; soldUnits: number; ratingRank: number }

/**
 * Returns the products whose rank has changed: by the units that were sold in this month and the two
 * before, and by the average rating with three additional ratings of 3.5 stars, because a single rating is
 * not representative.
 */
async function listRankChanges(tx: Tx): Promise<RankChange[]> {
  const [range] = await tx<{ from: string; to: string }[]>`
    select (date_trunc('month', today) - interval '2 months')::date::text as from, today::date::text as to
    from store, lateral (select now() at time zone timezone as today) t
    where id = current_store()`
  if (!range) return []
  const { numbers, units, newItems } = await sumRange(
    tx,
    { kind: 'product', range },
    ({ sums, newItems: items }) => {
      const soldNumbers = [...sums.numbers.subarray(0, sums.count)].filter(
        number => (sums.quantities[number] ?? 0) > 0,
      )
      return {
        numbers: soldNumbers,
        units: soldNumbers.map(number => Math.min(sums.quantities[number] ?? 0, maxInteger)),
        newItems: items.filter(({ quantity }) => quantity > 0),
      }
    },
  )
  return tx<RankChange[]>`
    with sold as (
      select i.item_id as product_id, s.units
      from unnest(
        ${numbers}::integer[], ${units}::integer[]
      ) s (number, units)
      join sales_item i on i.kind = 'product' and i.number = s.number
      union all
      select * from unnest(
        ${newItems.map(({ itemId }) => itemId)}::uuid[],
        ${newItems.map(({ quantity }) => Math.min(quantity, maxInteger))}::integer[]) n
    ), rated as (
      select product_id, round(1000 * (sum(rating) + 3 * 3.5) / (count(*) + 3))::integer as rank
      from review
      where status = 'approved'
      group by product_id
    )
    select p.id, coalesce(sold.units, 0) as sold_units, coalesce(rated.rank, 0) as rating_rank
    from product p
    left join sold on sold.product_id = p.id
    left join rated on rated.product_id = p.id
    where (p.sold_units, p.rating_rank) is distinct from (coalesce(sold.units, 0), coalesce(rated.rank, 0))
    order by p.id`
}

/** Skips products that an order is changing, because waiting could end in a deadlock. */
const changeRanks = (tx: Tx, changes: readonly RankChange[]) => tx`
  with changed as (
    select p.id, c.sold_units, c.rating_rank
    from unnest(
      ${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ soldUnits }) => soldUnits)}::integer[],
      ${changes.map(({ ratingRank }) => ratingRank)}::integer[]
    ) c (id, sold_units, rating_rank)
    join product p on p.id = c.id
    for no key update of p skip locked
  )
  update product p set sold_units = changed.sold_units, rating_rank = changed.rating_rank
  from changed where p.id = changed.id`
