import type { NotificationKind } from '#contract/notification.ts'
import type { Tx } from '../lib/db/db.ts'
import type { LockedOrder } from './order-store.ts'

/** Notifies staff of what a shopper did with an order. */
export const addOrderNotification = (
  tx: Tx,
  kind: NotificationKind,
  { _id, number, customer }: Pick<LockedOrder, '_id' | 'number' | 'customer'>,
) => tx`
  select add_notification(${kind}, 'order', ${_id},
    ${tx.json({ number, customer: customer.name })})`
