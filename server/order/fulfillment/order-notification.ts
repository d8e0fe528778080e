import type { OrderNotificationKind } from '#contract/order/order-mail.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { LockedOrder } from '../order-store.ts'

/** Notifies staff of an event of an order, at the bell and by an email to the store. */
export const addOrderNotification = (
  tx: Tx,
  kind: OrderNotificationKind,
  { _id, number, customer }: Pick<LockedOrder, '_id' | 'number' | 'customer'>,
) => tx`
  select add_notification(${kind}, 'order', ${_id},
    ${tx.json({ number, customer: customer.name })}),
  add_job('orderNotification.mail',
    json_build_object('storeId', current_store(), 'id', ${_id}::text, 'notification', ${kind}::text))`
