import type { z } from 'zod'
import type { Page } from '#contract/lib/call/api.ts'
import {
  type ProductCounts,
  type ProductFacets,
  type ProductListQuery,
  type ProductListRow,
  ProductRow,
} from '#contract/product/product.ts'
import {
  buildPageBatch,
  countRows,
  type ListDefinition,
  type SqlFragment,
} from '../lib/call/list.ts'
import {
  buildSearchBatch,
  type ListSearch,
  readSearchPage,
  resolveSearch,
} from '../lib/call/search-list.ts'
import { selectColumns, type Tx } from '../lib/db/db.ts'
import { batch, type QueryBatch, runBatch } from '../lib/db/query-batch.ts'
import { loadTaggedIds, tagConditions } from './rule/load-tagged-ids.ts'
import { matchProductText } from './rule/product-text.ts'

type ProductFilters = Omit<ProductListQuery, 'page' | 'perPage' | 'after' | 'sort'>

const productRowColumns = selectColumns(ProductRow, { alias: 'p' })

/** Returns the page, or undefined if `readProducts` must read it. */
export function listProducts(
  tx: Tx,
  query: ProductListQuery,
  storeId: string,
): QueryBatch<Page<ProductListRow> | undefined> {
  if (query.tag?.length) return batch([], () => undefined)
  const definition = defineProductList(tx, query)
  return query.q
    ? buildSearchBatch<ProductListRow>(tx, { definition, request: query }, toSearch(tx, query.q))
    : buildPageBatch<ProductListRow>(tx, definition, query, storeId)
}

export async function readProducts(
  tx: Tx,
  query: ProductListQuery,
  storeId: string,
): Promise<Page<ProductListRow>> {
  const { q, ...request } = query
  const filtered = defineProductList(tx, query)
  const tagged = await loadTaggedIds(tx, query.tag)
  const definition = {
    ...filtered,
    where: [...tagConditions(tx, tagged, 'page'), ...filtered.where],
    ...(tagged && {
      total: countRows(tx, {
        from: filtered.from,
        where: [...tagConditions(tx, tagged, 'count'), ...filtered.where],
      }),
    }),
  }
  return q
    ? readSearchPage(
        tx,
        { definition: { ...definition, total: undefined }, request, storeId },
        toSearch(tx, q),
      )
    : runBatch(buildPageBatch<ProductListRow>(tx, definition, request, storeId))
}

function defineProductList(tx: Tx, query: ProductListQuery): ListDefinition {
  const { page: _page, perPage: _perPage, after: _after, sort: _sort, ...filters } = query
  return {
    key: `product ${JSON.stringify(filters)}`,
    from: tx`product p`,
    alias: 'p',
    columns: tx`${productRowColumns(tx)}, p.variant_count > 1 and exists (
      select 1 from variant v
      where v.store_id = p.store_id and v.product_id = p.id and v.price > p.price
    ) as has_price_range`,
    where: productFilterConditions(tx, query),
    sorts: {
      title: { expression: 'p.title_sorted', type: 'text' },
      price: { expression: 'p.price', type: 'bigint' },
      stock: { expression: 'p.stock', type: 'integer' },
      createdAt: { expression: 'p.created_at', type: 'timestamptz' },
      updatedAt: { expression: 'p.updated_at', type: 'timestamptz' },
    },
    defaultSort: '-createdAt',
    total: isFilteredByStatusOnly(filters) ? selectProductTotal(tx, filters.status) : undefined,
  }
}

const isFilteredByStatusOnly = ({ status: _status, ...others }: ProductFilters) =>
  Object.values(others).every(value => value === undefined || value === '')

const selectProductTotal = (tx: Tx, status: ProductFilters['status']) => tx`
  select coalesce(sum(records), 0) from record_tally
  where store_id = current_store() and subject = 'product'
    and ${status?.length ? tx`status = any (${status})` : tx`true`}`

/** Returns the list's search and filters as conditions on `product p`, for exports and bulk calls. */
export async function findProductConditions(
  tx: Tx,
  query: ProductListQuery,
): Promise<SqlFragment[]> {
  const searchConditions = query.q
    ? await resolveSearch(tx, { alias: 'p' }, toSearch(tx, query.q))
    : []
  return [...searchConditions, ...productFilterConditions(tx, query)]
}

