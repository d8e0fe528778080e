import { z } from 'zod'
import { invoiceKinds } from '../invoice/invoice.ts'
import { defineApi } from '../lib/call/api.ts'
import { Id, Money, multiLineText, singleLineText } from '../lib/schemas.ts'
import { packagingFields } from '../packing/packaging.ts'
import { Order } from './order.ts'
import {
  CreateClaim,
  CreateReturn,
  LineUnits,
  OrderEdit,
  RefundChange,
  ResolveLabelCancellation,
  RetryRefund,
  SetReturnDeadline,
  StatusChange,
  Tracking,
  VoidPayment,
} from './order-input.ts'
import { OrderItemsEdit } from './order-item.ts'
import { OrderMailKind } from './order-mail.ts'
import { Fulfillment, OrderDiscount, OrderLine } from './order-part.ts'
import { claimReasons, FulfillmentState, OrderStatus, paymentMethods } from './order-state.ts'
import { ReturnState, returnConditions } from './return-state.ts'

const Amount = Money.nullish()
const isNotified = z.boolean().optional()

/** The data of a parcel. A field that is left out keeps its value. */
export const ParcelInput = z.object({
  tracking: Tracking.optional(),
  /** The service of the carrier, such as "Express". */
  service: singleLineText(80).optional(),
  ...packagingFields,
  /** The price that the carrier charges the store. */
  postage: Amount,
  note: multiLineText(500).optional(),
})
export type ParcelInput = z.infer<typeof ParcelInput>

/** Packs or ships units of the lines. */
export const CreateParcel = ParcelInput.extend({
  kind: z.literal('createParcel'),
  status: z.enum(['packed', 'shipped']),
  /** All units that are in no parcel yet, if left out. */
  lines: z.array(LineUnits).min(1).max(200).optional(),
  isNotified,
})

/**
 * Changes the status or the data of a parcel. `cancelled` makes its units available for another parcel,
 * and `packed` restores a canceled parcel whose units are in no other one.
 */
export const UpdateParcel = ParcelInput.extend({
  kind: z.literal('updateParcel'),
  parcel: Id,
  status: FulfillmentState.optional(),
  isNotified,
})

/** Moves units of a packed parcel into a new one. Each of them keeps at least one unit. */
export const SplitParcel = z.object({
  kind: z.literal('splitParcel'),
  parcel: Id,
  lines: z.array(LineUnits).min(1).max(200),
})

/** Moves all units of a packed parcel into another one, and cancels it. */
export const MergeParcels = z.object({ kind: z.literal('mergeParcels'), parcel: Id, into: Id })

/** Sets the state of a return or a claim. With `accepted`, a return that was settled by hand opens again. */
export const UpdateReturn = z.object({
  kind: z.literal('updateReturn'),
  return: Id,
  status: ReturnState,
  answer: multiLineText(1000).optional(),
  /** The last day to send an accepted return back. By default, it follows from the settings. */
  sendBackBy: z.iso.date().nullish(),
  isNotified,
})

/** Records units of a return that arrived, or that are missing. */
export const ReceiveReturn = z.object({
  kind: z.literal('receiveReturn'),
  return: Id,
  /** A line can occur once for each condition. */
  lines: z
    .array(
      LineUnits.extend({
        condition: z.enum(returnConditions),
        /** Whether the units go into the stock. Others are written off. */
        isRestocked: z.boolean(),
      }),
    )
    .min(1)
    .max(600),
  isNotified,
})

/** Settles a return by an order with other items. Their price and that of the units are balanced. */
export const ExchangeReturn = z.object({
  kind: z.literal('exchangeReturn'),
  return: Id,
  lines: z
    .array(
      z.object({
        variant: Id,
        quantity: z.int().min(1).max(1_000_000),
        /** Per unit; if omitted, the current price of the variant. */
        unitPrice: Amount,
      }),
    )
    .min(1)
    .max(200),
  /** The price of the shipping of the new order. */
  shippingTotal: Amount,
  /** The amount that the store keeps. */
  fee: Amount,
  /** How money was returned outside of Storewright. */
  method: z.enum(paymentMethods).optional(),
  isNotified,
})

/**
 * Sends units again, without payment, that arrived broken, were wrong or got lost. Without an accepted
 * claim, a settled one is created for them.
 */
export const ReplaceUnits = z.object({
  kind: z.literal('replaceUnits'),
  /** The claim that it settles. */
  return: Id.optional(),
  lines: z.array(LineUnits).min(1).max(200),
  reason: z.enum(claimReasons),
  note: singleLineText(500).optional(),
  isNotified,
})

/** Changes the status. A cancellation returns the stock and the uses of the discounts. */
export const ChangeStatus = StatusChange.omit({ version: true }).extend({
  kind: z.literal('changeStatus'),
  status: OrderStatus,
  /**
   * Also refunds the paid amount of a canceled or returned order, without fees that were kept. `method` is
   * how it was returned outside of Storewright. If it is left out, the amount returns to the online payments.
   */
  refund: z.object({ method: z.enum(paymentMethods).optional() }).optional(),
})

