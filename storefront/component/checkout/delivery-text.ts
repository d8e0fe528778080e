import type { ShippingOption } from '#contract/store/shipping.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { useDays, useTexts } from '../frame/page-context.tsx'

type Delivery = Pick<ShippingOption, 'isPickup' | 'deliveryFrom' | 'deliveryTo'>

/**
 * Returns a function that formats when goods arrive or can be collected, if the store has an
 * estimate.
 */
export function useDeliveryText(): (delivery: Delivery) => string | undefined {
  const t = useTexts()
  const formatDays = useDays()
  return ({ isPickup, deliveryFrom, deliveryTo }) => {
    if (!deliveryFrom || !deliveryTo) return undefined
    const days = formatDays(deliveryFrom, deliveryTo)
    return isPickup ? t('readyForPickup', { dates: days }) : t('estimatedDelivery', { dates: days })
  }
}

type NoDelivery = Pick<StorefrontCheckout, 'country' | 'excludedItems'>

/** Returns a function that explains why no rate delivers the goods to the address. */
export function useNoDeliveryText(): (delivery: NoDelivery) => string {
  const t = useTexts()
  return ({ country, excludedItems }) => {
    if (country === '') return t('chooseCountry')
    if (excludedItems === null) return t('noDelivery')
    return excludedItems.length > 0
      ? t('itemsNotDelivered', { items: excludedItems.join(', ') })
      : t('noCommonDelivery')
  }
}
