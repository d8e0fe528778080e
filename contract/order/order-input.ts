import { z } from 'zod'
import { Address } from '../lib/country/address.ts'
import {
  asciiCodeText,
  codeText,
  Email,
  Id,
  Money,
  multiLineText,
  singleLineText,
  versionField,
} from '../lib/schemas.ts'
import { normalizeDiscountCode } from '../product/discount.ts'
import { VatId } from '../store/tax.ts'
import { ShippingAddress } from './order-address.ts'
import { claimReasons, paymentMethods, refundReasons, unitDispositions } from './order-state.ts'
import { claimWishes, returnReasons, returnWishes } from './return-state.ts'

export const Tracking = z.object({
  carrier: singleLineText(80).optional(),
  number: codeText(80).optional(),
  url: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(2048)]).optional(),
})

const OrderLineInput = z.object({
  variant: Id,
  quantity: z.int().min(1).max(1_000_000),
  /** Per unit; if omitted, the variant's current price. */
  unitPrice: Money.optional(),
  /** Discount on the whole line. */
  discount: Money.optional(),
})

export const OrderInput = z.object({
  /**
   * An existing customer, or the data of a new one. A known email selects the existing customer.
   */
  customer: z
    .object({
      _id: Id.optional(),
      name: singleLineText(120).optional(),
      email: z.union([z.literal(''), Email]).optional(),
      phone: asciiCodeText(40).optional(),
      company: singleLineText(120).optional(),
      vatId: VatId.optional(),
    })
    .optional(),
  lines: z.array(OrderLineInput).min(1).max(200),
  shippingAddress: ShippingAddress.optional(),
  billingAddress: Address.optional(),
  shippingMethod: singleLineText(120).optional(),
  shippingTotal: Money.optional(),
  /** Discount on the whole order, in addition to line discounts. */
  discountTotal: Money.optional(),
  /** The code of a discount of the store, which reduces the order as at the checkout. */
  discountCode: asciiCodeText(40).overwrite(normalizeDiscountCode).optional(),
  /** Whether the discounts without a code apply as at the checkout; false if omitted. */
  automaticDiscounts: z.boolean().optional(),
  note: multiLineText(1000).optional(),
  customerNote: multiLineText(1000).optional(),
  tags: z.array(singleLineText(40, 1)).max(20).optional(),
  source: z.enum(['manual', 'phone', 'pos']).optional(),
  /** A draft takes no stock until it is placed. */
  isDraft: z.boolean().optional(),
  /** Records the full amount as paid with this method. */
  paidWith: z.enum(paymentMethods).optional(),
})
export type OrderInput = z.infer<typeof OrderInput>

export const OrderEdit = OrderInput.pick({
  customer: true,
  shippingAddress: true,
  billingAddress: true,
  note: true,
  tags: true,
}).extend({
  /** Whether the customer gets an email about another customer or address; true if omitted. */
  isNotified: z.boolean().optional(),
  ...versionField,
})

/** A manually recorded payment or refund. */
export const PaymentInput = z.object({
  amount: Money.min(1),
  method: z.enum(paymentMethods),
  reference: singleLineText(120).optional(),
  note: singleLineText(500).optional(),
  ...versionField,
})

/** A refund that was recorded by hand, or that the provider of an online payment returns. */
export const RefundInput = PaymentInput.extend({
  /** The online payment to return. Without it, the money was returned outside of Storewright. */
  payment: Id.optional(),
})

/** A quantity of 0 affects no units of the line. */
export const LineUnits = z.object({ line: Id, quantity: z.int().min(0).max(1_000_000) })
export type LineUnits = z.infer<typeof LineUnits>

export const RefundLineInput = LineUnits.extend({
  /** Replaces the price that was paid for the units. */
  amount: Money.nullish(),
  disposition: z.enum(unitDispositions),
})

export type RefundLineInput = z.infer<typeof RefundLineInput>

