import type { ReviewQuery } from '#contract/storefront/storefront.ts'
import type { StorefrontReview, StorefrontReviews } from '#contract/storefront/storefront-review.ts'
import type { Tx } from '../../lib/db/db.ts'

const reviewsPerPage = 8
const allStars = [1, 2, 3, 4, 5]
type CountRow = { rating: number; count: number; photoCount: number }

/** Loads a page of the approved reviews of a product. */
export async function loadReviews(
  tx: Tx,
  slug: string,
  query: ReviewQuery,
): Promise<StorefrontReviews> {
  const approved = tx`
    r.store_id = current_store() and r.status = 'approved' and r.product_id = (
      select p.id from product p where p.store_id = current_store() and p.slug = ${slug})`
  const { stars, photos, reviews: after } = query
  const sort = getSort(tx, query)
  const [counts, rows] = await Promise.all([
    tx<CountRow[]>`
      select r.rating, count(*)::integer as count,
        count(*) filter (where r.photos <> '{}')::integer as photo_count
      from review r where ${approved} group by r.rating`,
    tx<StorefrontReview[]>`
      select r.id as "_id", r.rating, r.title, r.text, r.name, r.photos, r.reply, r.created_at
      from review r
      where ${approved} ${stars ? tx`and r.rating = ${stars}` : tx``}
        ${photos ? tx`and r.photos <> '{}'` : tx``} ${after ? tx`and ${sort.after}` : tx``}
      order by ${sort.order} limit ${reviewsPerPage + 1}`,
  ])
  const items = rows.slice(0, reviewsPerPage)
  return {
    ...sumCounts(counts),
    query,
    items,
    isFirstPage: after === undefined,
    next: rows.length > reviewsPerPage ? (items.at(-1)?._id ?? null) : null,
  }
}

/** Returns the order of the reviews, and the condition for those after one. */
function getSort(tx: Tx, { reviewSort = 'newest', reviews = '' }: ReviewQuery) {
  const compare = (sign: 1 | -1) => tx`(${sign} * r.rating, r.id) < (
    select ${sign} * a.rating, a.id from review a where a.store_id = current_store() and a.id = ${reviews})`
  switch (reviewSort) {
    case 'newest':
      return { order: tx`r.id desc`, after: tx`r.id < ${reviews}` }
    case 'highest':
      return { order: tx`r.rating desc, r.id desc`, after: compare(1) }
    case 'lowest':
      return { order: tx`r.rating, r.id desc`, after: compare(-1) }
  }
}

function sumCounts(rows: readonly CountRow[]) {
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const stars = rows.reduce((sum, row) => sum + row.rating * row.count, 0)
  return {
    count,
    average: count === 0 ? 0 : Math.round((stars * 10) / count) / 10,
    countByStars: allStars.map(rating => rows.find(row => row.rating === rating)?.count ?? 0),
    photoCount: rows.reduce((sum, row) => sum + row.photoCount, 0),
  }
}
