import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OrderReduction, orderDiscountApi } from '#contract/order/order-discount.ts'
import { normalizeDiscountCode } from '#contract/product/discount.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import type { OrderFormValues } from './order-form-schema.ts'

const noReduction: OrderReduction = { lines: [], shipping: 0, discounts: [], problem: null }

/** Returns the reductions that the discounts of the store give a new order, or the order with this id. */
export function useOrderDiscounts(values: OrderFormValues, order?: string): OrderReduction {
  const { lines, shippingTotal, automaticDiscounts, customer } = values
  const [discountCode] = useDebouncedValue(normalizeDiscountCode(values.discountCode ?? ''), 250)
  const [email] = useDebouncedValue(customer?.email ?? '', 250)
  // A field that the seller has just emptied has no value.
  const isComplete = lines.every(
    ({ quantity, unitPrice }) =>
      Number.isInteger(quantity) && quantity > 0 && typeof unitPrice === 'number',
  )
  const isEnabled = lines.length > 0 && isComplete && (automaticDiscounts || discountCode !== '')
  const { data = noReduction } = useQuery({
    ...queryOptionsFor(orderDiscountApi.quoteDiscounts, {
      body: {
        lines: lines.map(({ variant, quantity, unitPrice, discount }) => ({
          variant,
          quantity,
          unitPrice: unitPrice ?? 0,
          discount: discount ?? undefined,
        })),
        shippingTotal: shippingTotal ?? undefined,
        discountCode,
        automaticDiscounts,
        customer: customer?._id,
        email,
        order,
      },
    }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  return isEnabled ? data : noReduction
}
