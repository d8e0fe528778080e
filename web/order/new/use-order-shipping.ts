import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OrderShipping, orderShippingApi } from '#contract/order/order-shipping.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { getValidVatId, type OrderFormValues } from './order-form-schema.ts'

/** Returns the shipping rates of a new order, or undefined until it has an address and products. */
export function useOrderShipping({
  lines,
  shippingAddress,
  customer,
  source,
}: OrderFormValues): OrderShipping | undefined {
  const [postalCode] = useDebouncedValue(shippingAddress?.postalCode ?? '', 250)
  const [region] = useDebouncedValue(shippingAddress?.region ?? '', 250)
  const country = shippingAddress?.country ?? ''
  // A field that the seller has just emptied has no quantity.
  const validLines = lines.filter(({ quantity }) => Number.isInteger(quantity) && quantity > 0)
  const isEnabled = country !== '' && validLines.length > 0 && source !== 'pos'
  const { data } = useQuery({
    ...queryOptionsFor(orderShippingApi.listShippingOptions, {
      body: {
        lines: validLines.map(({ variant, quantity, unitPrice }) => ({
          variant,
          quantity,
          unitPrice: unitPrice ?? undefined,
        })),
        country,
        region,
        postalCode,
        customer: customer?._id,
        vatId: getValidVatId(customer),
      },
    }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  return isEnabled ? data : undefined
}
