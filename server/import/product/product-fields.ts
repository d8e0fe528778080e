import { MatchableProductField } from '#contract/import/import-match.ts'
import { normalizeHeader } from '../file/import-column-map.ts'
import { formatCategoryPaths, formatList } from '../file/import-list.ts'
import * as shopify from '../format/shopify-cell.ts'
import * as woocommerce from '../format/woocommerce-cell.ts'
import {
  createCodeField,
  createMultilineField,
  createTextField,
  onFirstRow,
  onVariantRow,
  type ProductColumnKey,
  type ProductField,
  type ProductFileFormat,
} from './product-field.ts'

const optionNumbers = [1, 2, 3] as const
const attributeNumbers = [1, 2, 3, 4, 5] as const

/** Shopify writes a product without options as one with the option "Title". */
const optionFields = optionNumbers.flatMap((n): ProductField[] => [
  {
    key: `option${n}Name`,
    headers: { shopify: [`Option${n} Name`, `Option ${n} Name`] },
    write: onFirstRow(({ options }) =>
      options.length === 0 && n === 1 ? 'Title' : (options[n - 1]?.name ?? ''),
    ),
  },
  {
    key: `option${n}Value`,
    headers: { shopify: [`Option${n} Value`, `Option ${n} Value`] },
    marksVariant: true,
    write: onVariantRow((variant, { product }) =>
      product.options.length === 0 && n === 1 ? 'Default Title' : (variant.options[n - 1] ?? ''),
    ),
  },
])

/** Every value of an option in its order, also those that no variant has. */
const optionValuesFields = optionNumbers.map(
  (n): ProductField => ({
    key: `option${n}Values`,
    headers: { shopify: [`Option${n} Values`] },
    write: onFirstRow(({ options }) => formatList(options[n - 1]?.values ?? [])),
  }),
)

const attributeFields = attributeNumbers.flatMap((n): ProductField[] => [
  { key: `attribute${n}Name`, headers: { woocommerce: [`Attribute ${n} name`] } },
  {
    key: `attribute${n}Values`,
    headers: { woocommerce: [`Attribute ${n} value(s)`, `Attribute ${n} values`] },
  },
])

const formatAmount = (amount: number | null) => (amount === null ? '' : String(amount))

/**
 * The fields of product files of every format, in the order of the export's columns. The import's
 * columns, the parsing, the export and the sample file derive from this table. A plain text is one
 * `createTextField`.
 */
