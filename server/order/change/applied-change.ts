import type { OrderMailKind } from '#contract/order/order-mail.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { OrderEventData } from '../fulfillment/order-event.ts'
import type { LockedOrder } from '../order-store.ts'

export type ChangeContext = { tx: Tx; storeId: string; order: LockedOrder }

/** The result of a change, from which the order, its timeline and its email follow. */
export type AppliedChange = {
  event: { type: string; data: OrderEventData }
  /** The key tells several emails of one kind apart. */
  mail?: { kind: OrderMailKind; key: string } | undefined
  refundedTotal?: number
  refund?: { amount: number; tax: number }
}
