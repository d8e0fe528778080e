import type { Tx } from '../../lib/db/db.ts'

type GoodsLine = { variant: string; quantity: number }
type ShippedGoods<Line> = {
  requiresShipping: boolean
  weight: number
  /** The lines that are delivered, by their shipping class. */
  linesByClass: Map<string, Line[]>
}
type ShippedVariant = { id: string; weight: number | null; shippingClass: string }

/** Returns whether goods of a cart are delivered, with their weight in grams and their classes. */
export async function loadShippedGoods<Line extends GoodsLine>(
  tx: Tx,
  lines: readonly Line[],
): Promise<ShippedGoods<Line>> {
  const variants = await tx<ShippedVariant[]>`
    select v.id, v.weight, p.shipping_class
    from unnest(${lines.map(({ variant }) => variant)}::uuid[]) as line (variant)
    join variant v on v.id = line.variant
    join product p on p.store_id = v.store_id and p.id = v.product_id
    where p.requires_shipping`
  const variantsById = new Map(variants.map(variant => [variant.id, variant]))
  const shippedLines = lines.filter(({ variant }) => variantsById.has(variant))
  return {
    requiresShipping: shippedLines.length > 0,
    weight: shippedLines.reduce(
      (sum, { variant, quantity }) => sum + quantity * (variantsById.get(variant)?.weight ?? 0),
      0,
    ),
    linesByClass: Map.groupBy(
      shippedLines,
      ({ variant }) => variantsById.get(variant)?.shippingClass ?? '',
    ),
  }
}
