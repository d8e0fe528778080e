import { getUnitPrice } from '#contract/lib/money/unit-price.ts'
import { formatUnitPrice } from '#contract/product/format-unit-price.ts'
import type { StorefrontPriceDetails } from '#contract/storefront/storefront-page.ts'
import { useFrame, useMoney, useNumber, usePercent, useTexts } from '../frame/page-context.tsx'

type Props = {
  price: number
  recommendedPrice: number | null
  hasPriceRange?: boolean
  /** The badge of a card has the percentage. */
  isCard?: boolean
  priceDetails: StorefrontPriceDetails | null
}

/**
 * A price. Only the lowest price of the 30 days before a reduction is crossed out (directive 98/6/EC,
 * article 6a). A recommended price is no reduction, so it has its label.
 */
export function Price({
  price,
  recommendedPrice,
  hasPriceRange = false,
  isCard = false,
  priceDetails,
}: Props) {
  const formatMoney = useMoney()
  const t = useTexts()
  const priorPrice = priceDetails?.priorPrice ?? null
  return (
    <p className="price">
      <span className={priorPrice === null ? undefined : 'price-reduced'}>
        {hasPriceRange ? t('from', { price: formatMoney(price) }) : formatMoney(price)}
      </span>
      {priorPrice !== null && <Reduction price={price} priorPrice={priorPrice} isCard={isCard} />}
      {priceDetails && <UnitPrice price={price} measure={priceDetails} />}
      {priorPrice !== null && (
        <small className="prior-price">
          {t('prices.priorPrice', { price: formatMoney(priorPrice) })}
        </small>
      )}
      {recommendedPrice !== null && (
        <small className="recommended-price">
          {t('prices.recommendedPrice', { price: formatMoney(recommendedPrice) })}
        </small>
      )}
    </p>
  )
}

/** The prior price and the percentage, rounded down. */
function Reduction({
  price,
  priorPrice,
  isCard,
}: {
  price: number
  priorPrice: number
  isCard: boolean
}) {
  const formatMoney = useMoney()
  const formatPercent = usePercent()
  const t = useTexts()
  const percentage = Math.floor(((priorPrice - price) / priorPrice) * 100)
  return (
    <>
      <s>
        <span className="visually-hidden">{t('prices.earlierPrice')} </span>
        {formatMoney(priorPrice)}
      </s>
      {percentage > 0 && !isCard && (
        <span className="price-percentage">{formatPercent(-percentage / 100)}</span>
      )}
    </>
  )
}

/** The price of a kilogram, a liter or another amount. */
export function UnitPrice({ price, measure }: { price: number; measure: StorefrontPriceDetails }) {
  const formatMoney = useMoney()
  const formatNumber = useNumber()
  const { language } = useFrame()
  const unitPrice = getUnitPrice(price, measure)
  if (!unitPrice) return null
  return (
    <small className="unit-price">
      {formatUnitPrice(unitPrice, { language, formatMoney, formatNumber })}
    </small>
  )
}
