import type {
  StorefrontCategory,
  StorefrontLink,
  StorefrontProductList,
} from '#contract/storefront-page.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectParts } from '../lib/db/record-part.ts'
import { toPageDescription } from './load-product.ts'
import { getCanonicalPath, loadProductList, toListPage } from './product-list-page.ts'
import { type LoadedContent, notFound } from './storefront-content.ts'

type CategoryRow = {
  name: string
  slug: string
  description: string
  image: string
  seoTitle: string
  seoDescription: string
  parents: StorefrontLink[]
  children: Pick<StorefrontCategory, 'name' | 'slug'>[]
}

export const selectCategory = (tx: Tx, slug: string) => tx<CategoryRow[]>`
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
        where child.business_id = c.business_id and child.parent = c.id
        order by child.position, child.id limit 60`,
    )} as children
  from category c
  where c.business_id = current_business() and c.slug = ${slug} and c.status = 'visible'`

/** Loads the products of a category and of the categories below it. */
export const loadCategoryList = (
  tx: Tx,
  slug: string,
  query: Parameters<typeof loadProductList>[1],
) =>
  loadProductList(tx, query, [
    tx`p.id in (
      with recursive branch as (
        select c.id from category c where c.slug = ${slug}
        union
        select c.id from category c join branch on c.parent = branch.id
      )
      select pc.product_id from product_category pc join branch on branch.id = pc.category_id
      where pc.business_id = current_business())`,
  ])

export function toCategoryContent(
  [row]: readonly CategoryRow[],
  list: StorefrontProductList,
): LoadedContent {
  if (!row) return notFound
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