export const productFields: readonly ProductField[] = [
  {
    key: 'slug',
    headers: { shopify: ['Handle', 'URL handle'] },
    write: ({ product }) => product.slug,
  },
  createTextField('title', { shopify: ['Title'], woocommerce: ['Name'] }),
  {
    key: 'description',
    headers: {
      shopify: ['Body (HTML)', 'Body HTML', 'Body', 'Description'],
      woocommerce: ['Description'],
    },
    read: { shopify: shopify.readDescription, woocommerce: woocommerce.readDescription },
    write: onFirstRow(product => product.description),
  },
  { key: 'shortDescription', headers: { woocommerce: ['Short description'] } },
  createTextField('vendor', { shopify: ['Vendor'], woocommerce: ['Brands'] }),
  createTextField('productType', { shopify: ['Type', 'Product type', 'Custom product type'] }),
  { key: 'type', headers: { woocommerce: ['Type'] } },
  {
    key: 'tags',
    headers: { shopify: ['Tags'], woocommerce: ['Tags'] },
    read: { shopify: shopify.readTags, woocommerce: woocommerce.readTags },
    write: onFirstRow(product => formatList(product.tags)),
  },
  {
    key: 'published',
    headers: { shopify: ['Published', 'Published on online store'], woocommerce: ['Published'] },
    write: onFirstRow(product => (product.status === 'active' ? 'TRUE' : 'FALSE')),
  },
  { key: 'visibility', headers: { woocommerce: ['Visibility in catalog'] } },
  {
    key: 'status',
    headers: { shopify: ['Status'] },
    read: { shopify: shopify.readStatus, woocommerce: woocommerce.readStatus },
    write: onFirstRow(product => product.status),
  },
  ...optionFields,
  ...attributeFields,
  createCodeField('sku', { shopify: ['Variant SKU', 'SKU'], woocommerce: ['SKU'] }),
  {
    key: 'weight',
    headers: { shopify: ['Variant Grams', 'Weight value (grams)'], woocommerce: ['Weight'] },
    readVariant: { shopify: shopify.readWeight },
    write: onVariantRow(variant => String(variant.weight)),
  },
  {
    key: 'requiresShipping',
    headers: { shopify: ['Variant Requires Shipping', 'Requires shipping'] },
    read: { shopify: shopify.readRequiresShipping },
    write: onFirstRow(product => (product.requiresShipping ? 'TRUE' : 'FALSE')),
  },
  createTextField('shippingClass', {
    shopify: ['Shipping Class'],
    woocommerce: ['Shipping class'],
  }),
  {
    key: 'trackStock',
    headers: { shopify: ['Variant Inventory Tracker', 'Inventory tracker'] },
    readVariant: { shopify: shopify.readTrackStock },
    write: onVariantRow(variant => (variant.trackStock ? 'shopify' : '')),
  },
  {
    key: 'stock',
    headers: {
      shopify: ['Variant Inventory Qty', 'Variant Inventory Quantity', 'Inventory quantity'],
      woocommerce: ['Stock'],
    },
    readVariant: { shopify: shopify.readStock },
    marksVariant: true,
    write: onVariantRow(variant => String(variant.stock)),
  },
  { key: 'inStock', headers: { woocommerce: ['In stock?'] } },
  {
    key: 'allowBackorder',
    headers: {
      shopify: ['Variant Inventory Policy', 'Continue selling when out of stock'],
      woocommerce: ['Backorders allowed?'],
    },
    readVariant: { shopify: shopify.readAllowBackorder },
    write: onVariantRow(variant => (variant.allowBackorder ? 'continue' : 'deny')),
  },
  {
    key: 'price',
    headers: { shopify: ['Variant Price', 'Price'], woocommerce: ['Regular price'] },
    readVariant: { shopify: shopify.readPrice },
    marksVariant: true,
    write: onVariantRow((variant, { formatMoney }) => formatMoney(variant.price)),
  },
  { key: 'salePrice', headers: { woocommerce: ['Sale price'] } },
  { key: 'saleStarts', headers: { woocommerce: ['Date sale price starts'] } },
  { key: 'saleEnds', headers: { woocommerce: ['Date sale price ends'] } },
  {
    key: 'compareAtPrice',
    headers: { shopify: ['Variant Compare At Price', 'Compare-at price'] },
    readVariant: { shopify: shopify.readCompareAtPrice },
    marksVariant: true,
    write: onVariantRow((variant, { formatMoney }) => formatMoney(variant.compareAtPrice)),
  },
  createCodeField('barcode', {
    shopify: ['Variant Barcode', 'Barcode'],
    woocommerce: ['GTIN, UPC, EAN, or ISBN'],
  }),
  {
    key: 'cost',
    headers: { shopify: ['Cost per item', 'Variant cost'] },
    readVariant: { shopify: shopify.readCost },
    marksVariant: true,
    write: onVariantRow((variant, { formatMoney }) => formatMoney(variant.cost)),
  },
  {
    key: 'measureAmount',
    headers: { shopify: ['Unit Price Total Measure'] },
    readVariant: { shopify: shopify.readMeasureAmount },
    write: onVariantRow(variant => formatAmount(variant.measureAmount)),
  },
  {
    key: 'measureUnit',
    headers: { shopify: ['Unit Price Total Measure Unit'] },
    readVariant: { shopify: shopify.readMeasureUnit },
    write: onVariantRow(variant => variant.measureUnit ?? ''),
  },
  {
    // Shopify's base measure has a unit of its own.
    key: 'referenceAmount',
    headers: { shopify: ['Unit Price Reference Amount'] },
    readVariant: { shopify: shopify.readReferenceAmount },
    write: onVariantRow(variant => formatAmount(variant.referenceAmount)),
  },
  {
    key: 'imageSrc',
    headers: { shopify: ['Image Src', 'Product image URL'], woocommerce: ['Images'] },
    write: ({ image }) => image?.sourceUrl ?? '',
  },
  {
    key: 'imagePosition',
    headers: { shopify: ['Image Position'] },
    write: ({ image, index }) => (image ? String(index + 1) : ''),
  },
  {
    key: 'imageAlt',
    headers: { shopify: ['Image Alt Text'] },
    write: ({ image }) => image?.alt ?? '',
  },
  {
    key: 'variantImage',
    headers: { shopify: ['Variant Image', 'Variant image URL'] },
    marksVariant: true,
    write: ({ product, index }) =>
      product.images.find(image => image.variantIndexes.includes(index))?.sourceUrl ?? '',
  },
  createTextField('seoTitle', { shopify: ['SEO Title'] }, { isShortened: true }),
  createTextField('seoDescription', { shopify: ['SEO Description'] }, { isShortened: true }),
  createTextField('manufacturerName', { shopify: ['Manufacturer Name'] }),
  createMultilineField('manufacturerAddress', { shopify: ['Manufacturer Address'] }),
  createTextField('manufacturerContact', { shopify: ['Manufacturer Contact'] }),
  createTextField('responsibleName', { shopify: ['Responsible Person Name'] }),
  createMultilineField('responsibleAddress', { shopify: ['Responsible Person Address'] }),
  createTextField('responsibleContact', { shopify: ['Responsible Person Contact'] }),
  createMultilineField('safetyWarnings', { shopify: ['Safety Warnings'] }),
  createMultilineField('details', { shopify: ['Details'] }),
  createMultilineField('sizeTable', { shopify: ['Size Table'] }),
  {
    key: 'videoUrl',
    headers: { shopify: ['Video URL'] },
    read: { shopify: shopify.readVideoUrl },
    write: onFirstRow(product => product.videoUrl),
  },
  {
    key: 'categories',
    headers: { shopify: ['Category Paths'], woocommerce: ['Categories'] },
    read: { shopify: shopify.readCategories, woocommerce: woocommerce.readCategories },
    write: onFirstRow(product => formatCategoryPaths(product.categories)),
  },
  {
    key: 'productCategory',
    headers: {
      shopify: ['Product category', 'Standard product type', 'Standardized product type'],
    },
  },
  { key: 'collection', headers: { shopify: ['Collection'] } },
  ...optionValuesFields,
  { key: 'id', headers: { woocommerce: ['ID'] } },
  { key: 'parent', headers: { woocommerce: ['Parent'] } },
]

