import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'

/** A transaction changes so few products that no order waits for long. */
const batchSize = 1000

const maxInteger = 2 ** 31 - 1

const smallestId = '00000000-0000-0000-0000-000000000000'

/** Returns the job that sets the numbers by which shoppers sort the products of open stores. */
export const productRankJobs = ({ db, log }: Pick<App, 'db' | 'log'>): JobHandlers => ({
  'product.rank': async (_payload, { abortSignal }) => {
    const stores = await withTransaction(
      db,
      {},
      tx => tx<{ storeId: string }[]>`select list_open_stores() as store_id`,
    )
    for (const { storeId } of stores) {
      let nextAfterId: string | undefined = smallestId
      while (nextAfterId) {
        const afterId: string = nextAfterId
        abortSignal?.throwIfAborted()
        try {
          nextAfterId = await withStoreTransaction(db, storeId, tx => rankProducts(tx, afterId))
        } catch (error) {
          // The other stores must not wait for this one.
          log.error({ err: error, storeId }, 'The products of a store could not be ranked.')
          break
        }
      }
    }
  },
})

/**
 * Sets the units that were sold in this month and the two before, and the average rating, which
 * counts as if three further shoppers had given 3.5 stars: one rating says little. Returns the id
 * after which the next call continues, or undefined after the last product. Skips products that an
 * order is changing, because waiting could end in a deadlock.
 */
export async function rankProducts(tx: Tx, afterId = smallestId): Promise<string | undefined> {
  const changedProducts = await tx<{ id: string }[]>`
    with sold as (
      select t.item_id as product_id, least(greatest(sum(t.quantity), 0), ${maxInteger})::integer as units
      from sales_top t join store s on s.id = t.store_id
      where t.store_id = current_store() and t.kind = 'product' and t.span = 'month'
        and t.item_id > ${afterId}
        and t.starts_on >= date_trunc('month', now() at time zone s.timezone) - interval '2 months'
      group by t.item_id
    ), rated as (
      select product_id, round(1000 * (sum(rating) + 3 * 3.5) / (count(*) + 3))::integer as rank
      from review
      where store_id = current_store() and status = 'approved' and product_id > ${afterId}
      group by product_id
    ), changed as (
      select p.id, coalesce(sold.units, 0) as units, coalesce(rated.rank, 0) as rank
      from product p
      left join sold on sold.product_id = p.id
      left join rated on rated.product_id = p.id
      where p.store_id = current_store() and p.id > ${afterId}
        and (p.sold_units, p.rating_rank) is distinct from (coalesce(sold.units, 0), coalesce(rated.rank, 0))
      order by p.id
      limit ${batchSize}
      for no key update of p skip locked
    )
    update product p set sold_units = changed.units, rating_rank = changed.rank
    from changed
    where p.store_id = current_store() and p.id = changed.id
    returning p.id`
  return changedProducts.length === batchSize
    ? changedProducts
        .map(({ id }) => id)
        .toSorted()
        .at(-1)
    : undefined
}
