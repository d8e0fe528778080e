import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import type {
  StorefrontCart,
  StorefrontCartLine,
  StorefrontRemovedLine,
} from '#contract/storefront/storefront-order.ts'
import type { Tx } from '../lib/db/db.ts'

const RemovedQuery = z.object({ removed: Id, quantity: z.coerce.number().int().min(1).max(999) })

/**
 * Returns the parameters of the page of the cart after a removal. Its page offers to add the line again
 * if it can still be bought.
 */
export const formatRemovedLine = (line: StorefrontCartLine | undefined): string =>
  line?.state === 'available'
    ? `?${new URLSearchParams({ removed: line.variant, quantity: String(line.quantity) })}`
    : ''

/** Returns the removed line of the parameters, unless its product is in the cart again. */
export async function loadRemovedLine(
  tx: Tx,
  query: unknown,
  { lines }: Pick<StorefrontCart, 'lines'>,
): Promise<StorefrontRemovedLine | null> {
  const { data } = RemovedQuery.safeParse(query)
  if (!data || lines.some(({ variant }) => variant === data.removed)) return null
  const { removed: variant, quantity } = data
  const [row] = await tx<{ title: string }[]>`
    select concat_ws(' – ', p.title, nullif(array_to_string(v.options, ' / '), '')) as title
    from variant v join product p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = current_store() and v.id = ${variant} and p.status = 'active'`
  return row ? { variant, quantity, title: row.title } : null
}
