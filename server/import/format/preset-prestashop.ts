import {
  createCategoryCell,
  createDescriptionCell,
  createListCell,
  createStatusCell,
  createWeightCell,
  splitUrls,
} from './preset-cell.ts'
import {
  convertEach,
  type ProductCells,
  type ProductPreset,
  type SourceRow,
} from './product-preset.ts'

/** The headers of the sample of PrestaShop's import, in versions 1.6 to 8, and of its product list. */
const headers = {
  title: ['Name *', 'Name*', 'Name'],
  status: ['Active (0/1)', 'Active 0/1', 'Active', 'Status'],
  categories: ['Categories (x,y,z...)', 'Categories (x,y,z…)', 'Categories', 'Category'],
  price: [
    'Price tax included',
    'Price tax excluded',
    'Price (tax incl.)',
    'Price (tax excl.)',
    'Price tax excluded or Price tax included',
  ],
  cost: ['Cost price', 'Wholesale price'],
  sku: ['Reference #', 'Reference'],
  barcode: ['EAN13', 'UPC'],
  vendor: ['Brand', 'Manufacturer'],
  weight: ['Weight'],
  stock: ['Quantity'],
  description: ['Description', 'Short description', 'Summary'],
  tags: ['Tags (x,y,z...)', 'Tags (x,y,z…)', 'Tags'],
  seoTitle: ['Meta title', 'Meta-title'],
  seoDescription: ['Meta description', 'Meta-description'],
  slug: ['URL rewritten', 'Rewritten URL', 'Friendly URL'],
  imageSrc: ['Image URLs (x,y,z...)', 'Image URLs (x,y,z…)', 'Image URLs', 'Image'],
  imageAlt: ['Image alt texts (x,y,z...)', 'Image alt texts (x,y,z…)'],
} as const

const firstOf = (row: SourceRow, ...names: readonly string[]) =>
  names.map(name => row.get(name).trim()).find(Boolean) ?? ''

function convertRow(row: SourceRow): ProductCells[] {
  const [imageSrc = '', ...otherImages] = splitUrls(row.cells.imageSrc?.replaceAll(',', '\n') ?? '')
  const product: ProductCells = {
    ...row.cells,
    status: createStatusCell(row.cells.status ?? ''),
    categories: createCategoryCell(row.cells.categories ?? '', /[,\n]/, /\//),
    // A store that has both prices sells at the price with tax.
    price: firstOf(row, 'price tax included', 'price (tax incl.)') || (row.cells.price ?? ''),
    weight: createWeightCell(row.cells.weight ?? '', 'kg'),
    description: createDescriptionCell(
      firstOf(row, 'short description', 'summary'),
      row.get('description'),
    ),
    tags: createListCell(row.cells.tags ?? '', /[,\n]/),
    imageSrc: [imageSrc, ...otherImages].filter(Boolean).join('\n'),
    imageAlt: row.cells.imageAlt?.split(/[,\n]/)[0] ?? '',
  }
  return [product]
}

export const prestashopPreset: ProductPreset = {
  format: 'prestashop',
  matches: has =>
    has('active (0/1)') ||
    headers.price.some(header => has(header.toLowerCase())) ||
    (has('name *') && has('reference #')),
  headers,
  weightUnit: 'kg',
  convert: convertEach(convertRow),
}