/**
 * Values that a variant can do without, so that an invalid one does not exclude its product. A new
 * variant without a price is skipped later.
 */
export const skippableVariantFields: ReadonlySet<ProductColumnKey> = new Set([
  'price',
  'compareAtPrice',
  'cost',
  'sku',
  'barcode',
  'stock',
  'weight',
  'imagePosition',
])

/** Fields with decimals, in which a file shows its decimal mark. */
export const decimalFields: ReadonlySet<string> = new Set<ProductColumnKey>([
  'price',
  'compareAtPrice',
  'cost',
  'salePrice',
  'weight',
  'measureAmount',
  'referenceAmount',
])

/** Fields of numbers, times and yes or no, whose cells are read without the format of a workbook. */
export const plainFields: ReadonlySet<string> = new Set<string>([
  ...decimalFields,
  ...MatchableProductField.options.filter(field => field.startsWith('weight:')),
  'stock',
  'imagePosition',
  'saleStarts',
  'saleEnds',
  'published',
  'requiresShipping',
  'inStock',
  'allowBackorder',
  'id',
  'parent',
])

/** Returns the field of each header of a format, by the header in its plain form. */
export const getFieldByHeader = (
  format: ProductFileFormat,
): ReadonlyMap<string, ProductColumnKey> =>
  new Map(
    productFields.flatMap(({ key, headers }) =>
      (headers[format] ?? []).map(header => [normalizeHeader(header), key] as const),
    ),
  )
