import { getUnitPrice } from '#contract/lib/unit-price.ts'
import type { StorefrontPriceDetails } from '#contract/storefront-page.ts'
import { useMoney, useNumber, useTexts } from './page-context.tsx'

type Props = {
  price: number
  compareAtPrice: number | null
  hasPriceRange?: boolean
  priceDetails: StorefrontPriceDetails | null
}

export function Price({ price, compareAtPrice, hasPriceRange = false, priceDetails }: Props) {
  const formatMoney = useMoney()
  const t = useTexts()
  const isReduced = compareAtPrice !== null && compareAtPrice > price
  const priorPrice = priceDetails?.priorPrice ?? null
  return (
    <p className="price">
      <span className={isReduced ? 'price-reduced' : undefined}>
        {hasPriceRange ? t.from(formatMoney(price)) : formatMoney(price)}
      </span>
      {isReduced && (
        <s>
          <span className="visually-hidden">{t.regularPrice} </span>
          {formatMoney(compareAtPrice)}
        </s>
      )}
      {priceDetails && <UnitPrice price={price} measure={priceDetails} />}
      {isReduced && priorPrice !== null && (
        <small className="prior-price">{t.priorPrice(formatMoney(priorPrice))}</small>
      )}
    </p>
  )
}

/** The price of a kilogram, a liter or another amount. */
function UnitPrice({ price, measure }: { price: number; measure: StorefrontPriceDetails }) {
  const formatMoney = useMoney()
  const formatNumber = useNumber()
  const t = useTexts()
  const unitPrice = getUnitPrice(price, measure)
  if (!unitPrice) return null
  const { amount, unit } = unitPrice
  const name = t.units[unit]
  return (
    <small className="unit-price">
      {t.unitPrice(
        formatMoney(unitPrice.price),
        amount === 1 ? name : `${formatNumber(amount)} ${name}`,
      )}
    </small>
  )
}
