import {
  getDefaultReference,
  getUnitPrice,
  type MeasureUnit,
  unitCodes,
} from '#contract/lib/money/unit-price.ts'
import { isGtin } from '#contract/lib/text/is-gtin.ts'
import { toPlainText } from '#contract/lib/text/plain-text.ts'
import type { AgentProduct, AgentVariant } from '#contract/storefront/storefront-agent.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectParts } from '../lib/db/record-part.ts'
import { selectPriorPrice } from '../storefront/list/product-cards.ts'
import type { AgentStore } from './agent-store.ts'

type ImageRow = { _id: string; url: string; alt: string; width: number; height: number }
export type AgentVariantRow = {
  _id: string
  sku: string
  barcode: string
  options: string[]
  price: number
  priorPrice: number | null
  isAvailable: boolean
  imageId: string | null
  measureAmount: number | null
  measureUnit: MeasureUnit | null
  referenceAmount: number | null
}
export type AgentProductRow = {
  id: string
  title: string
  slug: string
  description: string
  options: { name: string }[]
  category: string | null
  rating: number | null
  reviewCount: number
  images: ImageRow[]
  variants: AgentVariantRow[]
}

/** Reads published products by their ids, or by those of their variants. */
export const selectAgentProducts = (tx: Tx, ids: readonly string[]) => tx<AgentProductRow[]>`
  select p.id, p.title, p.slug, p.description, p.options, (
      select c.name from product_category pc
      join category c on c.store_id = pc.store_id and c.id = pc.category_id
      where pc.store_id = p.store_id and pc.product_id = p.id
      order by c.position, c.id limit 1
    ) as category, r.rating, coalesce(r.review_count, 0) as review_count,
    ${selectParts(
      tx,
      tx`
        select i.id as "_id", m.url, coalesce(nullif(i.alt, ''), m.alt) as alt, m.width, m.height
        from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
        where i.store_id = p.store_id and i.product_id = p.id and i.state = 'ready'
        order by i.position, i.id limit 20`,
    )} as images,
    ${selectParts(
      tx,
      tx`
        select v.id as "_id", v.sku, v.barcode, v.options, v.price, ${selectPriorPrice(tx)} as "priorPrice",
          (not v.track_stock or v.allow_backorder or v.stock > 0) as "isAvailable",
          v.image_id as "imageId", v.measure_amount as "measureAmount",
          v.measure_unit as "measureUnit", v.reference_amount as "referenceAmount"
        from variant v where v.store_id = p.store_id and v.product_id = p.id
        order by v.position, v.id`,
    )} as variants
  from product p
  left join lateral (
    select round(avg(r.rating), 1)::float8 as rating, count(*)::integer as review_count from review r
    where r.store_id = p.store_id and r.product_id = p.id and r.status = 'approved'
  ) r on true
  where p.store_id = current_store() and p.status = 'active' and (
    p.id = any (${[...ids]}::uuid[]) or p.id in (
      select v.product_id from variant v
      where v.store_id = current_store() and v.id = any (${[...ids]}::uuid[])))`

/** The variant that represents a product: the first one that can be bought. */
export const findFeatured = <V extends { isAvailable: boolean }>(
  variants: readonly V[],
): V | undefined => variants.find(({ isAvailable }) => isAvailable) ?? variants[0]

const maxDescriptionLength = 5000

/** Returns a product with some of its variants. */
export function toAgentProduct(
  row: AgentProductRow,
  variants: readonly AgentVariantRow[],
  store: AgentStore,
): AgentProduct {
  const { id, slug, title, category, images } = row
  const plain = toPlainText(row.description).slice(0, maxDescriptionLength).toWellFormed() || title
  const prices = row.variants.map(({ price }) => price)
  const toPrice = (amount: number) => ({ amount, currency: store.currency })
  return {
    id,
    handle: slug,
    title,
    description: { plain },
    url: store.toUrl(`/products/${slug}`),
    ...(category && { categories: [{ value: category, taxonomy: 'merchant' }] }),
    price_range: { min: toPrice(Math.min(...prices)), max: toPrice(Math.max(...prices)) },
    ...(row.rating !== null && {
      rating: { value: row.rating, scale_max: 5, count: row.reviewCount },
    }),
    media: images.map(image => toMedia(image, title, store)),
    options: row.options.map(({ name }, index) => ({
      name,
      values: [...new Set(row.variants.map(({ options }) => options[index] ?? ''))].map(label => ({
        label,
      })),
    })),
    variants: variants.map(variant => toAgentVariant(row, variant, store)),
  }
}

const toMedia = ({ url, alt, width, height }: ImageRow, title: string, store: AgentStore) => ({
  type: 'image' as const,
  url: store.toUrl(url),
  alt_text: alt || title,
  width,
  height,
})

export const listOptions = (
  { options }: Pick<AgentProductRow, 'options'>,
  variant: Pick<AgentVariantRow, 'options'>,
) => options.map(({ name }, index) => ({ name, label: variant.options[index] ?? '' }))

function toAgentVariant(
  row: AgentProductRow,
  variant: AgentVariantRow,
  store: AgentStore,
): AgentVariant {
  const { _id, sku, barcode, options, price, priorPrice, isAvailable, imageId } = variant
  const title = options.join(' / ') || row.title
  const image = row.images.find(each => each._id === imageId)
  return {
    id: _id,
    ...(sku && { sku }),
    ...(isGtin(barcode) && { barcodes: [{ type: 'GTIN', value: barcode }] }),
    title,
    description: { plain: title },
    url: store.toUrl(`/products/${row.slug}?variant=${_id}`),
    price: { amount: price, currency: store.currency },
    ...(priorPrice && { list_price: { amount: priorPrice, currency: store.currency } }),
    ...describeUnitPrice(variant, store),
    availability: { available: isAvailable },
    ...(row.options.length > 0 && { options: listOptions(row, variant) }),
    ...(image && { media: [toMedia(image, row.title, store)] }),
  }
}

/** Amounts have three decimals. */
const amountScale = 3

/** Both amounts have the unit of the content, as the protocol requires. */
function describeUnitPrice(variant: AgentVariantRow, { currency }: AgentStore) {
  const { price, measureAmount, measureUnit, referenceAmount } = variant
  const unitPrice = getUnitPrice(price, variant)
  if (!unitPrice || !measureAmount || !measureUnit) return {}
  const toMeasure = (amount: number) => ({
    value: Math.round(amount * 10 ** amountScale),
    scale: amountScale,
    unit: unitCodes[measureUnit],
  })
  return {
    unit_price: {
      amount: unitPrice.price,
      currency,
      measure: toMeasure(measureAmount),
      reference: toMeasure(referenceAmount ?? getDefaultReference(measureUnit)),
    },
  }
}
