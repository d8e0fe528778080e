import type { OrderChangeInput, OrderChangePreview } from '#contract/order/order-change.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getOrder } from '../order-store.ts'
import { applyOrderChange } from './apply-change.ts'

/**
 * Returns the effect that a change would have. The change is applied and rolled back, so that its
 * preview cannot differ from it.
 */
export async function previewChange(
  scope: { tx: Tx; storeId: string; id: string },
  input: OrderChangeInput,
): Promise<OrderChangePreview> {
  const { tx, id } = scope
  await tx`savepoint preview`
  const { mail, refund } = await applyOrderChange(scope, input)
  // The time of the transaction selects its own movements.
  const [order, stock] = await Promise.all([
    getOrder(tx, id),
    tx<OrderChangePreview['stock']>`
      select m.variant_id as variant, m.delta, m.stock_after,
        p.title || coalesce(' – ' || nullif(array_to_string(v.options, ' / '), ''), '') as title
      from stock_movement m
      join variant v on v.store_id = m.store_id and v.id = m.variant_id
      join product p on p.store_id = v.store_id and p.id = v.product_id
      where m.order_id = ${id} and m.at = now()
      order by m.id`,
  ])
  await tx`rollback to savepoint preview`
  return { order, stock, emails: mail ? [mail.kind] : [], refund: refund ?? null }
}
