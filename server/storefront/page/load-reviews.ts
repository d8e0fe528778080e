import type { StorefrontReview, StorefrontReviews } from '#contract/storefront/storefront-review.ts'
import type { Tx } from '../../lib/db/db.ts'

const reviewsPerPage = 8

/** Loads a page of the approved reviews of a product, after the review with the id `after`. */
export async function loadReviews(
  tx: Tx,
  slug: string,
  after: string | undefined,
): Promise<StorefrontReviews> {
  const approved = tx`
    r.store_id = current_store() and r.status = 'approved' and r.product_id = (
      select p.id from product p where p.store_id = current_store() and p.slug = ${slug})`
  const [[sums], rows] = await Promise.all([
    tx<Pick<StorefrontReviews, 'count' | 'average'>[]>`
      select count(*)::integer as count, coalesce(round(avg(r.rating), 1), 0)::float8 as average
      from review r where ${approved}`,
    tx<StorefrontReview[]>`
      select r.id as "_id", r.rating, r.title, r.text, r.name, r.created_at
      from review r where ${approved} ${after ? tx`and r.id < ${after}` : tx``}
      order by r.id desc limit ${reviewsPerPage + 1}`,
  ])
  const items = rows.slice(0, reviewsPerPage)
  return {
    count: sums?.count ?? 0,
    average: sums?.average ?? 0,
    items,
    isFirstPage: after === undefined,
    next: rows.length > reviewsPerPage ? (items.at(-1)?._id ?? null) : null,
  }
}
