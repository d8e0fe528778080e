import type {
  OrderMailKind,
  OrderMailTemplate,
  OrderNotificationKind,
} from '#contract/order/order-mail.ts'

/** The reasons of canceled orders that shoppers see; others stay in the back office. */
export type ToldCancelReason = 'customer' | 'stock' | 'payment' | 'address' | 'duplicate'

export type OrderMailTexts = {
  templates: Record<OrderMailKind, OrderMailTemplate>
  reasons: Record<ToldCancelReason, string>
  notifications: Record<OrderNotificationKind, string>
  discount: string
  shipping: string
  tax: string
  includedTax: string
  taxExemptions: { reverse_charge: string; exempt: string }
  total: string
  payment: string
  transfer: {
    accountHolder: string
    amount: string
    /** The text that the shopper enters with the transfer, such as the order number. */
    reference: string
    scanCode: string
  }
  deliveryAddress: string
  billedTo: string
  vatId: string
  tracking: string
  writeReview: string
  name: string
  order: string
  email: string
  receivedAt: string
  /** The titles of the policies of the store. */
  terms: string
  refundPolicy: string
}
