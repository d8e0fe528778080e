import type { z } from 'zod'
import {
  Category,
  type CategoryInput,
  type CategoryNode,
  type categoryApi,
} from '#contract/product/category.ts'
import { listPage } from '../lib/call/list.ts'
import { assertFound, assertVersion } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { reserveFreeSlug } from '../lib/db/find-free-slug.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'
import { assertValidParent, moveCategory } from './category-tree.ts'
import { lockCategoryTree } from './rule/lock-category-tree.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    category: CategoryInput
  }
}

type CategoryListQuery = z.infer<typeof categoryApi.list.query>
type CategoryEdit = z.infer<typeof categoryApi.update.body>

const columns = (
  tx: Tx,
) => tx`${selectColumns(Category, { alias: 'c', omit: ['productCount'] })(tx)},
  category_product_count(c.id) as product_count`

export const listCategories = (tx: Tx, query: CategoryListQuery, storeId: string) =>
  listPage<Category>(
    tx,
    {
      key: `category ${JSON.stringify([query.q, query.status, query.parent])}`,
      from: tx`category c`,
      alias: 'c',
      columns: columns(tx),
      where: [
        ...categoryConditions(tx, query),
        ...(query.parent ? [tx`c.parent = ${query.parent}`] : []),
      ],
      sorts: {
        name: { expression: 'lower(c.name)', type: 'text' },
        position: { expression: 'c.position', type: 'integer' },
        createdAt: { expression: 'c.created_at', type: 'timestamptz' },
      },
      defaultSort: 'name',
    },
    query,
    storeId,
  )

/** Returns the list's search and status as conditions on `category c`. */
export const categoryConditions = (
  tx: Tx,
  { q, status }: Pick<CategoryListQuery, 'q' | 'status'>,
) => [
  ...(q ? [tx`contains_text(c.name || ' ' || c.slug, ${q})`] : []),
  ...(status ? [tx`c.status = ${status}`] : []),
]

/**
 * Returns all categories in tree order: each before its children, siblings by position. The products of
 * a category without children are counted in an index, without sorting.
 */
export const getCategoryTree = async (tx: Tx): Promise<CategoryNode[]> => [
  ...(await tx<CategoryNode[]>`
  with recursive tree as (
    select id, name, slug, parent, 1 as depth, position, status, image
    from category where parent is null
    union all
    select c.id, c.name, c.slug, c.parent, tree.depth + 1, c.position, c.status, c.image
    from category c join tree on c.parent = tree.id
  ) search depth first by position, id set reading_order
  select id as "_id", name, slug, parent, depth, position, status, image,
    case
      when id in (select parent from tree) then category_product_count(id)
      else (
        select count(*)::integer from product_category pc
        where pc.store_id = current_store() and pc.category_id = tree.id
      )
    end as product_count
  from tree
  order by reading_order`),
]

export async function getCategory(tx: Tx, id: string): Promise<Category> {
  const [row] = await tx<Category[]>`select ${columns(tx)} from category c where c.id = ${id}`
  return assertFound(row, 'category_not_found')
}

export async function createCategory(
  tx: Tx,
  { parent = null, position, ...input }: CategoryInput,
): Promise<Category> {
  await lockCategoryTree(tx)
  await assertValidParent(tx, null, parent)
  const [siblings] = await tx<
    { rank: number }[]
  >`select count(*)::integer as rank from category where parent is not distinct from ${parent}`
  const rank = siblings?.rank ?? 0
  const id = await insertRow(tx, 'category', {
    ...sanitizeDescription(input),
    slug: input.slug ?? (await reserveFreeSlug(tx, 'category', input.name)),
    parent,
    position: rank,
  })
  if (position !== undefined && position < rank) await moveCategory(tx, id, { parent, position })
  return getCategory(tx, id)
}

export async function updateCategory(
  tx: Tx,
  id: string,
  { version, parent, position, ...input }: CategoryEdit,
): Promise<Category> {
  await lockCategoryTree(tx)
  const [row] = await tx<
    Category[]
  >`select ${columns(tx)} from category c where c.id = ${id} for no key update of c`
  const current = assertFound(row, 'category_not_found')
  assertVersion(current, version)
  await updateVersionedRow(tx, 'category', id, sanitizeDescription(input))
  const isParentChanged = parent !== undefined && parent !== current.parent
  if (isParentChanged || (position !== undefined && position !== current.position))
    await moveCategory(tx, id, {
      parent: parent === undefined ? current.parent : parent,
      position: position ?? 10_000,
    })
  return getCategory(tx, id)
}

const sanitizeDescription = <T extends { description?: string | undefined }>(input: T) =>
  input.description === undefined
    ? input
    : { ...input, description: sanitizeRichText(input.description) }
