import {
  createCategoryCell,
  createOptionCells,
  createPriceCells,
  createStatusCell,
  createWeightCell,
  type SourceOption,
  splitUrls,
} from './preset-cell.ts'
import type { ConvertedRow, ProductCells, ProductPreset, SourceRow } from './product-preset.ts'

/** Parses `Type=Dropdown|Name=Color|Value=Red[#f00]`, of today's export, and `[S]Color=Red,[RB]Size=S`. */
function parseOptions(text: string): SourceOption[] {
  const options = [...text.matchAll(/Name=([^|]*)\|Value=(.*?)(?=\s*(?:\|+\s*)?Type=|\||$)/g)]
  const pairs =
    options.length > 0 ? options : [...text.matchAll(/\[\w+\]([^=,]+)=(.*?)(?=,\s*\[\w+\]|$)/g)]
  return pairs.map(([, name = '', value = '']) => ({
    name: name.trim(),
    value: value.replace(/\[#[^\]]*\]/g, '').trim(),
  }))
}

const getKind = (row: SourceRow) => (row.get('item type') || row.get('item')).trim().toLowerCase()

/** Without tracking, a stock of 0 would mean that the product is sold out. */
function createStockCell(row: SourceRow, tracking: string): string {
  return /^(none|n|no|)$/i.test(tracking) ? '' : (row.cells.stock ?? '')
}

type ProductGroup = {
  product: SourceRow
  variants: SourceRow[]
  rules: SourceRow[]
  images: string[]
}

/** Rows of variants, price rules and images follow the row of their product. */
function groupRows(rows: readonly SourceRow[]): ProductGroup[] {
  const groups: ProductGroup[] = []
  for (const row of rows) {
    const group = groups.at(-1)
    const kind = getKind(row)
    if (kind === 'sku' || kind === 'variant') group?.variants.push(row)
    else if (kind === 'rule') group?.rules.push(row)
    else if (kind === 'image') group?.images.push(...splitUrls(row.cells.imageSrc ?? ''))
    else if (kind !== 'video') groups.push({ product: row, variants: [], rules: [], images: [] })
  }
  return groups
}

/** Returns the price that a rule sets for the SKU of its row, such as `[FIXED]12.00` or `[ADD]2`. */
function findRulePrice(rules: readonly SourceRow[], sku: string, basePrice: string): string {
  for (const rule of rules) {
    const skus = (rule.cells.sku ?? '').split(',').map(each => each.trim().toLowerCase())
    const [, kind, amount = ''] =
      /^\[(FIXED|ADD|REMOVE)\]\s*([\d.]+)/i.exec(rule.cells.price ?? '') ?? []
    if (!kind || !skus.includes(sku.toLowerCase())) continue
    if (/fixed/i.test(kind)) return amount
    const sign = /add/i.test(kind) ? 1 : -1
    return (Number(basePrice) + sign * Number(amount)).toFixed(2)
  }
  return ''
}

function createProductCells({ product: row, images }: ProductGroup): ProductCells {
  return {
    ...row.cells,
    slug: (row.cells.slug ?? '').replace(/^https?:\/\/[^/]+/, '').replace(/^\/|\/$/g, ''),
    status: createStatusCell(row.cells.status ?? ''),
    categories: createCategoryCell(row.cells.categories ?? '', /[;\n]/, /\//),
    imageSrc: [...splitUrls(row.cells.imageSrc ?? ''), ...images].join('\n'),
    variantImage: '',
  }
}

function createVariantCells(
  row: SourceRow,
  { product, rules, variants }: ProductGroup,
): ProductCells {
  const isVariant = row !== product
  const basePrice = product.cells.price ?? ''
  const rulePrice = isVariant ? findRulePrice(rules, row.cells.sku ?? '', basePrice) : ''
  const price = rulePrice || row.cells.price || basePrice
  const salePrice = isVariant ? row.get('sale price') : product.get('sale price')
  const sale = createPriceCells(price, salePrice)
  const tracking = product.get('track inventory') || product.get('inventory tracking')
  return {
    ...sale,
    compareAtPrice: sale.compareAtPrice || product.get('retail price').replace(/^0(\.0*)?$/, ''),
    sku: row.cells.sku ?? '',
    barcode: row.cells.barcode ?? '',
    cost: row.cells.cost || product.cells.cost || '',
    weight: createWeightCell(row.cells.weight || product.cells.weight || '', 'lb'),
    stock: createStockCell(row, tracking),
    variantImage: isVariant ? row.get('variant image url') : '',
    ...(variants.length > 0 &&
      createOptionCells(parseOptions(row.get('options') || row.cells.title || ''))),
  }
}

function convertGroup(group: ProductGroup): ConvertedRow[] {
  const product = createProductCells(group)
  const variants = group.variants.length > 0 ? group.variants : [group.product]
  return variants.map((row, index) => ({
    row: row.row,
    problem: row.problem ?? group.product.problem,
    cells: {
      ...(index === 0 ? product : { slug: product.slug, title: product.title }),
      ...createVariantCells(row, group),
    },
  }))
}

const imageNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

export const bigcommercePreset: ProductPreset = {
  format: 'bigcommerce',
  matches: has =>
    has('product code/sku') ||
    (has('item type') && has('product name')) ||
    (has('item') && has('inventory tracking')),
  headers: {
    slug: ['Product URL'],
    title: ['Product Name', 'Name'],
    description: ['Product Description', 'Description'],
    vendor: ['Brand Name', 'Brand'],
    sku: ['Product Code/SKU', 'SKU'],
    price: ['Price'],
    compareAtPrice: ['Retail Price', 'Sale Price'],
    cost: ['Cost Price'],
    weight: ['Product Weight', 'Weight'],
    status: ['Product Visible?', 'Is Visible'],
    stock: ['Current Stock Level', 'Stock Level', 'Current Stock'],
    categories: ['Category', 'Categories', 'Category Details'],
    imageSrc: [
      ...imageNumbers.flatMap(n => [`Product Image URL - ${n}`, `Product Image File - ${n}`]),
      'Internal Image URL (Export)',
      'Image URL (Import)',
    ],
    imageAlt: ['Product Image Description - 1', 'Image Description'],
    variantImage: ['Variant Image URL'],
    seoTitle: ['Page Title'],
    seoDescription: ['Meta Description'],
    barcode: ['Product UPC/EAN', 'UPC/EAN', 'GTIN', 'Global Trade Number'],
    option1Value: ['Options'],
  },
  addedFields: [
    'option1Name',
    'option1Value',
    'option2Name',
    'option2Value',
    'option3Name',
    'option3Value',
    'variantImage',
  ],
  weightUnit: 'lb',
  convert: rows => groupRows(rows).flatMap(convertGroup),
}
