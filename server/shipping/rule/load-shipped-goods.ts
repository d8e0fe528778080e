import type { Tx } from '../../lib/db/db.ts'

type GoodsLine = { variant: string; quantity: number }
/** The properties of a product that its delivery depends on. The weight of a unit is in grams. */
export type DeliveredGoods = {
  requiresShipping: boolean
  weight: number | null
  shippingClass: string
}
type ShippedGoods<Line> = {
  requiresShipping: boolean
  weight: number
  /** The lines that are delivered, by their shipping class. */
  linesByClass: Map<string, Line[]>
}
type GoodsRow = DeliveredGoods & { id: string }

/** Returns whether goods are delivered, with their weight in grams and their classes. */
export async function loadShippedGoods<Line extends GoodsLine>(
  tx: Tx,
  lines: readonly Line[],
): Promise<ShippedGoods<Line>> {
  const rows = await tx<GoodsRow[]>`
    select v.id, v.weight, p.requires_shipping, p.shipping_class
    from unnest(${lines.map(({ variant }) => variant)}::uuid[]) as line (variant)
    join variant v on v.id = line.variant
    join product p on p.store_id = v.store_id and p.id = v.product_id`
  const rowsById = new Map(rows.map(row => [row.id, row]))
  return findShippedGoods(lines, ({ variant }) => rowsById.get(variant))
}

/** Like `loadShippedGoods`, for lines whose goods are loaded. */
export function findShippedGoods<Line extends { quantity: number }>(
  lines: readonly Line[],
  getGoods: (line: Line) => DeliveredGoods | undefined,
): ShippedGoods<Line> {
  const shippedLines = lines.filter(line => getGoods(line)?.requiresShipping)
  return {
    requiresShipping: shippedLines.length > 0,
    weight: shippedLines.reduce(
      (sum, line) => sum + line.quantity * (getGoods(line)?.weight ?? 0),
      0,
    ),
    linesByClass: Map.groupBy(shippedLines, line => getGoods(line)?.shippingClass ?? ''),
  }
}
