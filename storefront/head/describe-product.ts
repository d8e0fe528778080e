import { toDecimalPrice } from '#contract/lib/money/money.ts'
import { getUnitPrice, unitCodes } from '#contract/lib/money/unit-price.ts'
import { isGtin } from '#contract/lib/text/is-gtin.ts'
import { parseDetails } from '#contract/product/product-table.ts'
import type {
  StorefrontPage,
  StorefrontProduct,
  StorefrontVariant,
} from '#contract/storefront/storefront-page.ts'
import { toAbsoluteUrl } from './absolute-url.ts'
import { describeReviews } from './describe-reviews.ts'
import { describeTerms } from './describe-terms.ts'
import type { JsonLd } from './json-ld.ts'
import { getPageUrl } from './page-url.ts'

/** Returns a Product, or a ProductGroup for a product with options. */
export function describeProduct(
  { product, reviews, terms }: Extract<StorefrontPage['content'], { kind: 'product' }>,
  page: StorefrontPage,
): JsonLd {
  const { url: storeUrl } = page.frame.store
  const common = {
    name: product.title,
    description: page.head.description || undefined,
    url: getPageUrl(page.frame, `/products/${product.slug}`),
    brand: product.vendor ? { '@type': 'Brand', name: product.vendor } : undefined,
    category: product.productType || undefined,
    image: product.images.map(({ url }) => toAbsoluteUrl(storeUrl, url)),
    additionalProperty: describeDetails(product),
    ...describeReviews(reviews),
  }
  const [onlyVariant, ...otherVariants] = product.variants
  if (onlyVariant && otherVariants.length === 0)
    return {
      '@type': 'Product',
      ...common,
      ...describeCodes(onlyVariant),
      offers: {
        ...describeOffer(product, onlyVariant, page),
        ...describeTerms(terms, onlyVariant._id, page.frame),
      },
    }
  return {
    '@type': 'ProductGroup',
    ...common,
    productGroupID: product._id,
    variesBy: product.options.map(({ name }) => {
      const property = getOptionProperty(name)
      return property ? `https://schema.org/${property}` : name
    }),
    hasVariant: product.variants.map(variant => ({
      '@type': 'Product',
      name: `${product.title} – ${variant.options.join(' / ')}`,
      image: toAbsoluteUrl(storeUrl, variant.image?.url ?? product.images[0]?.url ?? ''),
      ...describeCodes(variant),
      ...describeOptions(product, variant),
      offers: {
        ...describeOffer(product, variant, page),
        ...describeTerms(terms, variant._id, page.frame),
      },
    })),
  }
}

function describeDetails(product: StorefrontProduct) {
  const details = parseDetails(product.details)
  return details.length > 0
    ? details.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value }))
    : undefined
}

const describeCodes = ({ sku, barcode }: StorefrontVariant) => ({
  sku: sku || undefined,
  gtin: isGtin(barcode) ? barcode : undefined,
})

/** Each variant has a URL of its own, and the store's own page as its seller. */
function describeOffer(
  { slug }: StorefrontProduct,
  variant: StorefrontVariant,
  { frame }: StorefrontPage,
): JsonLd {
  const { currency } = frame.store
  const { _id, price, isAvailable } = variant
  return {
    '@type': 'Offer',
    url: getPageUrl(frame, `/products/${slug}?variant=${_id}`),
    price: toDecimalPrice(price, currency),
    priceCurrency: currency,
    availability: `https://schema.org/${isAvailable ? 'InStock' : 'OutOfStock'}`,
    priceSpecification: describeUnitPrice(variant, currency),
  }
}

/** The price of the variant with its content, and the amount that the unit price is for. */
function describeUnitPrice(variant: StorefrontVariant, currency: string): JsonLd | undefined {
  const { price, measureAmount, measureUnit } = variant
  const unitPrice = getUnitPrice(price, variant)
  if (!unitPrice || !measureUnit) return undefined
  return {
    '@type': 'UnitPriceSpecification',
    price: toDecimalPrice(price, currency),
    priceCurrency: currency,
    referenceQuantity: {
      '@type': 'QuantitativeValue',
      value: measureAmount,
      unitCode: unitCodes[measureUnit],
      valueReference: {
        '@type': 'QuantitativeValue',
        value: unitPrice.amount,
        unitCode: unitCodes[unitPrice.unit],
      },
    },
  }
}

/** Options that schema.org has no property for become additional properties. */
function describeOptions({ options }: StorefrontProduct, variant: StorefrontVariant) {
  const values = options.map(({ name }, index) => ({
    property: getOptionProperty(name),
    name,
    value: variant.options[index],
  }))
  const additionalProperty = values
    .filter(({ property }) => !property)
    .map(({ name, value }) => ({ '@type': 'PropertyValue', name, value }))
  return {
    ...Object.fromEntries(
      values.flatMap(({ property, value }) => (property ? [[property, value]] : [])),
    ),
    additionalProperty: additionalProperty.length > 0 ? additionalProperty : undefined,
  }
}

/** The names that sellers give to options, in the languages of the storefront. */
const optionNames = {
  color: ['color', 'colour', 'farbe', 'couleur', 'cor', 'لون', 'اللون'],
  size: ['size', 'größe', 'taille', 'talla', 'tamaño', 'tamanho', 'مقاس', 'المقاس'],
  material: ['material', 'matière', 'matériau', 'خامة', 'الخامة'],
  pattern: ['pattern', 'muster', 'motif', 'estampado', 'estampa', 'نقش', 'النقش'],
}

const getOptionProperty = (name: string): string | undefined =>
  Object.entries(optionNames).find(([, names]) => names.includes(name.toLowerCase().trim()))?.[0]
