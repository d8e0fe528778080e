import type {
  StorefrontContent,
  StorefrontProduct,
  StorefrontVariant,
} from '#contract/storefront-page.ts'
import type { StorefrontTexts } from '../locales/en.ts'
import { Breadcrumbs } from '../part/breadcrumbs.tsx'
import { useTexts } from '../part/page-context.tsx'
import { Price } from '../part/price.tsx'
import { ResponsiveImage } from '../part/responsive-image.tsx'
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
        <Gallery images={product.images} selected={variant.image?.url} />
        <div className="product-details">
          {product.vendor && <p className="card-vendor">{product.vendor}</p>}
          <h1>{product.title}</h1>
          <Price {...variant} />
          <VariantPicker product={product} variant={variant} />
          <p className="stock">{formatStock(variant, t)}</p>
          {product.description && <RichText html={product.description} />}
        </div>
      </div>
    </div>
  )
}

function formatStock({ isAvailable, unitsLeft }: StorefrontVariant, t: StorefrontTexts): string {
  if (!isAvailable) return t.soldOut
  return unitsLeft === null ? t.inStock : t.unitsLeft(unitsLeft)
}

function Gallery({
  images,
  selected,
}: {
  images: StorefrontProduct['images']
  selected: string | undefined
}) {
  const sorted = images.toSorted((a, b) => Number(b.url === selected) - Number(a.url === selected))
  return (
    <ul className="gallery">
      {sorted.map((image, index) => (
        <li key={image.url}>
          <ResponsiveImage
            image={image}
            sizes="(min-width: 60em) 50vw, 100vw"
            isFirst={index === 0}
          />
        </li>
      ))}
    </ul>
  )
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

/** Returns the variant with this value that has most of the other selected values. */
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
    .toSorted((a, b) => countEqual(b) - countEqual(a))[0]
}
