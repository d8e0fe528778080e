import { type CategoryPosition, maxCategoryDepth } from '#contract/product/category.ts'
import { assertFound, createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { lockCategoryTree } from './rule/lock-category-tree.ts'

/**
 * Checks that the parent exists, is not below the category, and keeps the tree within its depth.
 * @throws Problem 422 on `parent`
 */
export async function assertValidParent(
  tx: Tx,
  id: string | null,
  parent: string | null,
): Promise<void> {
  if (parent === null) return
  const [parentInfo] = await tx<{ depth: number; isBelow: boolean; height: number }[]>`
    with recursive up as (
      select id, parent from category where id = ${parent}
      union all select c.id, c.parent from category c join up on c.id = up.parent
    ), down as (
      select id, 1 as level from category where id = ${id}
      union all select c.id, level + 1 from category c join down on c.parent = down.id
    )
    select (select count(*) from up)::integer as depth,
      exists (select 1 from up where id = ${id}) as is_below,
      coalesce((select max(level) from down), 1) as height`
  if (!parentInfo || parentInfo.depth === 0)
    throw createFieldProblem('parent', 'category_not_found')
  if (parentInfo.isBelow) throw createFieldProblem('parent', 'category_cycle')
  if (parentInfo.depth + parentInfo.height > maxCategoryDepth)
    throw createFieldProblem('parent', 'category_too_deep', { count: maxCategoryDepth })
}

/** Moves a category to a position under a parent and renumbers its new siblings from 0. */
export async function moveCategory(
  tx: Tx,
  id: string,
  { parent, position }: CategoryPosition,
): Promise<void> {
  await lockCategoryTree(tx)
  const [row] = await tx<
    { parent: string | null }[]
  >`select parent from category where id = ${id} for no key update`
  const { parent: oldParent } = assertFound(row, 'category_not_found')
  await assertValidParent(tx, id, parent)
  await tx`
    with others as (
      select id, row_number() over (order by position, id) - 1 as rank from category
      where parent is not distinct from ${parent} and id <> ${id}
    ), placed as (
      select id, rank + case when rank >= ${position} then 1 else 0 end as rank from others
      union all select ${id}::uuid, least(${position}, (select count(*) from others))
    )
    update category c set parent = ${parent}, position = placed.rank,
      version = version + case when c.id = ${id} then 1 else 0 end, updated_at = now()
    from placed
    where placed.id = c.id
      and (c.position <> placed.rank or c.parent is distinct from ${parent})`
  if (oldParent !== parent) await closePositionGaps(tx, oldParent)
}

/** Deletes a category and moves its children to the end of its own level. Its products stay. */
export async function deleteCategory(tx: Tx, id: string): Promise<void> {
  await lockCategoryTree(tx)
  const [row] = await tx<
    { parent: string | null }[]
  >`select parent from category where id = ${id} for update`
  const { parent } = assertFound(row, 'category_not_found')
  await assertNoNameClash(tx, id, parent)
  // This must be one statement. A child can have its parent's name, so the parent must be deleted
  // first; but the child refers to the parent. Foreign keys are checked at the end of the
  // statement.
  await tx`
    with deleted as (delete from category where id = ${id} returning id, parent)
    update category c set parent = deleted.parent, version = version + 1, updated_at = now(),
      position = c.position + (
        select coalesce(max(position), 0) + 1 from category s
        where s.parent is not distinct from ${parent})
    from deleted where c.parent = deleted.id`
  await closePositionGaps(tx, parent)
}

async function assertNoNameClash(tx: Tx, id: string, parent: string | null): Promise<void> {
  const clashes = await tx<{ name: string }[]>`
    select child.name
    from category child join category sibling on lower(sibling.name) = lower(child.name)
    where child.parent = ${id} and sibling.parent is not distinct from ${parent}
      and sibling.id <> ${id}
    order by child.position limit 3`
  if (!clashes.length) return
  const names = clashes.map(({ name }) => `“${name}”`).join(', ')
  throw new Problem(409, 'name_clash', { names })
}

const closePositionGaps = (tx: Tx, parent: string | null) => tx`
  update category c set position = r.rank
  from (
    select id, row_number() over (order by position, id) - 1 as rank from category
    where parent is not distinct from ${parent}
  ) r
  where r.id = c.id and c.position <> r.rank`
