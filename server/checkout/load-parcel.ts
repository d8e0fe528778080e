import type { StorefrontCartLine } from '#contract/storefront-order.ts'
import type { Tx } from '../lib/db/db.ts'

type Parcel = { requiresShipping: boolean; weight: number }
type ShippedVariant = { id: string; weight: number | null; requiresShipping: boolean }

/** Returns whether goods of a cart are delivered, and their weight in grams. */
export async function loadParcel(tx: Tx, lines: readonly StorefrontCartLine[]): Promise<Parcel> {
  const variants = await tx<ShippedVariant[]>`
    select v.id, v.weight, p.requires_shipping
    from variant v join product p on p.business_id = v.business_id and p.id = v.product_id
    where v.id = any (${lines.map(({ variant }) => variant)}::uuid[]) and p.requires_shipping`
  const weights = new Map(variants.map(({ id, weight }) => [id, weight ?? 0]))
  return {
    requiresShipping: variants.length > 0,
    weight: lines.reduce(
      (sum, { variant, quantity }) => sum + quantity * (weights.get(variant) ?? 0),
      0,
    ),
  }
}
