import type { OrderReviewFields } from '#contract/storefront/storefront-order-form.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Whether an order line `l` of an order `o` has arrived, or is on its way, at its shopper. */
const isReceived = (tx: Tx) => tx`(
  o.status in ('delivered', 'completed', 'returned')
  or o.status not in ('draft', 'cancelled') and l.fulfilled_quantity > 0)`

/** Selects the products of an order `o` that its shopper can review, as one JSON value. */
export const selectReviewStates = (tx: Tx) => tx`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'product', p.id, 'title', p.title, 'path', '/products/' || p.slug, 'status', r.status)
    order by bought.position), '[]')
  from (
    select l.product_id, min(l.position) as position from order_line l
    where l.store_id = o.store_id and l.order_id = o.id and ${isReceived(tx)}
    group by l.product_id
  ) bought
  join product p on p.store_id = o.store_id and p.id = bought.product_id and p.status = 'active'
  left join review r on r.store_id = o.store_id and r.order_id = o.id and r.product_id = p.id
)`

/**
 * Adds the review of a product by the shopper of an order, and notifies staff. The second one of
 * the same product changes nothing. Returns the id of the review that was added.
 * @throws Problem 404 for a product that the order does not contain or that did not leave the store
 */
export async function addReview(
  tx: Tx,
  orderId: string,
  { product: productId, rating, title, text, name }: OrderReviewFields,
): Promise<string | undefined> {
  const [product] = await tx<{ title: string }[]>`
    select p.title
    from "order" o
    join order_line l on l.store_id = o.store_id and l.order_id = o.id
    join product p on p.store_id = l.store_id and p.id = l.product_id and p.status = 'active'
    where o.id = ${orderId} and p.id = ${productId} and ${isReceived(tx)}
    limit 1
    for share of o, p`
  if (!product) throw new Problem(404, 'not_found')
  const [review] = await tx<{ id: string }[]>`
    insert into review (product_id, order_id, rating, title, text, name)
    values (${productId}, ${orderId}, ${rating}, ${title}, ${text}, ${name})
    on conflict on constraint review__order_product do nothing
    returning id`
  if (!review) return undefined
  const data = tx.json({ customer: name, title: product.title })
  await tx`select add_notification('review_added', 'product', ${productId}, ${data})`
  return review.id
}

/** Adds the ids of its photos to a review. */
export const addReviewPhotos = (tx: Tx, id: string, photos: readonly string[]) =>
  tx`update review set photos = ${photos}::uuid[] where id = ${id}`
