import { insertRow, type Tx } from '../../lib/db/db.ts'

/** Adds a review with its product and order to the current store, and returns its id. */
export async function insertTestReview(tx: Tx, slug = 'reviewed-cup'): Promise<string> {
  const product = await insertRow(tx, 'product', { title: 'Reviewed cup', slug, status: 'active' })
  const order = await insertRow(tx, 'order', { number: `#${slug}`, currency: 'USD' })
  const [row] = await tx<{ id: string }[]>`
    insert into review (product_id, order_id, rating, title, text, name)
    values (${product}, ${order}, 4, 'Pours well', 'No drips.', 'Ada') returning id`
  return row?.id ?? ''
}
