import type { z } from 'zod'
import type { CategoryRow, categoryApi } from '#contract/product/category.ts'
import { listPage } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { categoryConditions } from './category-store.ts'

type CategoryRowQuery = z.infer<typeof categoryApi.listRows.query>

/** The columns of a row. The branch is read per row, because a page has few rows. */
const rowColumns = (tx: Tx) => tx`
  c.id as "_id", c.name, c.slug, c.parent, c.position, c.status, c.image,
  category_product_count(c.id) as product_count,
  (select count(*)::integer from category child where child.parent = c.id) as child_count,
  (
    with recursive down as (
      select c.id, 1 as level
      union all select d.id, level + 1 from category d join down on d.parent = down.id
    ) select max(level) from down
  ) as height,
  cardinality(parents.path) + 1 as depth, parents.path`
const rowTables = (tx: Tx) => tx`category c, lateral (
  with recursive up as (
    select p.id, p.parent, p.name, 1 as level from category p where p.id = c.parent
    union all select p.id, p.parent, p.name, level + 1 from category p join up on p.id = up.parent
  ) select coalesce(array_agg(name order by level desc), '{}') as path from up
) parents`

/** Returns a page of top-level categories, or of all categories that match a filter. */
export const listCategoryRows = (tx: Tx, query: CategoryRowQuery, storeId: string) => {
  const conditions = categoryConditions(tx, query)
  const isFiltered = conditions.length > 0
  return listPage<CategoryRow>(
    tx,
    {
      key: `category rows ${JSON.stringify([query.q, query.status])}`,
      from: rowTables(tx),
      alias: 'c',
      columns: rowColumns(tx),
      where: isFiltered ? conditions : [tx`c.parent is null`],
      sorts: {
        name: { expression: 'lower(c.name)', type: 'text' },
        position: { expression: 'c.position', type: 'integer' },
      },
      defaultSort: isFiltered ? 'name' : 'position',
    },
    query,
    storeId,
  )
}

export async function listChildCategories(tx: Tx, id: string): Promise<CategoryRow[]> {
  const [parent] = await tx`select 1 from category where id = ${id}`
  assertFound(parent, 'category_not_found')
  return tx<CategoryRow[]>`
    select ${rowColumns(tx)} from ${rowTables(tx)}
    where c.parent = ${id}
    order by c.position, c.id`
}
