import type { ShippingOption } from '#contract/store/shipping.ts'
import { useFrame, useTexts } from '../frame/page-context.tsx'

type Props = {
  /** Null for goods without a delivery. */
  delivery: { shippingOptions: readonly ShippingOption[] } | null
}

/** Whether a price contains the tax and, unless the page shows it, that the delivery costs extra. */
export function PriceNote({ delivery }: Props) {
  const t = useTexts()
  const { priceTax } = useFrame().store
  const isShippingShown = delivery === null || delivery.shippingOptions.length > 0
  if (!isShippingShown) return <p className="price-note">{t(`taxes.priceNotes.${priceTax}`)}</p>
  return priceTax === 'none' ? null : (
    <p className="price-note">{t(`taxes.taxNotes.${priceTax}`)}</p>
  )
}
