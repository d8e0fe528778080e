import type {
  StorefrontContent,
  StorefrontProduct,
  StorefrontVariant,
} from '#contract/storefront-page.ts'
import type { StorefrontTexts } from '../locales/en.ts'
import { Breadcrumbs } from '../part/breadcrumbs.tsx'
import { useMoney, useTexts } from '../part/page-context.tsx'
import { Price } from '../part/price.tsx'
import { ProductGallery } from '../part/product-gallery.tsx'
import { RichText } from '../part/sanitized-html.tsx'

type Props = Pick<
  Extract<StorefrontContent, { kind: 'product' }>,
  'product' | 'variant' | 'parents'
>

export function ProductPage({ product, variant, parents }: Props) {
  const t = useTexts()
  return (
    <div className="section product">
      <Breadcrumbs links={parents} current={product.title} />
      <div className="product-columns">
        <ProductGallery images={product.images} selected={variant.image?.url} />
        <div className="product-details">
          {product.vendor && <p className="card-vendor">{product.vendor}</p>}
          <h1>{product.title}</h1>
          <Price {...variant} />
          <Saving {...variant} />
          <VariantPicker product={product} variant={variant} />
          <p className="stock">{formatStock(variant, t)}</p>
          {variant.sku && (
            <p className="sku">
              {t.sku} <bdi>{variant.sku}</bdi>
            </p>
          )}
          {product.description && <RichText html={product.description} />}
        </div>
      </div>
    </div>
  )
}

function Saving({ price, compareAtPrice }: StorefrontVariant) {
  const t = useTexts()
  const formatMoney = useMoney()
  if (compareAtPrice === null || compareAtPrice <= price) return null
  return <p className="saving">{t.youSave(formatMoney(compareAtPrice - price))}</p>
}

function formatStock({ isAvailable, unitsLeft }: StorefrontVariant, t: StorefrontTexts): string {
  if (!isAvailable) return t.soldOut
  return unitsLeft === null ? t.inStock : t.unitsLeft(unitsLeft)
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
            href={`/products/${product.slug}?variant=${target._id}`}
            aria-current={isSelected ? 'true' : undefined}
            data-unavailable={target.isAvailable ? undefined : ''}
          >
            {value}
            {!target.isAvailable && <span className="visually-hidden"> {t.unavailable}</span>}
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
