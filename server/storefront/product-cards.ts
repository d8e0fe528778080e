import type { StorefrontListQuery, StorefrontSort } from '#contract/storefront.ts'
import type { StorefrontCard, StorefrontProductList } from '#contract/storefront-page.ts'
import type { SqlFragment } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'

export const cardsPerPage = 24
/** Larger lists read this number with a plus sign. */
const maxTotal = 2000

/** Shoppers see the number of units left up to this number. The trigger of `product` has it too. */
export const maxShownUnits = 5

/** Selects products `p` as cards. */
export const selectCards = (tx: Tx) => tx`
  p.title, '/products/' || p.slug as path, p.vendor, p.price, p.compare_at_price,
  p.variant_count > 1 and exists (
    select from variant v
    where v.business_id = p.business_id and v.product_id = p.id and v.price > p.price
  ) as has_price_range,
  ${isAvailable(tx)} as is_available,
  (
    select jsonb_build_object('url', m.url, 'alt', coalesce(nullif(i.alt, ''), m.alt), 'width', m.width, 'height', m.height)
    from product_image i join media m on m.business_id = i.business_id and m.id = i.media_id
    where i.business_id = p.business_id and i.product_id = p.id and i.state = 'ready'
    order by i.position, i.id limit 1
  ) as image`

/** Whether a product `p` can be bought. */
const isAvailable = (tx: Tx) => tx`(p.stock > 0 or not p.track_stock or exists (
  select from variant v
  where v.business_id = p.business_id and v.product_id = p.id
    and (v.allow_backorder or not v.track_stock)))`

const orders = (tx: Tx): Record<StorefrontSort, SqlFragment> => ({
  featured: tx`p.created_at desc, p.id desc`,
  newest: tx`p.created_at desc, p.id desc`,
  priceAsc: tx`p.price, p.id`,
  priceDesc: tx`p.price desc, p.id desc`,
  title: tx`p.title_sorted, p.id`,
})

type ListRow = StorefrontCard & { total: number }

/** Selects one page of the products that match the conditions and the filters, with their total. */
export const selectCardPage = (
  tx: Tx,
  query: StorefrontListQuery,
  conditions: readonly SqlFragment[],
) => {
  const where = [...conditions, ...filterConditions(tx, query)].reduce(
    (all, condition) => tx`${all} and ${condition}`,
    tx`p.business_id = current_business() and p.status = 'active'`,
  )
  return tx<ListRow[]>`
    select ${selectCards(tx)}, (
      select count(*)::integer from (select from product p where ${where} limit ${maxTotal + 1}) counted
    ) as total
    from (
      select p.id from product p where ${where}
      order by ${orders(tx)[query.sort ?? 'featured']}
      limit ${cardsPerPage} offset ${(query.page - 1) * cardsPerPage}
    ) on_page
    join product p on p.business_id = current_business() and p.id = on_page.id
    order by ${orders(tx)[query.sort ?? 'featured']}`
}

function filterConditions(tx: Tx, query: StorefrontListQuery): SqlFragment[] {
  const { priceFrom, priceTo, available, vendor, tag, option } = query
  return [
    ...(priceFrom === undefined ? [] : [tx`p.price >= ${priceFrom}`]),
    ...(priceTo === undefined ? [] : [tx`p.price <= ${priceTo}`]),
    ...(available ? [isAvailable(tx)] : []),
    ...(vendor?.length ? [tx`p.vendor = any (${vendor})`] : []),
    ...(tag?.length ? [tx`p.tags && ${tag}::text[]`] : []),
    ...(option ?? []).map(entry => {
      const [name = '', ...value] = entry.split(':')
      return tx`p.options @> ${tx.json([{ name, values: [value.join(':')] }])}`
    }),
  ]
}

export function toProductList(
  rows: readonly ListRow[],
  query: StorefrontListQuery,
): StorefrontProductList {
  const total = rows[0]?.total ?? 0
  return {
    cards: rows.map(({ total: _, ...card }) => card),
    total: Math.min(total, maxTotal),
    totalIsCapped: total > maxTotal,
    page: query.page,
    pageCount: Math.ceil(Math.min(total, maxTotal) / cardsPerPage),
    query,
  }
}
