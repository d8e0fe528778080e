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
import { type LoadedContent, notFound } from '../host/storefront-content.ts'
import { selectCards } from './product-cards.ts'
import { type FacetRow, selectFacets, toFacets } from './product-facets.ts'
import { getProductFilters, hasFilters } from './product-filters.ts'

const cardsPerPage = 24
/** Larger lists read this number with a plus sign. */
const maxTotal = 2000

const orders = (tx: Tx): Record<StorefrontSort, SqlFragment> => ({
  featured: tx`p.created_at desc, p.id desc`,
  bestselling: tx`p.sold_units desc, p.id desc`,
  rating: tx`p.rating_rank desc, p.id desc`,
  newest: tx`p.created_at desc, p.id desc`,
  priceAsc: tx`p.price, p.id`,
  priceDesc: tx`p.price desc, p.id desc`,
  title: tx`p.title_sorted, p.id`,
})

type CardRow = StorefrontCard & { total: number }
export type ProductListRequest = {
  query: StorefrontListQuery
  currency: string
  filters: StorefrontFilter[]
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
 * Loads one page of the products that match the conditions, with the filters that they have.
 * `firstOrder` precedes the order of products that the shopper did not sort.
 */
export async function loadProductList(
  tx: Tx,
  { query, currency, filters }: ProductListRequest,
  conditions: readonly SqlFragment[],
  firstOrder = tx``,
): Promise<StorefrontProductList> {
  const filterConditions = getProductFilters(tx, query, currency)
  const [cards, facets] = await Promise.all([
    selectCardPage(
      tx,
      query,
      [...conditions, ...filterConditions.map(({ condition }) => condition)],
      query.sort ? orders(tx)[query.sort] : tx`${firstOrder}${orders(tx).featured}`,
    ),
    filters.length === 0
      ? []
      : selectFacets(tx, joinConditions(tx, conditions), { filters, conditions: filterConditions }),
  ])
  return toProductList(cards, facets, { query, filters })
}

const selectCardPage = (
  tx: Tx,
  query: StorefrontListQuery,
  conditions: readonly SqlFragment[],
  order: SqlFragment,
) => {
  const where = joinConditions(tx, conditions)
  return tx<CardRow[]>`
    select ${selectCards(tx)}, (
      select count(*)::integer from (select from product p where ${where} limit ${maxTotal + 1}) counted
    ) as total
    from (
      select p.id from product p where ${where}
      order by ${order}
      limit ${cardsPerPage} offset ${(query.page - 1) * cardsPerPage}
    ) on_page
    join product p on p.store_id = current_store() and p.id = on_page.id
    order by ${order}`
}

export function toProductList(
  cards: readonly CardRow[],
  facets: readonly FacetRow[],
  { query, filters }: Omit<ProductListRequest, 'currency'>,
): StorefrontProductList {
  const total = cards[0]?.total ?? 0
  return {
    cards: cards.map(({ total: _, ...card }) => card),
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
