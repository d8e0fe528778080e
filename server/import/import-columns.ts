import { ImportFileError, quoteForMessage } from './import-problem.ts'

/** Our own field → the headers it is known by, already in the plain form that `plainHeader` gives. */
export type HeaderAliases = Readonly<Record<string, readonly string[]>>

/** One line of what is told to the person: which field a header was taken for, or that it was left out. */
export type ImportColumn = { header: string; field: string | null; note?: string }

export const normalizeHeader = (header: string) =>
  header
    .normalize('NFKC')
    .replaceAll('\uFEFF', '')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

const getOptionHeaders = (n: number) =>
  [
    [`option${n} name`, `option ${n} name`],
    [`option${n} value`, `option ${n} value`],
  ] as const

/** Shopify's product file of 2017 to 2025, its newer template in plainer words, and the two columns our own export adds. */
export const shopifyProductHeaders = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  description: ['body (html)', 'body html', 'body', 'description'],
  vendor: ['vendor'],
  productCategory: ['product category', 'standard product type', 'standardized product type'],
  collection: ['collection'],
  categories: ['category paths'],
  productType: ['type', 'product type', 'custom product type'],
  tags: ['tags'],
  published: ['published', 'published on online store'],
  status: ['status'],
  option1Name: getOptionHeaders(1)[0],
  option1Value: getOptionHeaders(1)[1],
  option1Values: ['option1 values'],
  option2Name: getOptionHeaders(2)[0],
  option2Value: getOptionHeaders(2)[1],
  option2Values: ['option2 values'],
  option3Name: getOptionHeaders(3)[0],
  option3Value: getOptionHeaders(3)[1],
  option3Values: ['option3 values'],
  sku: ['variant sku', 'sku'],
  grams: ['variant grams', 'weight value (grams)'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  stock: ['variant inventory qty', 'variant inventory quantity', 'inventory quantity'],
  policy: ['variant inventory policy', 'continue selling when out of stock'],
  price: ['variant price', 'price'],
  compareAtPrice: ['variant compare at price', 'compare at price'],
  cost: ['cost per item', 'variant cost'],
  barcode: ['variant barcode', 'barcode'],
  imageSrc: ['image src', 'product image url'],
  imagePosition: ['image position'],
  imageAlt: ['image alt text'],
  variantImage: ['variant image', 'variant image url'],
  seoTitle: ['seo title'],
  seoDescription: ['seo description'],
} as const satisfies HeaderAliases
export type ShopifyField = keyof typeof shopifyProductHeaders

export const wooHeaders = {
  id: ['id'],
  type: ['type'],
  sku: ['sku'],
  name: ['name'],
  published: ['published'],
  barcode: ['gtin, upc, ean, or isbn'],
  visibility: ['visibility in catalog'],
  shortDescription: ['short description'],
  description: ['description'],
  saleStarts: ['date sale price starts'],
  saleEnds: ['date sale price ends'],
  inStock: ['in stock?'],
  stock: ['stock'],
  backorders: ['backorders allowed?'],
  weight: ['weight'],
  salePrice: ['sale price'],
  regularPrice: ['regular price'],
  categories: ['categories'],
  tags: ['tags'],
  images: ['images'],
  parent: ['parent'],
  brands: ['brands'],
  attribute1Name: ['attribute 1 name'],
  attribute1Values: ['attribute 1 value(s)', 'attribute 1 values'],
  attribute2Name: ['attribute 2 name'],
  attribute2Values: ['attribute 2 value(s)', 'attribute 2 values'],
  attribute3Name: ['attribute 3 name'],
  attribute3Values: ['attribute 3 value(s)', 'attribute 3 values'],
  attribute4Name: ['attribute 4 name'],
  attribute4Values: ['attribute 4 value(s)', 'attribute 4 values'],
  attribute5Name: ['attribute 5 name'],
  attribute5Values: ['attribute 5 value(s)', 'attribute 5 values'],
} as const satisfies HeaderAliases
export type WooField = keyof typeof wooHeaders

