import type { Tx } from '../lib/db/db.ts'

/** A product in an email, with its present price in minor units. */
export type MailProduct = { title: string; path: string; image: string; price: number }

/** Returns the visible ones among the products, by id. */
export async function loadMailProducts(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, MailProduct>> {
  if (ids.length === 0) return new Map()
  const rows = await tx<(MailProduct & { id: string })[]>`
    select id, title, '/products/' || slug as path, image, price from product
    where status = 'active' and id = any (${[...ids]}::uuid[])`
  return new Map(rows.map(({ id, ...product }) => [id, product]))
}
