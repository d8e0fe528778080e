import { z } from 'zod'
import { Id, Money, Timestamp } from '../lib/schemas.ts'
import { PaymentProviderCode, paymentProviders } from '../payment/payment-account.ts'
import { WithdrawalException } from '../product/product-checkout.ts'
import {
  FulfillmentState,
  recordedPaymentMethods,
  refundReasons,
  unitDispositions,
} from './order-state.ts'
import {
  claimWishes,
  ReturnState,
  returnKinds,
  returnLineReasons,
  returnWishes,
} from './return-state.ts'

export const OrderCustomer = z.object({
  _id: Id.nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  vatId: z.string(),
})

export const OrderLine = z.object({
  _id: Id,
  product: Id.nullable(),
  variant: Id.nullable(),
  title: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  image: z.string(),
  quantity: z.int(),
  unitPrice: Money,
  discount: Money,
  enteredDiscount: Money.nullable(),
  taxRate: z.number(),
  tax: Money,
  total: Money,
  fulfilledQuantity: z.int(),
  returnedQuantity: z.int(),
  /** Units that were refunded before their shipping. */
  removedQuantity: z.int(),
  /** Units that were replaced by orders without payment. */
  replacedQuantity: z.int(),
  requiresShipping: z.boolean(),
  /** Why a withdrawal of the shopper does not cover the line, or `none`. */
  withdrawalException: WithdrawalException,
})
export type OrderLine = z.infer<typeof OrderLine>

export const OrderPayment = z.object({
  _id: Id,
  kind: z.enum(['payment', 'refund']),
  method: z.enum(recordedPaymentMethods),
  amount: Money,
  /** For an exchange, the number of the other order. */
  reference: z.string(),
  note: z.string(),
  at: Timestamp,
  /** The provider of an online payment. */
  provider: z.enum(['', ...paymentProviders]),
})
export const PendingRefund = z.object({
  _id: Id,
  provider: PaymentProviderCode,
  amount: Money,
  note: z.string(),
  createdAt: Timestamp,
})
/** The amounts and units of a refund, by line. The money is in the payments. */
export const OrderRefund = z.object({
  _id: Id,
  reason: z.enum(refundReasons),
  note: z.string(),
  shipping: Money,
  additionalAmount: Money,
  fee: Money,
  amount: Money,
  /** The tax that the amount contains. */
  tax: Money,
  /** The part that the payment provider did not return, and that no retry returns. */
  failedAmount: Money,
  /** The return that it settles. */
  return: Id.nullable(),
  createdAt: Timestamp,
  lines: z.array(
    z.object({
      line: Id,
      quantity: z.int(),
      amount: Money,
      tax: Money,
      disposition: z.enum(unitDispositions),
    }),
  ),
})
export type OrderRefund = z.infer<typeof OrderRefund>

export const Fulfillment = z.object({
  _id: Id,
  number: z.string(),
  status: FulfillmentState,
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  service: z.string(),
  /** The packaging, such as "Small box, 20 × 15 × 10 cm". */
  box: z.string(),
  /** In grams. */
  weight: z.int().nullable(),
  postage: Money.nullable(),
  note: z.string(),
  lines: z.array(z.object({ line: Id, quantity: z.int() })),
  createdAt: Timestamp,
  shippedAt: Timestamp.nullable(),
  deliveredAt: Timestamp.nullable(),
})
export type Fulfillment = z.infer<typeof Fulfillment>

/** A label of a parcel whose cancellation its service refused. */
export const UncanceledLabel = z.object({
  _id: Id,
  parcel: Id,
  service: z.string(),
  /** The tracking number. Empty if the store does not know it, because the reply of the service was lost. */
  labelNumber: z.string(),
})

/** Units of a line that come back. Damaged and restocked ones are among the received ones. */
export const OrderReturnLine = z.object({
  line: Id,
  quantity: z.int(),
  reason: z.enum(returnLineReasons),
  receivedQuantity: z.int(),
  damagedQuantity: z.int(),
  restockedQuantity: z.int(),
  missingQuantity: z.int(),
  /** The units of a claim that the store sent again. */
  replacedQuantity: z.int(),
  /** The units whose price was refunded. */
  refundedQuantity: z.int(),
})

/** Another order, as a link shows it. */
export const LinkedOrder = z.object({ _id: Id, number: z.string() })
export type LinkedOrder = z.infer<typeof LinkedOrder>

/** A return or a claim that the shopper or staff have requested. */
export const OrderReturn = z.object({
  _id: Id,
  number: z.string(),
  kind: z.enum(returnKinds),
  status: ReturnState,
  wish: z.enum([...returnWishes, ...claimWishes]),
  /** The text of the person who requested it. */
  reason: z.string(),
  /** The message of the store to the shopper. */
  answer: z.string(),
  createdAt: Timestamp,
  decidedAt: Timestamp.nullable(),
  /** The last day on which the customer sends the units back. Null without a deadline. */
  sendBackBy: z.iso.date().nullable(),
  /** Whether the day has passed and the store has not received any units. */
  isLate: z.boolean(),
  /** The exchange or replacement orders that the customer gets instead, without canceled ones. */
  newOrders: z.array(LinkedOrder),
  lines: z.array(OrderReturnLine),
})
export type OrderReturn = z.infer<typeof OrderReturn>

/** The withdrawal from the contract, as the shopper stated it. */
export const OrderWithdrawal = z.object({
  name: z.string(),
  email: z.string(),
  createdAt: Timestamp,
  /** Whether the order was released and put on hold again since, for another reason. */
  isHeldAgain: z.boolean(),
})
/** A discount as it was at the time of the order. Its amount includes the price of free shipping. */
export const OrderDiscount = z.object({ name: z.string(), code: z.string(), amount: Money })
/**
 * One timeline entry. `type` selects the translation; `data` holds its values, such as `{ from, to
 * }`.
 */
export const OrderEvent = z.object({
  _id: Id,
  type: z.string(),
  at: Timestamp,
  actor: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Whether the order before and after the event can be read. */
  hasDetails: z.boolean(),
  /** Whether it is a note that the caller can still change or delete. */
  isEditable: z.boolean(),
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** An event of one of a customer's orders. */
export const CustomerOrderEvent = OrderEvent.omit({ isEditable: true }).extend({
  order: z.object({ _id: Id, number: z.string(), currency: z.string() }),
})
export type CustomerOrderEvent = z.infer<typeof CustomerOrderEvent>
