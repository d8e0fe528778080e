import type { Ability } from '#contract/lib/call/permission.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { OrderBuyer } from '../create/order-customer.ts'
import type { toTotalColumns } from '../create/price-order.ts'
import type { NewOrderMail } from '../fulfillment/enqueue-order-mail.ts'
import type { OrderEventData } from '../fulfillment/order-event.ts'
import type { LockedOrder } from '../order-store.ts'

export type ChangeContext = {
  tx: Tx
  storeId: string
  order: LockedOrder
  /** The abilities of the caller. Without them, an order gets no data of an existing customer. */
  abilities?: readonly Ability[] | undefined
  /** The field of the request with the amount of a refund, if it is not that of the change. */
  amountPath?: string | undefined
}

/** The amounts of an order that the credit of a return pays. */
export type NewOrderBalance = { total: number; credit: number; due: number; paidBack: number }

/** The result of a change, from which the order, its timeline and its emails follow. */
export type AppliedChange = {
  event: { type: string; data: OrderEventData }
  /** The emails, also about another order. */
  mails?: (Pick<NewOrderMail, 'kind' | 'partId'> & { orderId?: string })[]
  /** If left out, the status follows from the lines and the fulfillments. */
  status?: OrderStatus
  /** Columns of the order that do not follow from its parts. */
  columns?: Partial<
    Pick<
      LockedOrder,
      | 'previousStatus'
      | 'cancelReason'
      | 'enteredDiscount'
      | 'automaticDiscounts'
      | 'shippingMethod'
      | 'shippingAddress'
      | 'billingAddress'
      | 'note'
      | 'tags'
      | 'deliveryFrom'
      | 'deliveryTo'
      | 'taxExemption'
      | 'itemCount'
      | 'paidTotal'
      | keyof ReturnType<typeof toTotalColumns>
    >
  >
  /** The new customer of the order. */
  customer?: OrderBuyer
  /** Whether the lines and fulfillments stay, so that they are not read again. */
  keepsParts?: boolean
  refundedTotal?: number
  refundedOverpayment?: number
  refund?: { amount: number; tax: number }
  newOrder?: NewOrderBalance & { _id: string }
}