const toSearch = (tx: Tx, q: string): ListSearch => ({
  entity: 'product',
  words: q,
  textConditions: q
    .split(/\s+/)
    .slice(0, 8)
    .map(part => matchProductText(tx, part)),
  text: tx`p.searched`,
})

/** Returns the list's filters as conditions on `product p`, without the search. */
function productFilterConditions(tx: Tx, query: ProductListQuery): SqlFragment[] {
  const { status, category, vendor, productType, tag, stock, priceFrom, priceTo, hasImage } = query
  return [
    ...(status?.length ? [tx`p.status = any (${status})`] : []),
    ...(category?.length ? [matchesCategory(tx, category)] : []),
    ...(vendor?.length ? [tx`p.vendor = any (${vendor})`] : []),
    ...(productType?.length ? [tx`p.product_type = any (${productType})`] : []),
    ...(tag?.length ? [tx`p.tags && ${tag}::text[]`] : []),
    ...(stock ? [matchesStock(tx, stock)] : []),
    ...(priceFrom === undefined ? [] : [tx`p.price >= ${priceFrom}`]),
    ...(priceTo === undefined ? [] : [tx`p.price <= ${priceTo}`]),
    ...(hasImage === undefined ? [] : [matchesImage(tx, hasImage)]),
  ]
}

/** Matches products in the categories or in any category below them. */
const matchesCategory = (tx: Tx, categories: readonly string[]) => tx`p.id in (
  with recursive branch as (
    select c.id from category c where c.id = any (${categories})
    union
    select c.id from category c join branch on c.parent = branch.id
  )
  select pc.product_id from product_category pc join branch on branch.id = pc.category_id)`

const matchesImage = (tx: Tx, hasImage: boolean) =>
  hasImage ? tx`p.image <> ''` : tx`p.image = ''`

/** Products without stock tracking are always in stock. */
function matchesStock(tx: Tx, stock: 'in' | 'low' | 'out') {
  if (stock === 'in') return tx`(p.stock > 0 or not p.track_stock)`
  if (stock === 'out') return tx`(p.stock <= 0 and p.track_stock)`
  return tx`(p.track_stock and p.stock <= (
    select low_stock_threshold from store where id = current_store()))`
}

export async function countProductsByStatus(tx: Tx): Promise<z.infer<typeof ProductCounts>> {
  const rows = await tx<{ status: 'draft' | 'active' | 'archived'; n: number }[]>`
    select status, sum(records)::integer as n from record_tally
    where store_id = current_store() and subject = 'product' group by status`
  const counts = {
    draft: 0,
    active: 0,
    archived: 0,
    ...Object.fromEntries(rows.map(row => [row.status, row.n])),
  }
  return { all: counts.draft + counts.active + counts.archived, ...counts }
}

const maxFacetValues = 200
/**
 * Tags are read from the newest products only, because suggestions must be fast in large stores.
 */
const maxProductsForTags = 10_000

export async function getProductFacets(tx: Tx): Promise<z.infer<typeof ProductFacets>> {
  const [vendors, productTypes, tags] = await Promise.all([
    listDistinctValues(tx, 'vendor'),
    listDistinctValues(tx, 'product_type'),
    tx<{ value: string }[]>`
      select value from (
        select tags from product order by created_at desc, id desc limit ${maxProductsForTags}
      ) newest, unnest(tags) as value
      group by value order by count(*) desc, value limit ${maxFacetValues}`,
  ])
  return {
    vendors,
    productTypes,
    tags: tags.map(row => row.value).sort((a, b) => a.localeCompare(b)),
  }
}

/** Returns the distinct values by skipping through the index instead of reading every product. */
async function listDistinctValues(tx: Tx, column: 'vendor' | 'product_type'): Promise<string[]> {
  const rows = await tx<{ value: string }[]>`
    with recursive distinct_values as (
      (select ${tx(column)} as value from product where ${tx(column)} > '' order by 1 limit 1)
      union all
      select (
        select p.${tx(column)} from product p
        where p.${tx(column)} > distinct_values.value order by 1 limit 1
      ) from distinct_values where distinct_values.value is not null
    )
    select value from distinct_values where value is not null limit ${maxFacetValues}`
  return rows.map(row => row.value)
}