export const RefundChange = z.object({
  kind: z.literal('refund'),
  lines: z.array(RefundLineInput).max(200),
  /** The refunded part of the shipping price. */
  shipping: Money.nullish(),
  /** The amount that the store keeps. */
  fee: Money.nullish(),
  /** An amount that belongs to no line, such as a reduction after a complaint. */
  additionalAmount: Money.nullish(),
  reason: z.enum(refundReasons),
  note: singleLineText(500).optional(),
  /**
   * The online payments to refund. By default, the oldest first, up to the amount. One with the amount
   * 0 returns nothing.
   */
  payments: z
    .array(z.object({ payment: Id, amount: Money }))
    .max(20)
    .optional(),
  /** How the rest was returned outside of Storewright. */
  method: z.enum(paymentMethods).optional(),
  reference: singleLineText(120).optional(),
  /** The return that it settles. Its units moved when they were received. */
  return: Id.optional(),
  isNotified: z.boolean().optional(),
})

/** Returns the failed part of a refund again. Its units stay as they are. */
export const RetryRefund = z.object({
  kind: z.literal('retryRefund'),
  refund: Id,
  /** How it was returned outside of Storewright. If left out, its provider returns it. */
  method: z.enum(paymentMethods).optional(),
  reference: singleLineText(120).optional(),
  isNotified: z.boolean().optional(),
})

/** Deletes a manually recorded payment that was a mistake. No money is returned. */
export const VoidPayment = z.object({ kind: z.literal('voidPayment'), payment: Id })

/** Requests the refused cancellation of a label again, or records that staff canceled it themselves. */
export const ResolveLabelCancellation = z.object({
  kind: z.literal('resolveLabelCancellation'),
  label: Id,
  isCanceled: z.boolean(),
})

export const StatusChange = z.object({
  /**
   * A status or a synonym: `canceled`, `fulfilled`, `dispatched`, `hold` …
   * (server/order/fulfillment/order-status.ts).
   */
  status: codeText(40),
  reason: singleLineText(500).optional(),
  note: multiLineText(1000).optional(),
  tracking: Tracking.optional(),
  /** Whether canceling or returning restocks the units; true if omitted. */
  restock: z.boolean().optional(),
  /** Whether the customer gets an email about the new status; true if omitted. */
  isNotified: z.boolean().optional(),
  ...versionField,
})
export type StatusChange = z.infer<typeof StatusChange>

/** The answer of the store to a return that the shopper has requested. */
export const ReturnDecision = z.object({
  return: Id,
  status: z.enum(['accepted', 'declined']),
  answer: multiLineText(1000).optional(),
  ...versionField,
})

/** Requests a return of shipped units, or accepts it at once. */
export const CreateReturn = z.object({
  kind: z.literal('createReturn'),
  status: z.enum(['requested', 'accepted']),
  lines: z
    .array(LineUnits.extend({ reason: z.enum(returnReasons) }))
    .min(1)
    .max(200),
  wish: z.enum(returnWishes),
  reason: multiLineText(1000).optional(),
  /** The message to the shopper, such as the address for the parcel. */
  answer: multiLineText(1000).optional(),
  /** The last day to send an accepted return back. By default, it follows from the settings. */
  sendBackBy: z.iso.date().nullish(),
  isNotified: z.boolean().optional(),
})

/** Sets the last day on which the customer sends an accepted return back. Null means no deadline. */
export const SetReturnDeadline = z.object({
  kind: z.literal('setReturnDeadline'),
  return: Id,
  sendBackBy: z.iso.date().nullable(),
  isNotified: z.boolean().optional(),
})

/** Opens a claim for shipped units that were broken, wrong or lost, or accepts it at once. */
export const CreateClaim = CreateReturn.omit({ sendBackBy: true }).extend({
  kind: z.literal('createClaim'),
  lines: z
    .array(LineUnits.extend({ reason: z.enum(claimReasons) }))
    .min(1)
    .max(200),
  wish: z.enum(claimWishes),
})

export const OrderNote = z.object({ text: multiLineText(1000).min(1) })
