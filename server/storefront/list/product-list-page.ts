import { isTypedSection, type Section } from '#contract/section/section-catalog.ts'
import type { StorefrontListQuery, StorefrontSort } from '#contract/storefront/storefront.ts'
import type { StorefrontFilter } from '#contract/storefront/storefront-filter.ts'
import type {
  StorefrontCard,
  StorefrontHead,
  StorefrontProductList,
} from '#contract/storefront/storefront-page.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { planForValues } from '../../lib/db/plan-cache.ts'
import { loadTaggedIds, tagConditions } from '../../product/rule/load-tagged-ids.ts'
import { type LoadedContent, notFound } from '../host/storefront-content.ts'
import { showMatchingVariants } from './matching-variants.ts'
import { loadCards, loadSelectedCards } from './product-cards.ts'
import {
  type FacetRow,
  getMaxReadProducts,
  maxTotal,
  selectFacets,
  toFacets,
} from './product-facets.ts'
import { getProductFilters, getVariantFilter, hasFilters } from './product-filters.ts'

const cardsPerPage = 24

const orders = (tx: Tx): Record<StorefrontSort, SqlFragment> => ({
  featured: tx`p.created_at desc, p.id desc`,
  bestselling: tx`p.sold_units desc, p.id desc`,
  rating: tx`p.rating_rank desc, p.id desc`,
  newest: tx`p.created_at desc, p.id desc`,
  priceAsc: tx`p.price, p.id`,
  priceDesc: tx`p.price desc, p.id desc`,
  title: tx`p.title_sorted, p.id`,
})

export type ProductListRequest = {
  query: StorefrontListQuery
  currency: string
  filters: StorefrontFilter[]
}

/** Selects the products `p` of a list. */
export type ProductCriteria = {
  conditions: readonly SqlFragment[]
  /** Precedes the order of products that the shopper did not sort. */
  leadingSort?: SqlFragment
  /** The list has at most this number of products. */
  maxCount?: number
}

const defaultFilters: StorefrontFilter[] = [
  { filter: 'available', option: '' },
  { filter: 'price', option: '' },
  { filter: 'option', option: '' },
  { filter: 'vendor', option: '' },
]

/** Returns the filters of all lists, which are those of the template of categories. */
export function getListFilters(template: readonly Section[]): StorefrontFilter[] {
  const section = template.filter(isTypedSection).find(({ type }) => type === 'productList')
  if (section?.type !== 'productList') return defaultFilters
  if (!section.settings.hasFilters) return []
  const filters = section.items.map(({ settings }) => settings)
  return filters.length > 0 ? filters : defaultFilters
}

const joinConditions = (tx: Tx, conditions: readonly SqlFragment[]) =>
  conditions.reduce(
    (all, condition) => tx`${all} and ${condition}`,
    tx`p.store_id = current_store() and p.status = 'active'`,
  )

/**
 * Loads one page of the listed products, with the filters that they have. Lists of which the filters
 * read all products are read once. The page of a larger list is the start of an index.
 */
export async function loadProductList(
  tx: Tx,
  { query, currency, filters }: ProductListRequest,
  { conditions, leadingSort = tx``, maxCount = Number.POSITIVE_INFINITY }: ProductCriteria,
): Promise<StorefrontProductList> {
  const filterConditions = getProductFilters(tx, query, currency)
  const maxReadProducts = getMaxReadProducts(filters)
  const tagged = maxCount < maxReadProducts ? undefined : await loadTaggedIds(tx, query.tag)
  // Without a list of tags, products without the chosen ones count for no value of a filter.
  const readTagged = filters.some(({ filter }) => filter === 'tag') ? undefined : tagged
  const where = joinConditions(tx, [...tagConditions(tx, readTagged, 'count'), ...conditions])
  const isReadOnce = Math.min(maxCount, readTagged?.count ?? maxCount) < maxReadProducts
  // One plan for all prices sorts the products of a wide range, which can be most of the store.
  if (!isReadOnce && filterConditions.some(({ name }) => name === 'price')) await planForValues(tx)
  const selectFiltered = (use: 'count' | 'page') =>
    joinConditions(tx, [
      ...tagConditions(tx, tagged, use),
      ...conditions,
      ...filterConditions.map(({ condition }) => condition),
    ])
  const order = query.sort ? orders(tx)[query.sort] : tx`${leadingSort}${orders(tx).featured}`
  const page = tx`order by ${order} limit ${cardsPerPage} offset ${(query.page - 1) * cardsPerPage}`
  const facets = selectFacets(tx, where, {
    filters,
    conditions: filterConditions,
    variantFilter: getVariantFilter(query),
    filteredWhere: selectFiltered('count'),
    ...(isReadOnce && { page }),
  })
  const [cards, facetRows] = await Promise.all([
    isReadOnce
      ? facets.then(([row]) => loadCards(tx, row?.ids ?? []))
      : loadSelectedCards(
          tx,
          tx`select p.id from product p where ${selectFiltered('page')} ${page}`,
        ),
    facets,
  ])
  const shownCards = await showMatchingVariants(tx, cards, query.option)
  return toProductList(shownCards, facetRows, { query, filters })
}

export function toProductList(
  cards: StorefrontCard[],
  facets: readonly FacetRow[],
  { query, filters }: Omit<ProductListRequest, 'currency'>,
): StorefrontProductList {
  const total = facets[0]?.total ?? 0
  return {
    cards,
    total: Math.min(total, maxTotal),
    totalIsCapped: total > maxTotal,
    page: query.page,
    pageCount: Math.ceil(Math.min(total, maxTotal) / cardsPerPage),
    query,
    filters,
    facets: toFacets(facets),
  }
}

/**
 * Returns the page of a list. A page beyond the last one does not exist. A page whose filters match
 * no product has the status 404 too, so that search engines do not list it.
 */
export function toListPage(
  list: StorefrontProductList,
  { content, head }: Pick<LoadedContent, 'content' | 'head'>,
): LoadedContent {
  const isEmpty = list.cards.length === 0
  if (isEmpty && list.page > 1) return notFound
  return { content, head, ...(isEmpty && hasFilters(list.query) && { status: 404 }) }
}

/** Filtered and sorted pages show products of the plain list, to which search engines go. */
export const getCanonicalPath = (
  path: string,
  query: StorefrontListQuery,
): StorefrontHead['canonicalPath'] =>
  query.page > 1 && !query.sort && !hasFilters(query) ? `${path}?page=${query.page}` : path
