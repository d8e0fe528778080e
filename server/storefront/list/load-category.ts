import type {
  StorefrontCategory,
  StorefrontLink,
  StorefrontProductList,
} from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectParts } from '../../lib/db/record-part.ts'
import type { LoadedContent } from '../host/storefront-content.ts'
import { toPageDescription } from '../page/load-product.ts'
import { selectBranch } from './category-branch.ts'
import {
  getCanonicalPath,
  loadProductList,
  type ProductListRequest,
  toListPage,
} from './product-list-page.ts'

type StorefrontCategoryRow = {
  name: string
  slug: string
  description: string
  image: string
  seoTitle: string
  seoDescription: string
  parents: StorefrontLink[]
  children: Pick<StorefrontCategory, 'name' | 'slug'>[]
  /** The ids of the category and of the visible categories below it. */
  branchIds: string[]
  /** Whether they have so many products that reading an index of all products finds a page sooner. */
  isLarge: boolean
}

const maxSortedProducts = 2000

export const selectCategory = (tx: Tx, slug: string) => tx<StorefrontCategoryRow[]>`
  select c.name, c.slug, c.description, c.image, c.seo_title, c.seo_description,
    ${selectParts(
      tx,
      tx`
        with recursive ancestor as (
          select parent, 0 as depth, null::text as label, null::text as path from category own where own.id = c.id
          union all
          select p.parent, a.depth + 1, p.name, '/categories/' || p.slug
          from ancestor a join category p on p.id = a.parent
          where a.depth < 8
        )
        select label, path from ancestor where depth > 0 order by depth desc`,
    )} as parents,
    ${selectParts(
      tx,
      tx`
        select child.name, child.slug
        from category child
        where child.store_id = c.store_id and child.parent = c.id
        order by child.position, child.id limit 60`,
    )} as children,
    branch.ids as branch_ids,
    (
      select count(*) > ${maxSortedProducts} from (
        select from product_category pc
        where pc.store_id = c.store_id and pc.category_id = any (branch.ids)
        limit ${maxSortedProducts + 1}
      ) link
    ) as is_large
  from category c
  cross join lateral (
    select array(
      ${selectBranch(tx)}
      select id from branch
    ) as ids
  ) branch
  where c.store_id = current_store() and c.slug = ${slug} and c.status = 'visible'`

/** Loads the products of a category and of the categories below it. */
export const loadCategoryList = (
  tx: Tx,
  { branchIds, isLarge }: Pick<StorefrontCategoryRow, 'branchIds' | 'isLarge'>,
  request: ProductListRequest,
) => {
  const isInBranch = tx`p.id in (
    select pc.product_id from product_category pc
    where pc.store_id = current_store() and pc.category_id = any (${branchIds}::uuid[]))`
  // With "is true", the planner reads the index of the sort order instead of sorting the branch.
  return loadProductList(
    tx,
    request,
    isLarge
      ? { conditions: [tx`(${isInBranch}) is true`] }
      : { conditions: [isInBranch], maxCount: maxSortedProducts },
  )
}

export function toCategoryContent(
  row: StorefrontCategoryRow,
  list: StorefrontProductList,
): LoadedContent {
  const path = `/categories/${row.slug}`
  return toListPage(list, {
    content: {
      kind: 'category',
      name: row.name,
      description: row.description,
      path,
      parents: row.parents,
      children: row.children,
      image: row.image,
      list,
    },
    head: {
      title: row.seoTitle || row.name,
      description: row.seoDescription || toPageDescription(row.description),
      canonicalPath: getCanonicalPath(path, list.query),
      ...(row.image && { image: row.image }),
    },
  })
}
