import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { VariantChoice } from '#contract/order/order-filter.ts'
import { type OrderTaxRates, taxApi } from '#contract/store/tax.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import { getValidVatId, type OrderFormValues } from './order-form-schema.ts'

/** Returns the tax rates of a new order. Until the server has replied, all are the default rate. */
export function useOrderTaxRates(
  { lines, shippingAddress, billingAddress, customer }: OrderFormValues,
  selectedVariants: ReadonlyMap<string, VariantChoice>,
): OrderTaxRates {
  const defaultRate = useCurrentStore()?.defaultTaxRate ?? 0
  const address = shippingAddress?.country ? shippingAddress : billingAddress
  const { data } = useQuery({
    ...queryOptionsFor(taxApi.getOrderRates, {
      query: {
        country: address?.country || undefined,
        region: address?.region || undefined,
        customer: customer?._id,
        vatId: getValidVatId(customer),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const rateByClass = new Map(data?.classes.map(({ _id, rate }) => [_id, rate]))
  const lineRates = lines.map(({ variant }) => {
    const taxClass = selectedVariants.get(variant)?.taxClass
    const classRate = taxClass ? rateByClass.get(taxClass) : undefined
    return classRate ?? data?.standard ?? defaultRate
  })
  return {
    lines: lineRates,
    shipping: data?.isShippingTaxed ? Math.max(0, ...lineRates) : 0,
    exemption: data?.exemption ?? '',
  }
}
