import type { DiscountInput } from '#contract/product/discount.ts'

/** A code, and a discount that applies by itself. */
export const demoDiscounts: readonly DiscountInput[] = [
  {
    name: 'Welcome',
    code: 'WELCOME10',
    percentage: 10,
    limitPerCustomer: 1,
    combinesWith: ['shipping'],
  },
  {
    name: 'Free shipping from 150',
    kind: 'free_shipping',
    minimumAmount: 15_000,
    combinesWith: ['product', 'order'],
  },
]
