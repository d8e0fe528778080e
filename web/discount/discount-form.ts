import type { z } from 'zod'
import { type Discount, DiscountInput } from '#contract/product/discount.ts'

/** The form has all fields. The start of a new discount is set when it is saved. */
export const DiscountForm = DiscountInput.required().extend({
  startsAt: DiscountInput.shape.startsAt.nullable(),
})
export type DiscountForm = z.input<typeof DiscountForm>

export const emptyDiscount: DiscountForm = {
  name: '',
  code: '',
  kind: 'percentage',
  percentage: 10,
  amount: 0,
  buyQuantity: 1,
  getQuantity: 1,
  scope: 'order',
  products: [],
  categories: [],
  customerTags: [],
  minimumAmount: 0,
  minimumQuantity: 0,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  limitPerCustomer: null,
  combinesWith: [],
  isActive: true,
}

export const toDiscountValues = (discount: Discount): DiscountForm => DiscountForm.parse(discount)
