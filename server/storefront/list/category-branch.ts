import type { Tx } from '../../lib/db/db.ts'

/** The rows `branch` with the ids of category `c` and of the visible categories below it. */
export const selectBranch = (tx: Tx) => tx`
  with recursive branch as (
    select c.id
    union
    select child.id
    from branch
    -- The offset makes the planner look up the children by their parent. It would read all
    -- categories of the store otherwise, and check for each whether those above it are visible.
    cross join lateral (
      select below.id from category below
      where below.store_id = current_store() and below.parent = branch.id
      offset 0
    ) child
  )`

/** A category with more products counts as having one that shoppers see, which limits the cost. */
const maxCheckedProducts = 1000

/** Whether category `c` or one below it has a product that shoppers see. Reads until the first one. */
export const hasProducts = (tx: Tx) => tx`exists (
  ${selectBranch(tx)}
  select from branch
  cross join lateral (
    select pc.product_id, row_number() over () as number from product_category pc
    where pc.store_id = current_store() and pc.category_id = branch.id
    limit ${maxCheckedProducts + 1}
  ) link
  left join lateral (
    select p.id from product p
    where p.store_id = current_store() and p.id = link.product_id and p.status = 'active'
    limit 1
  ) product on true
  where product.id is not null or link.number > ${maxCheckedProducts})`