/** Replaces the items, with the shipping and the discounts. */
export const EditItems = OrderItemsEdit.omit({ version: true }).extend({
  kind: z.literal('editItems'),
})

/** Changes the customer, the addresses, the note or the tags. The taxes can follow. */
export const EditDetails = OrderEdit.omit({ version: true }).extend({
  kind: z.literal('editDetails'),
})

/** A change of an order that was placed: previewed, then applied in one transaction. */
export const OrderChange = z.discriminatedUnion('kind', [
  CreateParcel,
  UpdateParcel,
  SplitParcel,
  MergeParcels,
  ResolveLabelCancellation,
  RefundChange,
  RetryRefund,
  VoidPayment,
  CreateReturn,
  CreateClaim,
  UpdateReturn,
  SetReturnDeadline,
  ReceiveReturn,
  ExchangeReturn,
  ReplaceUnits,
  ChangeStatus,
  EditItems,
  EditDetails,
])
export type OrderChange = z.infer<typeof OrderChange>
export type OrderChangeOf<K extends OrderChange['kind']> = Extract<OrderChange, { kind: K }>

/** The personal data of an order, which the erasure of its customer removes. */
export const OrderDetails = Order.pick({
  customer: true,
  shippingAddress: true,
  billingAddress: true,
})

/** The fields of an order that a change can affect. */
export const OrderSnapshot = Order.pick({
  status: true,
  paymentStatus: true,
  fulfillmentStatus: true,
  subtotal: true,
  discountTotal: true,
  shippingTotal: true,
  taxTotal: true,
  total: true,
  paidTotal: true,
  refundedTotal: true,
}).extend({
  lines: z.array(
    OrderLine.pick({
      _id: true,
      title: true,
      variantTitle: true,
      quantity: true,
      fulfilledQuantity: true,
      returnedQuantity: true,
      removedQuantity: true,
      unitPrice: true,
      discount: true,
      tax: true,
      total: true,
    }),
  ),
  fulfillments: z.array(Fulfillment.pick({ number: true, status: true, lines: true })),
  /** Set only if the change is about the customer or the addresses. */
  details: OrderDetails.optional(),
})
export type OrderSnapshot = z.infer<typeof OrderSnapshot>

/** A change, with the version of the order that the caller has seen. */
export const OrderChangeInput = z.object({ version: z.int().min(1), change: OrderChange })
export type OrderChangeInput = z.infer<typeof OrderChangeInput>

export const StockChange = z.object({
  variant: Id,
  title: z.string(),
  delta: z.int(),
  stockAfter: z.int(),
})

/** The effect that a change would have. */
export const OrderChangePreview = z.object({
  /** The order as it would be. */
  order: Order,
  stock: z.array(StockChange),
  /** The emails that the customer would get, now or once a payment provider confirms. */
  emails: z.array(OrderMailKind),
  /** The invoices and credit notes that would be issued, now or once a payment provider confirms. */
  documents: z.array(
    z.object({ kind: z.enum(invoiceKinds), total: Money, isEmailed: z.boolean() }),
  ),
  /** The parcels that left or are packed, whose label shows the shipping address before the change. */
  parcelsWithOldAddress: z.array(
    Fulfillment.pick({ number: true }).extend({ state: z.enum(['shipped', 'labeled', 'packed']) }),
  ),
  /** The discounts whose uses the order would return. */
  discounts: z.array(OrderDiscount.pick({ name: true, code: true })),
  /** The amount that the customer would get back now. */
  refund: z.object({ amount: Money, tax: Money }).nullable(),
  /** The order that would be created, and the part of its total that the returned units pay. */
  newOrder: z.object({ total: Money, credit: Money, due: Money, paidBack: Money }).nullable(),
})
export type OrderChangePreview = z.infer<typeof OrderChangePreview>

/** The order before and after an event of its timeline. */
export const OrderChangeDetails = z.object({ before: OrderSnapshot, after: OrderSnapshot })
export type OrderChangeDetails = z.infer<typeof OrderChangeDetails>

export const orderChangeApi = defineApi('order', {
  getChange: {
    method: 'GET',
    path: '/order/change/:id',
    can: 'order:read',
    summary: 'Get the order before and after an event of its timeline',
    reply: OrderChangeDetails,
  },
  listBoxes: {
    method: 'GET',
    path: '/order/boxes',
    can: 'order:read',
    summary: 'List the boxes of recent parcels, the last one first',
    reply: z.array(z.string()),
  },
  previewChange: {
    method: 'POST',
    path: '/order/previewChange/:id',
    can: 'order:write',
    status: 200,
    summary: 'Preview the effect of a change of an order without saving it',
    body: OrderChangeInput,
    reply: OrderChangePreview,
  },
  applyChange: {
    method: 'POST',
    path: '/order/applyChange/:id',
    can: 'order:write',
    status: 200,
    idempotent: true,
    summary: 'Apply a change of an order, such as a parcel, a refund or a return',
    body: OrderChangeInput,
    reply: Order,
    message: 'Order updated',
    invalidates: ['product', 'customer', 'dashboard', 'invoice'],
  },
})
