import type { WithdrawalException } from '#contract/product/product-checkout.ts'
import type { StorefrontProduct, StorefrontVariant } from '#contract/storefront/storefront-page.ts'
import { usePageRecord } from '../../component/frame/content-context.tsx'
import {
  useContentLanguage,
  useFrame,
  useMoney,
  useTexts,
} from '../../component/frame/page-context.tsx'
import { useSectionAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { AddToCartForm } from '../../component/product/add-to-cart-form.tsx'
import { DeliveryEstimate } from '../../component/product/delivery-estimate.tsx'
import { Price } from '../../component/product/price.tsx'
import { ProductAlerts } from '../../component/product/product-alert-form.tsx'
import { ProductGallery } from '../../component/product/product-gallery.tsx'
import { ProductRating, ProductReviews } from '../../component/product/product-reviews.tsx'
import { SafetyDetails } from '../../component/product/safety-details.tsx'
import { useVariantPath } from '../../component/product/use-variant-path.ts'
import { SanitizedHtml } from '../../component/sanitized-html.tsx'
import type { StorefrontTranslate } from '../../locales/texts.ts'

export function ProductDetailsSection({ section }: SectionProps<'productDetails'>) {
  const t = useTexts()
  const { priceTax } = useFrame().store
  const contentLanguage = useContentLanguage()
  const content = usePageRecord()
  const attributes = useSectionAttributes(section)
  if (content.kind !== 'product') return null
  const { product, variant, reviews, terms } = content
  const path = `/products/${product.slug}`
  const { descriptionPlace, hasSku } = section.settings
  const description = product.description && <SanitizedHtml html={product.description} />
  return (
    <div className="section product" {...attributes}>
      <div className="product-columns">
        <ProductGallery images={product.images} selected={variant.image?.url} />
        <div className="product-details">
          {product.vendor && <p className="card-vendor">{product.vendor}</p>}
          <h1 {...contentLanguage}>{product.title}</h1>
          <ProductRating reviews={reviews} />
          <Price {...variant} priceDetails={variant} />
          <p className="price-note">{t(`taxes.priceNotes.${priceTax}`)}</p>
          <Saving {...variant} />
          <VariantPicker product={product} variant={variant} />
          <p className="stock">{formatStock(variant, t)}</p>
          {hasSku && variant.sku && (
            <p className="sku">
              {t('sku')} <bdi>{variant.sku}</bdi>
            </p>
          )}
          <AddToCartForm variant={variant} />
          {terms.delivery && (
            <DeliveryEstimate delivery={terms.delivery} path={path} variant={variant._id} />
          )}
          <ProductAlerts variant={variant} />
          <WithdrawalNote exception={product.withdrawalException} />
          {descriptionPlace === 'beside' && description}
          <SafetyDetails safety={product.safety} />
        </div>
      </div>
      {descriptionPlace === 'below' && description}
      <ProductReviews reviews={reviews} path={path} />
    </div>
  )
}

/** The law requires this note before the purchase (Directive 2011/83/EU, article 6). */
function WithdrawalNote({ exception }: { exception: WithdrawalException }) {
  const t = useTexts()
  return exception === 'none' ? null : (
    <p className="sku">{t(`withdrawalExceptions.${exception}`)}</p>
  )
}

/** A saving refers only to a price that the store has charged in the 30 days before. */
function Saving({ price, priorPrice }: StorefrontVariant) {
  const t = useTexts()
  const formatMoney = useMoney()
  if (priorPrice === null) return null
  return (
    <p className="saving">{t('prices.youSave', { amount: formatMoney(priorPrice - price) })}</p>
  )
}

function formatStock(
  { isAvailable, unitsLeft }: StorefrontVariant,
  t: StorefrontTranslate,
): string {
  if (!isAvailable) return t('soldOut')
  return unitsLeft === null ? t('inStock') : t('unitsLeft', { count: unitsLeft })
}

/** Links to the other variants. Without JavaScript each link loads the page with its variant. */
function VariantPicker({
  product,
  variant,
}: {
  product: StorefrontProduct
  variant: StorefrontVariant
}) {
  const t = useTexts()
  const toVariantPath = useVariantPath()
  return product.options.map((option, index) => (
    <fieldset key={option.name} className="option">
      <legend>{option.name}</legend>
      {option.values.map(value => {
        const target = findVariant(product.variants, variant, index, value)
        const isSelected = variant.options[index] === value
        if (!target) return null
        return (
          <a
            key={value}
            className="option-value"
            href={toVariantPath(product.slug, target._id)}
            aria-current={isSelected ? 'true' : undefined}
            data-unavailable={target.isAvailable ? undefined : ''}
          >
            {value}
            {!target.isAvailable && <span className="visually-hidden"> {t('unavailable')}</span>}
          </a>
        )
      })}
    </fieldset>
  ))
}

/**
 * Returns the variant with this value that has most of the other selected values, one that can be
 * bought if several have.
 */
function findVariant(
  variants: readonly StorefrontVariant[],
  selected: StorefrontVariant,
  index: number,
  value: string,
): StorefrontVariant | undefined {
  const countEqual = (variant: StorefrontVariant) =>
    variant.options.filter((option, i) => option === selected.options[i]).length
  return variants
    .filter(variant => variant.options[index] === value)
    .toSorted(
      (a, b) => countEqual(b) - countEqual(a) || Number(b.isAvailable) - Number(a.isAvailable),
    )[0]
}
