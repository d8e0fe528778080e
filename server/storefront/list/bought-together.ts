import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'

/**
 * Selects the ids of products that the seller has chosen for some products, with their positions, and
 * of those that were often ordered together with them.
 */
export const selectCompanions = (tx: Tx, products: SqlFragment, count: number) => tx`
  select id, min(position) as position, max(order_count) as order_count
  from (
    select companion.id, companion.position, 0 as order_count
    from product own cross join unnest(own.companions) with ordinality companion (id, position)
    where own.store_id = current_store() and own.id = any (${products})
    union all
    select product_id, null, order_count from list_bought_together(${products}, ${3 * count}::integer)
  ) companion
  group by id`

/** Returns the ids of the visible products that belong to some products, those that the seller has chosen first. */
export const listBoughtTogether = async (
  tx: Tx,
  products: readonly string[],
  count: number,
): Promise<{ id: string }[]> =>
  count === 0 || products.length === 0
    ? []
    : tx<{ id: string }[]>`
        select p.id
        from (${selectCompanions(tx, tx`${products}::uuid[]`, count)}) candidate
        join product p on p.store_id = current_store() and p.id = candidate.id and p.status = 'active'
        where p.id <> all (${products}::uuid[])
        order by candidate.position nulls last, candidate.order_count desc, p.id desc
        limit ${count}`
