import type { OrderMailKind } from '#contract/order/order-mail.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { OrderEventData } from '../fulfillment/order-event.ts'
import type { LockedOrder } from '../order-store.ts'

export type ChangeContext = { tx: Tx; storeId: string; order: LockedOrder }

/** The result of a change, from which the order, its timeline and its emails follow. */
export type AppliedChange = {
  event: { type: string; data: OrderEventData }
  /** The key tells several emails of one kind apart. */
  mails?: { kind: OrderMailKind; key?: string }[]
  /** If left out, the status follows from the lines and the fulfillments. */
  status?: OrderStatus
  columns?: { previousStatus: OrderStatus | null; cancelReason: string | undefined }
  /** Whether the lines and fulfillments stay, so that they are not read again. */
  keepsParts?: boolean
  refundedTotal?: number
  refund?: { amount: number; tax: number }
}
