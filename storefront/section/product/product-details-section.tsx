import type { ProductTerms } from '#contract/storefront/storefront-delivery.ts'
import type { StorefrontProduct, StorefrontVariant } from '#contract/storefront/storefront-page.ts'
import { usePageRecord } from '../../component/frame/content-context.tsx'
import { useContentLanguage, useMoney, useTexts } from '../../component/frame/page-context.tsx'
import { useSectionAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { AddToCartForm } from '../../component/product/add-to-cart-form.tsx'
import { DeliveryEstimate } from '../../component/product/delivery-estimate.tsx'
import { Price } from '../../component/product/price.tsx'
import { PriceNote } from '../../component/product/price-note.tsx'
import { ProductAlert } from '../../component/product/product-alert-form.tsx'
import { ProductGallery } from '../../component/product/product-gallery.tsx'
import { ProductTexts } from '../../component/product/product-texts.tsx'
import { ReturnNote } from '../../component/product/return-note.tsx'
import { SafetyDetails } from '../../component/product/safety-details.tsx'
import { ProductRating, ProductReviews } from '../../component/review/product-reviews.tsx'
import { useReviewSection } from '../../component/review/review-section.ts'
import { SizeTable } from '../../component/variant/size-table.tsx'
import { StickyAddToCart } from '../../component/variant/sticky-add-to-cart.tsx'
import { StockText } from '../../component/variant/stock-text.tsx'
import { VariantPicker } from '../../component/variant/variant-picker.tsx'
import { WishButton } from '../../component/wish-list/wish-button.tsx'

/** The script replaces the elements with `data-part` when the shopper chooses another variant. */
export function ProductDetailsSection({ section }: SectionProps<'productDetails'>) {
  const contentLanguage = useContentLanguage()
  const content = usePageRecord()
  const attributes = useSectionAttributes(section)
  const reviewSection = useReviewSection()
  if (content.kind !== 'product') return null
  const { product, variant, reviews, terms } = content
  const path = `/products/${product.slug}`
  const { settings } = section
  const { galleryLayout, descriptionPosition, hasCollapsibleTexts } = settings
  const additionalDetails = (
    <>
      <ProductTexts product={product} hasCollapsibleTexts={hasCollapsibleTexts} />
      <div data-part="alert">
        {variant.price > 0 && <ProductAlert kind="price" variant={variant} />}
      </div>
      <ProductFacts product={product} variant={variant} {...settings} />
      <SafetyDetails safety={product.safety} />
    </>
  )
  // Below a row of images, the texts have a column of their own.
  const besidePosition = galleryLayout === 'row' ? 'column' : 'details'
  const textsPosition = descriptionPosition === 'below' ? 'below' : besidePosition
  return (
    <div className="section product" {...attributes}>
      <div
        className="product-columns"
        data-layout={galleryLayout}
        data-details={settings.detailsPosition}
      >
        <ProductGallery product={product} selectedUrl={variant.image?.url} layout={galleryLayout} />
        <div className="product-details" data-buttons={settings.buttonWidth}>
          <h1 {...contentLanguage}>{product.title}</h1>
          <ProductRating reviews={reviews} />
          <div className="product-buy" data-part="buy">
            <PriceBlock variant={variant} delivery={terms.delivery} />
            <VariantPicker product={product} variant={variant} />
            <SizeTable product={product} />
            <StockText variant={variant} settings={settings} />
            <AddToCartForm variant={variant} />
            <WishButton
              product={product._id}
              variant={variant._id}
              title={product.title}
              isMainProduct
            />
            {!variant.isAvailable && <ProductAlert kind="stock" variant={variant} isOpen />}
            {terms.delivery && (
              <DeliveryEstimate
                delivery={terms.delivery}
                path={path}
                variant={variant._id}
                chosenCountry={terms.chosenCountry}
                isChoosingCountry={terms.isChoosingCountry}
              />
            )}
          </div>
          <ReturnNote terms={terms.returns} exception={product.withdrawalException} />
          {textsPosition === 'details' && additionalDetails}
        </div>
        {textsPosition === 'column' && (
          <div className="product-additional">{additionalDetails}</div>
        )}
      </div>
      {textsPosition === 'below' && <div className="product-additional">{additionalDetails}</div>}
      {reviewSection === section.id && <ProductReviews reviews={reviews} path={path} />}
      <StickyAddToCart product={product} variant={variant} />
    </div>
  )
}

function PriceBlock({
  variant,
  delivery,
}: { variant: StorefrontVariant } & Pick<ProductTerms, 'delivery'>) {
  return (
    <>
      <Price {...variant} priceDetails={variant} />
      <Saving {...variant} />
      <PriceNote delivery={delivery} />
    </>
  )
}

type FactsProps = {
  product: StorefrontProduct
  variant: StorefrontVariant
  hasVendor: boolean
  hasSku: boolean
}

function ProductFacts({ product, variant, hasVendor, hasSku }: FactsProps) {
  const t = useTexts()
  const facts = [
    [t('productField.vendor'), hasVendor && product.vendor],
    [t('sku'), hasSku && variant.sku],
  ]
  return (
    <p className="sku" data-part="facts">
      {facts.map(
        ([label, value]) =>
          value && (
            <span key={String(label)}>
              {label} <bdi>{value}</bdi>
            </span>
          ),
      )}
    </p>
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
