import { OrderSnapshot } from '#contract/order/order-change.ts'
import type { LockedOrder } from '../order-store.ts'

/** Returns what changes of an order can change, without data of the customer. */
export const takeSnapshot = (order: LockedOrder): OrderSnapshot => OrderSnapshot.parse(order)
