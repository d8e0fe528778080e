import type { SectionSettings } from '#contract/section/section-catalog.ts'
import type { StorefrontVariant } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage, useNumber, useTexts } from '../frame/page-context.tsx'

type Props = { variant: StorefrontVariant; settings: SectionSettings<'productDetails'> }

/** Whether a variant can be bought, in the words of the seller. A sold-out variant always says so. */
export function StockText({ variant: { isAvailable, unitsLeft }, settings }: Props) {
  const t = useTexts()
  const formatNumber = useNumber()
  const contentLanguage = useContentLanguage()
  const { stockDisplay, inStockText, fewLeftText, soldOutText } = settings
  const isLow = isAvailable && unitsLeft !== null
  const state = getStockState(isAvailable, isLow)
  if (stockDisplay === 'hidden' && isAvailable) return null
  const ownText = { in: inStockText, low: fewLeftText, out: soldOutText }[state]
  const count = isLow && stockDisplay === 'exact' ? unitsLeft : null
  return (
    <p className="stock" data-stock={state} {...(ownText && contentLanguage)}>
      {ownText ? `${ownText}${count === null ? '' : ` (${formatNumber(count)})`}` : getText()}
    </p>
  )

  function getText() {
    if (!isAvailable) return t('soldOut')
    if (!isLow) return t('inStock')
    return count === null ? t('fewLeft') : t('unitsLeft', { count })
  }
}

function getStockState(isAvailable: boolean, isLow: boolean) {
  if (!isAvailable) return 'out'
  return isLow ? 'low' : 'in'
}
