import type { AppliedDiscount } from '#contract/storefront/storefront-order.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Returns the uses of discounts by a checkout that ends without an order, or by an edited order. */
export async function returnDiscounts(
  tx: Tx,
  discounts: readonly AppliedDiscount[],
): Promise<void> {
  if (discounts.length === 0) return
  const ids = discounts.map(({ discount }) => discount)
  await tx`select from discount where id = any (${ids}) order by id for update`
  await tx`
    update discount set used_count = greatest(used_count - 1, 0) where id = any (${ids})`
  for (const { discount, code } of discounts)
    await tx`
      update discount_code set is_used = false where discount_id = ${discount} and code = ${code}`
}
