import type { CmsSections } from '#contract/cms/cms.ts'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import type { ProductOption } from '#contract/product/product.ts'
import { StorefrontProductFields } from '#contract/product/product.ts'
import { StorefrontVariantFields } from '#contract/product/variant.ts'
import type {
  StorefrontContent,
  StorefrontImage,
  StorefrontLink,
  StorefrontProduct,
  StorefrontVariant,
} from '#contract/storefront/storefront-page.ts'
import type { StorefrontReviews } from '#contract/storefront/storefront-review.ts'
import { getProductReturns } from '../../cms/rule/product-returns.ts'
import { selectColumns, type Tx } from '../../lib/db/db.ts'
import { selectPartColumns, selectParts } from '../../lib/db/record-part.ts'
import { type LoadedContent, notFound } from '../host/storefront-content.ts'
import { maxShownUnits, selectPriorPrice, selectRecommendedPrice } from '../list/product-cards.ts'
import { selectOptions } from '../list/select-options.ts'
import type { ProductDelivery } from './load-product-delivery.ts'
import { type ProductSafetyRow, selectSafety, toSafety } from './load-safety.ts'

type VariantRow = Omit<StorefrontVariant, 'unitsLeft' | 'isAvailable' | 'image'> & {
  stock: number
  trackStock: boolean
  allowBackorder: boolean
  imageIndex: number | null
}
type StorefrontProductRow = Omit<StorefrontProduct, 'variants' | 'safety'> & {
  ownSafety: ProductSafetyRow
  seoTitle: string
  seoDescription: string
  variants: VariantRow[]
  parents: StorefrontLink[]
}

const productColumns = selectColumns(StorefrontProductFields.omit({ options: true }), {
  alias: 'p',
})
const variantColumns = selectPartColumns(StorefrontVariantFields)

export const selectProduct = (tx: Tx, slug: string) => tx<StorefrontProductRow[]>`
  select p.id as "_id", ${productColumns(tx)}, ${selectOptions(tx)}, p.seo_title, p.seo_description,
    ${selectSafety(tx)} as own_safety,
    ${selectParts(
      tx,
      tx`
        select m.url, coalesce(nullif(i.alt, ''), m.alt) as alt, m.width, m.height
        from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
        where i.store_id = p.store_id and i.product_id = p.id and i.state = 'ready'
        order by i.position, i.id`,
    )} as images,
    ${selectParts(
      tx,
      tx`
        select v.id as "_id", ${variantColumns(tx)},
          ${selectRecommendedPrice(tx, tx`v.price`, tx`v.compare_at_price`)} as "recommendedPrice",
          ${selectPriorPrice(tx)} as "priorPrice",
          v.stock, v.track_stock as "trackStock", v.allow_backorder as "allowBackorder", (
            select ready.rank - 1 from (
              select i.id, row_number() over (order by i.position, i.id) as rank
              from product_image i
              where i.store_id = v.store_id and i.product_id = v.product_id and i.state = 'ready'
            ) ready where ready.id = v.image_id
          )::integer as "imageIndex"
        from variant v
        where v.store_id = p.store_id and v.product_id = p.id
        order by v.position, v.id`,
    )} as variants,
    ${selectParts(
      tx,
      tx`
        select c.name as label, '/categories/' || c.slug as path
        from product_category pc join category c on c.store_id = pc.store_id and c.id = pc.category_id
        where pc.store_id = p.store_id and pc.product_id = p.id
        order by c.position, c.id limit 1`,
    )} as parents
  from product p
  where p.store_id = current_store() and p.slug = ${slug} and p.status = 'active'`

type ProductContext = {
  variantId?: string | undefined
  /** Values such as `Color:Red` that the variant has if possible. */
  optionValues?: readonly string[] | undefined
  cms: Pick<CmsSections, 'productSafety' | 'checkout'>
  reviews: StorefrontReviews
  delivery: ProductDelivery
  country?: string | undefined
  isChoosingCountry?: boolean
}

/** The variant of the URL is selected, otherwise the first one that can be bought. */
export function toProductContent(
  [row]: readonly StorefrontProductRow[],
  {
    variantId,
    optionValues = [],
    cms,
    reviews,
    delivery,
    country = '',
    isChoosingCountry = false,
  }: ProductContext,
): LoadedContent {
  if (!row) return notFound
  const { seoTitle, seoDescription, ownSafety, variants: variantRows, parents, ...fields } = row
  const variants = variantRows.map(variant => toVariant(variant, row.images))
  const variant =
    variants.find(({ _id }) => _id === variantId) ??
    findByValues(row.options, variants, optionValues) ??
    variants.find(({ isAvailable }) => isAvailable) ??
    variants[0]
  if (!variant) return notFound
  const estimation = delivery.estimate(variant._id)
  const content: StorefrontContent = {
    kind: 'product',
    product: { ...fields, safety: toSafety(ownSafety, cms.productSafety), variants },
    variant,
    reviews,
    terms: {
      delivery: estimation,
      chosenCountry: country,
      isChoosingCountry,
      offerShipping: delivery.offers,
      returns: getProductReturns(cms.checkout, {
        country: estimation?.country || delivery.storeCountry,
        withdrawalException: row.withdrawalException,
      }),
    },
    parents,
  }
  return {
    content,
    head: {
      title: seoTitle || row.title,
      description: seoDescription || toPageDescription(row.description),
      canonicalPath: `/products/${row.slug}`,
      ...(row.images[0] && { image: row.images[0].url }),
    },
  }
}

/** Returns the first variant with the values, one that can be bought if possible. */
function findByValues(
  options: readonly ProductOption[],
  variants: readonly StorefrontVariant[],
  optionValues: readonly string[],
): StorefrontVariant | undefined {
  if (optionValues.length === 0) return undefined
  const matches = variants.filter(variant => {
    const entries = options.map(({ name }, index) => `${name}:${variant.options[index]}`)
    return optionValues.every(value => entries.includes(value))
  })
  return matches.find(({ isAvailable }) => isAvailable) ?? matches[0]
}

function toVariant(
  { stock, trackStock, allowBackorder, imageIndex, ...variant }: VariantRow,
  images: readonly StorefrontImage[],
): StorefrontVariant {
  const isAvailable = !trackStock || allowBackorder || stock > 0
  return {
    ...variant,
    isAvailable,
    unitsLeft: trackStock && stock > 0 && stock <= maxShownUnits && !allowBackorder ? stock : null,
    image: (imageIndex === null ? undefined : images[imageIndex]) ?? null,
  }
}

/** Returns the beginning of a rich text without its tags, for the description of a page. */
export const toPageDescription = (html: string) => toTextLine(html).slice(0, 300).toWellFormed()
