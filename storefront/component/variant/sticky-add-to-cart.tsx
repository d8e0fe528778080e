import type { StorefrontProduct, StorefrontVariant } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage, useMoney, useTexts } from '../frame/page-context.tsx'

type Props = { product: StorefrontProduct; variant: StorefrontVariant }

/** A bar with the button of the form below it. The script shows it on phones without the form. */
export function StickyAddToCart({ product, variant }: Props) {
  const t = useTexts()
  const formatMoney = useMoney()
  const contentLanguage = useContentLanguage()
  return (
    <div className="sticky-add-to-cart" data-part="bar" hidden>
      {variant.isAvailable && (
        <>
          <p>
            <span {...contentLanguage}>{product.title}</span>
            <b>{formatMoney(variant.price)}</b>
          </p>
          <button className="button" type="submit" form="add-to-cart">
            {t('addToCart')}
          </button>
        </>
      )}
    </div>
  )
}
