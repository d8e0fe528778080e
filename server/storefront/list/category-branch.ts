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

/** Whether category `c` or one below it has a product that shoppers see. Reads links until the first. */
export const hasProducts = (tx: Tx) => tx`exists (
  ${selectBranch(tx)}
  select from branch
  cross join lateral (
    select from product_category pc
    join product p on p.store_id = pc.store_id and p.id = pc.product_id
    where pc.store_id = current_store() and pc.category_id = branch.id and p.status = 'active'
    limit 1
  ) product)`
