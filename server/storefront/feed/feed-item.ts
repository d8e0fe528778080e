import { toDecimalPrice } from '#contract/lib/money/money.ts'
import { getUnitPrice, type MeasureUnit } from '#contract/lib/money/unit-price.ts'
import { isGtin } from '#contract/lib/text/is-gtin.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { toPlainText } from '#contract/lib/text/plain-text.ts'
import { isColorOptionName, isSizeOptionName } from '#contract/product/option-name.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import { findOfferShipping } from '../../shipping/rule/estimate-delivery.ts'
import type { StoreShipping } from '../../shipping/rule/load-store-shipping.ts'
import type { FeedProductRow, FeedVariantRow } from './feed-product.ts'

/** The store that a feed is about. */
export type FeedStore = {
  name: string
  url: string
  currency: string
  language: Language
  languages: readonly Language[]
  shipping: StoreShipping
}

/** A variant in a feed. Texts are plain, prices are like "12.50 EUR", and URLs are absolute. */
export type FeedItem = {
  id: string
  /** The product, if it has several variants. */
  groupId: string | undefined
  title: string
  description: string
  link: string
  image: string
  otherImages: string[]
  isAvailable: boolean
  /** The price before a reduction, if there is one. */
  price: string
  salePrice: string | undefined
  brand: string
  gtin: string | undefined
  category: string | undefined
  options: { name: string; value: string }[]
  color: string | undefined
  size: string | undefined
  weightGrams: number | undefined
  unitMeasure: string | undefined
  unitBase: string | undefined
  shipping: { country: string; price: string } | undefined
}

/** The lowest limits of all platforms. */
const maxTitleLength = 150
const maxDescriptionLength = 5000
const maxNameLength = 70
const maxOptionLength = 100
const maxOtherImages = 10

/** Cuts a text between two characters. */
const truncate = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** Returns an item for each variant of a product. */
export function listFeedItems(product: FeedProductRow, store: FeedStore): FeedItem[] {
  const description = toPlainText(product.description) || product.title
  return product.variants.map(variant => ({
    ...toProductFields(product, variant, store),
    ...toPriceFields(product, variant, store),
    description: truncate(description, maxDescriptionLength),
  }))
}

function toProductFields(
  product: FeedProductRow,
  variant: FeedVariantRow,
  { name, url, language, languages }: FeedStore,
) {
  const { id, title, slug, vendor, productType, category, images, variants } = product
  const toUrl = (path: string) => (path.startsWith('/') ? url + path : path)
  const options = product.options.map((option, index) => ({
    name: option.name,
    value: variant.options[index] ?? '',
  }))
  const findOption = (isNamed: (optionName: string) => boolean) =>
    truncate(options.find(option => isNamed(option.name))?.value ?? '', maxOptionLength) ||
    undefined
  const image = variant.image ?? images[0]?.url ?? ''
  const isGrouped = variants.length > 1
  const fullTitle = isGrouped ? `${title} – ${variant.options.join(' / ')}` : title
  return {
    id: variant._id,
    groupId: isGrouped ? id : undefined,
    title: truncate(fullTitle, maxTitleLength),
    link: url + addLanguage(`/products/${slug}?variant=${variant._id}`, language, languages),
    image: toUrl(image),
    otherImages: images
      .map(other => toUrl(other.url))
      .filter(other => other !== toUrl(image))
      .slice(0, maxOtherImages),
    brand: truncate(vendor || name, maxNameLength),
    gtin: isGtin(variant.barcode) ? variant.barcode : undefined,
    category: category || productType || undefined,
    options,
    color: findOption(isColorOptionName),
    size: findOption(isSizeOptionName),
  }
}

/** A recommended price is no earlier price, so that it is no reduction. */
function toPriceFields(
  { requiresShipping, shippingClass }: FeedProductRow,
  variant: FeedVariantRow,
  { currency, shipping }: FeedStore,
) {
  const { price, priorPrice, weight, isAvailable } = variant
  const formatPrice = (amount: number) => `${toDecimalPrice(amount, currency)} ${currency}`
  const offer = requiresShipping
    ? findOfferShipping(shipping, { total: price, weight, classes: [shippingClass] })
    : null
  return {
    isAvailable,
    price: formatPrice(priorPrice ?? price),
    salePrice: priorPrice ? formatPrice(price) : undefined,
    weightGrams: requiresShipping && weight > 0 ? weight : undefined,
    ...toUnitFields(variant),
    shipping: offer ? { country: offer.country, price: formatPrice(offer.price) } : undefined,
  }
}

/** The units of the product data of Google. */
const unitNames: Record<MeasureUnit, string> = {
  kg: 'kg',
  g: 'g',
  l: 'l',
  ml: 'ml',
  m: 'm',
  m2: 'sqm',
  item: 'ct',
}

/** The only amounts that Google accepts as the base of a unit price. */
const unitBases: readonly string[] = ['1', '2', '4', '8', '10', '100']
const specialUnitBases: readonly string[] = ['750 ml', '50 kg', '1000 kg']

function toUnitFields(variant: FeedVariantRow) {
  const { price, measureAmount, measureUnit } = variant
  const unitPrice = getUnitPrice(price, variant)
  if (!unitPrice || !measureUnit) return { unitMeasure: undefined, unitBase: undefined }
  const unitBase = `${unitPrice.amount} ${unitNames[unitPrice.unit]}`
  const isAccepted =
    unitBases.includes(String(unitPrice.amount)) || specialUnitBases.includes(unitBase)
  return {
    unitMeasure: `${measureAmount} ${unitNames[measureUnit]}`,
    unitBase: isAccepted ? unitBase : undefined,
  }
}
