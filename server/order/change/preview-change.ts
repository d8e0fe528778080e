import type { OrderChangeInput, OrderChangePreview } from '#contract/order/order-change.ts'
import type { OrderMailKind } from '#contract/order/order-mail.ts'
import type { Tx } from '../../lib/db/db.ts'
import { runAndUndo } from '../../lib/db/savepoint.ts'
import { getOrder } from '../order-store.ts'
import type { NewOrderBalance } from './applied-change.ts'
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
  return runAndUndo(tx, async () => {
    const { applied, emails } = await applyOrderChange(scope, input)
    const { newOrder } = applied ?? {}
    const newOrderId = newOrder?._id ?? id
    const [order, stock, disabledMails] = await Promise.all([
      getOrder(tx, id),
      // The time of the transaction selects its own movements.
      tx<OrderChangePreview['stock']>`
      select m.variant_id as variant, m.delta, m.stock_after,
        p.title || coalesce(' – ' || nullif(array_to_string(v.options, ' / '), ''), '') as title
      from stock_movement m
      join variant v on v.store_id = m.store_id and v.id = m.variant_id
      join product p on p.store_id = v.store_id and p.id = v.product_id
      where m.id >= first_id_at(now()) and m.order_id in (${id}, ${newOrderId}) and m.at = now()
      order by m.id`,
      tx<{ kind: OrderMailKind }[]>`select kind from order_mail where not is_enabled`,
    ])
    const hasEmail = order.customer.email !== ''
    return {
      order,
      stock,
      emails: emails.filter(kind => hasEmail && disabledMails.every(mail => mail.kind !== kind)),
      discounts: applied?.status === 'cancelled' ? order.discounts : [],
      refund: applied?.refund ?? null,
      newOrder: newOrder ? toBalance(newOrder) : null,
    }
  })
}

const toBalance = ({ _id, ...balance }: NewOrderBalance & { _id: string }): NewOrderBalance =>
  balance