export type ColumnMap<F extends string> = {
  /** Where a field stands; absent when the file has no such column. */
  indexByField: ReadonlyMap<F, number>
  header: readonly string[]
  columns: ImportColumn[]
  /** The unit in a header such as `Weight (lbs)`; '' when none is said. */
  getUnit: (field: F) => string
}

/** Which column holds which field. The first of two equal headers counts; what no field knows is left out and listed. */
export function matchColumns<F extends string>(
  header: readonly string[],
  table: Readonly<Record<F, readonly string[]>>,
): ColumnMap<F> {
  const fields = new Map<string, F>()
  for (const field in table) for (const name of table[field]) fields.set(name, field)
  const indexByField = new Map<F, number>()
  const units = new Map<F, string>()
  const columns = header.map((name, index): ImportColumn => {
    const normalizedHeader = normalizeHeader(name)
    const unitMatch = /^(.*) \(([a-z]+)\)$/.exec(normalizedHeader)
    const field = fields.get(normalizedHeader) ?? fields.get(unitMatch?.[1] ?? '')
    if (field === undefined)
      return { header: name, field: null, ...getColumnNote(normalizedHeader) }
    if (indexByField.has(field))
      return { header: name, field: null, note: 'The same column stands further left' }
    indexByField.set(field, index)
    if (unitMatch?.[2] && !fields.has(normalizedHeader)) units.set(field, unitMatch[2])
    return { header: name, field }
  })
  return { indexByField, header, columns, getUnit: field => units.get(field) ?? '' }
}

function getColumnNote(normalizedHeader: string): { note?: string } {
  if (/^(included|price|compare at price) \/ /.test(normalizedHeader))
    return { note: 'Prices by market are not brought in; the store has one price' }
  if (normalizedHeader.startsWith('google shopping / '))
    return { note: 'Google Shopping fields are not kept' }
  if (normalizedHeader.startsWith('meta: ') || normalizedHeader.includes('metafields'))
    return { note: 'Custom fields are not kept' }
  if (/weight unit/.test(normalizedHeader))
    return { note: 'Weights are read in grams, whatever unit they are shown in' }
  return {}
}

export type ImportFormat = 'storewright' | 'shopify' | 'woocommerce'

/** Whose file this is, by its headers; refused with a sentence when it is nobody's or an identity column is missing. */
export function detectProductFormat(header: readonly string[]): ImportFormat {
  const names = new Set(header.map(normalizeHeader))
  const hasAnyHeader = (...alternatives: readonly string[]) =>
    alternatives.some(name => names.has(name))
  if (hasAnyHeader(...shopifyProductHeaders.handle)) {
    if (hasAnyHeader('category paths')) return 'storewright'
    if (
      hasAnyHeader(
        'title',
        'variant price',
        'price',
        'option1 value',
        'variant inventory qty',
        'status',
        'tags',
        'body (html)',
        'image src',
      )
    )
      return 'shopify'
  }
  if (hasAnyHeader('financial status') && hasAnyHeader('lineitem name'))
    throw new ImportFileError(
      'order_file',
      'This is a list of orders. Choose “Orders” to bring it in.',
    )
  const isWoo =
    hasAnyHeader('regular price', 'visibility in catalog') ||
    (hasAnyHeader('type') && hasAnyHeader('sku') && hasAnyHeader('published', 'parent'))
  if (isWoo && !hasAnyHeader('name'))
    throw new ImportFileError(
      'missing_columns',
      'This WooCommerce file cannot be brought in: the column Name is missing.',
    )
  if (isWoo) return 'woocommerce'
  throw new ImportFileError(
    'missing_columns',
    `This file cannot be read as a list of products: the column Handle is missing (or Name and Regular price, in a file from WooCommerce). It has ${formatHeader(header)}.`,
  )
}

export const formatHeader = (header: readonly string[]) =>
  `${header.slice(0, 6).map(quoteForMessage).join(', ')}${header.length > 6 ? ` and ${header.length - 6} more` : ''}`
