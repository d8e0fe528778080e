import type { WithdrawalException } from '#contract/product/product-checkout.ts'
import { createFieldMessage } from '../../lib/call/error-message.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { matchIds } from '../../lib/db/match-ids.ts'

export type SoldVariant = {
  variant: string
  product: string
  title: string
  variantTitle: string
  sku: string
  image: string
  price: number
  cost: number | null
  stock: number
  trackStock: boolean
  allowBackorder: boolean
  requiresShipping: boolean
  withdrawalException: WithdrawalException
  isDeleted?: boolean
}
type StockRequest = { variant: string | null; quantity: number }

type StockReason = 'order' | 'edit' | 'cancel' | 'return' | 'reopen' | 'hold' | 'release'

/**
 * Sets the reason and the order that the trigger writes into the stock movements. Units of a checkout
 * have no order yet.
 */
export const setStockReason = (tx: Tx, reason: StockReason, orderId = '') =>
  tx`
    select set_config('app.stock_reason', ${reason}, true),
      set_config('app.order_id', ${orderId}, true)`

/** Locks the variants in the order of `order-locks.ts`. */
export const lockVariants = (tx: Tx, ids: readonly (string | null)[]) => tx<SoldVariant[]>`
  select v.id as variant, v.product_id as product, p.title,
    array_to_string(v.options, ' / ') as variant_title, v.sku, v.price, v.cost,
    coalesce((select m.url
      from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
      where i.store_id = v.store_id and i.id = v.image_id), p.image) as image,
    v.stock, v.track_stock, v.allow_backorder, p.requires_shipping, p.withdrawal_exception
  from variant v join product p on p.store_id = v.store_id and p.id = v.product_id
  where v.id ${matchIds(
    tx,
    ids.filter(id => id !== null),
  )} order by v.id for no key update of v`

/**
 * Checks the stock of all lines; lines of one variant share its stock.
 * @throws Problem 409 insufficient_stock with every line that requests too much
 */
export function checkStock(lines: readonly StockRequest[], variants: readonly SoldVariant[]): void {
  const shortages = variants
    .filter(variant => variant.trackStock && !variant.allowBackorder)
    .flatMap(soldVariant => {
      const requestingLines = lines.flatMap(({ variant, quantity }, lineIndex) =>
        variant === soldVariant.variant ? [{ line: lineIndex, quantity }] : [],
      )
      const requested = requestingLines.reduce((sum, { quantity }) => sum + quantity, 0)
      return requested <= soldVariant.stock
        ? []
        : requestingLines.map(({ line }) => ({
            line,
            variant: soldVariant.variant,
            title: [soldVariant.title, soldVariant.variantTitle].filter(Boolean).join(' – '),
            requested,
            available: Math.max(soldVariant.stock, 0),
          }))
    })
  if (shortages.length === 0) return
  const errors = shortages
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, available }) =>
      available
        ? createFieldMessage(`lines.${line}`, 'line_stock_short', { count: available })
        : createFieldMessage(`lines.${line}`, 'line_out_of_stock'),
    )
  throw new Problem(409, 'insufficient_stock', {}, { errors, data: shortages })
}

/**
 * Takes the units of all lines from locked variants. The statement checks the stock again, so that a mistake
 * in the code cannot sell units that do not exist.
 * @throws Problem like `checkStock`
 */
export async function takeStock(
  tx: Tx,
  { lines, variants }: { lines: readonly StockRequest[]; variants: readonly SoldVariant[] },
  { reason, orderId }: { reason: StockReason; orderId?: string },
): Promise<void> {
  checkStock(lines, variants)
  const trackedVariants = variants.filter(variant => variant.trackStock)
  const trackedIds = new Set<string | null>(trackedVariants.map(({ variant }) => variant))
  const trackedLines = lines.filter(line => trackedIds.has(line.variant))
  if (trackedLines.length === 0) return
  const variantIds = trackedLines.map(line => line.variant)
  const quantities = trackedLines.map(line => line.quantity)
  // Sent before the update.
  const settingReason = setStockReason(tx, reason, orderId).execute()
  const updating = tx`
    update variant v set stock = v.stock - t.quantity
    from (
      select id, sum(quantity)::integer as quantity
      from unnest(${variantIds}::uuid[], ${quantities}::integer[]) as s (id, quantity)
      group by id
    ) t
    where v.id = t.id and v.track_stock and (v.allow_backorder or v.stock >= t.quantity)`
  const [updateResult] = await Promise.all([updating, settingReason])
  if (updateResult.count !== trackedVariants.length)
    throw new Error('The stock of locked variants changed during the transaction.')
}

/**
 * Takes units, or returns them if the quantity is negative, in one statement. Like `takeStock`, it
 * checks the stock of locked variants again.
 */
export async function changeStock(
  tx: Tx,
  changes: readonly { variant: string; quantity: number }[],
): Promise<void> {
  if (changes.length === 0) return
  const variantIds = changes.map(({ variant }) => variant)
  const quantities = changes.map(({ quantity }) => quantity)
  const updateResult = await tx`
    update variant v set stock = v.stock - t.quantity
    from unnest(${variantIds}::uuid[], ${quantities}::integer[]) as t (id, quantity)
    where v.id = t.id
      and (t.quantity < 0 or v.track_stock and (v.allow_backorder or v.stock >= t.quantity))`
  if (updateResult.count !== changes.length)
    throw new Error('The stock of locked variants changed during the transaction.')
}

/** Returns units that a checkout has taken. */
export const returnStock = (tx: Tx, lines: readonly StockRequest[]) => tx`
  update variant v set stock = v.stock + t.quantity
  from (
    select id, sum(quantity)::integer as quantity
    from unnest(
      ${lines.map(({ variant }) => variant)}::uuid[],
      ${lines.map(({ quantity }) => quantity)}::integer[]
    ) as s (id, quantity)
    group by id
  ) t
  where v.id = t.id`

/**
 * Restores the stock that the order's lines took and that was not returned before, without the absent
 * units of each line `l`.
 */
export async function restoreStock(
  tx: Tx,
  orderId: string,
  lines: readonly { variant: string | null; isStockDeducted: boolean }[],
  absentUnits: ReturnType<Tx>,
): Promise<void> {
  await lockVariants(
    tx,
    lines.filter(line => line.isStockDeducted).map(line => line.variant),
  )
  await tx`
    update variant v set stock = v.stock + t.quantity
    from (
      select l.variant_id, sum(l.quantity - l.unsold_quantity - ${absentUnits})::integer as quantity
      from order_line l
      where l.order_id = ${orderId} and l.is_stock_deducted group by l.variant_id
    ) t
    where v.id = t.variant_id`
}
