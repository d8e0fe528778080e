import type { StorefrontCard, StorefrontCategory } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { listBoughtTogether } from '../list/bought-together.ts'
import { hasProducts } from '../list/category-branch.ts'
import { loadCards } from '../list/product-cards.ts'
import type { SectionRequest } from './section-request.ts'

/** The records of all sections of a page. */
export type SectionRecords = {
  newest: StorefrontCard[]
  related: StorefrontCard[]
  boughtTogether: StorefrontCard[]
  cardsByCategory: Map<string, StorefrontCard[]>
  cardsById: Map<string, StorefrontCard>
  categoriesById: Map<string, StorefrontCategory>
  topCategories: StorefrontCategory[]
}

type ListedProduct = { id: string }

const maxTopCategories = 12

/**
 * Loads the records of all requests with at most one statement for each kind of request, and the cards
 * of all products with one.
 */
export async function loadSectionRecords(
  tx: Tx,
  requests: readonly SectionRequest[],
  productId: string | undefined,
): Promise<SectionRecords> {
  const getMax = (counts: readonly (number | undefined)[]) =>
    Math.max(0, ...counts.map(count => count ?? 0))
  const maxRelated = getMax(requests.map(request => request.related))
  const maxTogether = getMax(requests.map(request => request.boughtTogether))
  const [newest, listedRelated, boughtTogether, productsByCategory, categoriesById, topCategories] =
    await Promise.all([
      listNewest(tx, getMax(requests.map(request => request.newest))),
      listRelated(tx, productId, maxRelated === 0 ? 0 : maxRelated + maxTogether),
      listBoughtTogether(tx, productId === undefined ? [] : [productId], maxTogether),
      listByCategory(tx, requests),
      selectCategoriesById(tx, [...new Set(requests.flatMap(({ categories = [] }) => categories))]),
      requests.some(request => request.hasTopCategories) ? selectTopCategories(tx) : [],
    ])
  // A product is in at most one of the two lists.
  const togetherIds = new Set(boughtTogether.map(({ id }) => id))
  const related = listedRelated.filter(({ id }) => !togetherIds.has(id)).slice(0, maxRelated)
  const rows = [...newest, ...related, ...boughtTogether, ...productsByCategory]
  const chosenIds = requests.flatMap(({ products = [] }) => products)
  const cards = await loadCards(tx, [...new Set([...rows.map(({ id }) => id), ...chosenIds])])
  const cardsById = new Map(cards.map(card => [card._id, card]))
  const toCards = (listed: readonly ListedProduct[]) =>
    listed.flatMap(({ id }) => cardsById.get(id) ?? [])
  return {
    newest: toCards(newest),
    related: toCards(related),
    boughtTogether: toCards(boughtTogether),
    cardsByCategory: new Map(
      [...Map.groupBy(productsByCategory, ({ categoryId }) => categoryId)].map(
        ([categoryId, listed]) => [categoryId, toCards(listed)],
      ),
    ),
    cardsById,
    categoriesById,
    topCategories,
  }
}

const listNewest = async (tx: Tx, count: number): Promise<ListedProduct[]> =>
  count === 0
    ? []
    : tx<ListedProduct[]>`
        select p.id from product p
        where p.store_id = current_store() and p.status = 'active'
        order by p.created_at desc, p.id desc limit ${count}`

/** The newest products of each category, among those that were added to it last. */
const candidatesPerCategory = 60
/**
 * Where too few products share a category, the newest ones of the store fill the row. The limits are
 * literals, because PostgreSQL plans each execution if they are parameters.
 */
const listRelated = async (
  tx: Tx,
  productId: string | undefined,
  count: number,
): Promise<ListedProduct[]> =>
  count === 0 || productId === undefined
    ? []
    : tx<ListedProduct[]>`
        with related as materialized (
          select distinct candidate.product_id
          from product_category own
          cross join lateral (
            select pc.product_id from product_category pc
            where pc.store_id = current_store() and pc.category_id = own.category_id
            order by pc.product_id desc limit ${tx.unsafe(String(candidatesPerCategory))}
          ) candidate
          where own.store_id = current_store() and own.product_id = ${productId}
        ), newest as (
          select n.id as product_id from product n
          where n.store_id = current_store() and n.status = 'active'
          order by n.created_at desc, n.id desc limit ${tx.unsafe(String(count + 1))}
        )
        select p.id from product p
        where p.store_id = current_store() and p.status = 'active' and p.id <> ${productId}
          and p.id in (select product_id from related union select product_id from newest)
        order by p.id in (select product_id from related) desc, p.created_at desc, p.id desc
        limit ${tx.unsafe(String(count))}`

async function listByCategory(tx: Tx, requests: readonly SectionRequest[]) {
  const counts = new Map<string, number>()
  for (const { ofCategory } of requests)
    if (ofCategory)
      counts.set(ofCategory.id, Math.max(ofCategory.count, counts.get(ofCategory.id) ?? 0))
  if (counts.size === 0) return []
  return tx<(ListedProduct & { categoryId: string })[]>`
    select wanted.id as category_id, listed.id
    from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::integer[]) wanted (id, count)
    cross join lateral (
      select p.id, row_number() over (order by p.created_at desc, p.id desc) as position from product p
      where p.store_id = current_store() and p.status = 'active' and p.id in (
        select pc.product_id from product_category pc
        where pc.store_id = current_store() and pc.category_id = wanted.id)
      order by p.created_at desc, p.id desc limit wanted.count
    ) listed
    order by wanted.id, listed.position`
}

async function selectCategoriesById(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, StorefrontCategory>()
  const rows = await tx<(StorefrontCategory & { id: string })[]>`
    select c.id, c.name, c.slug, c.image from category c
    where c.store_id = current_store() and c.id = any (${ids}::uuid[]) and ${hasProducts(tx)}`
  return new Map(rows.map(({ id, ...category }) => [id, category]))
}

const selectTopCategories = (tx: Tx) => tx<StorefrontCategory[]>`
  select c.name, c.slug, c.image from category c
  where c.store_id = current_store() and c.parent is null and ${hasProducts(tx)}
  order by c.position, c.id limit ${maxTopCategories}`
