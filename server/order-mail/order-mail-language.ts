import type { OrderMailKind, OrderMailTemplate } from '#contract/order-mail.ts'

/** The reasons of canceled orders that shoppers see; others stay in the back office. */
export type ToldCancelReason = 'customer' | 'stock' | 'payment' | 'address' | 'duplicate'

export type OrderMailTexts = {
  templates: Record<OrderMailKind, OrderMailTemplate>
  reasons: Record<ToldCancelReason, string>
  discount: string
  shipping: string
  tax: string
  includedTax: string
  taxExemptions: { reverse_charge: string; exempt: string }
  total: string
  payment: string
  tracking: string
  writeReview: string
  name: string
  order: string
  email: string
  receivedAt: string
}
