import { parseDecimal } from '../file/import-number.ts'
import { isWithinDates } from '../file/import-time.ts'
import { plainFormat } from '../file/number-format.ts'
import { createImportProblem } from '../import-problem.ts'
import {
  createCategoryCell,
  createDescriptionCell,
  createOptionCells,
  createPriceCells,
  createWeightCell,
  type SourceOption,
} from './preset-cell.ts'
import type {
  ConvertedRow,
  PresetContext,
  ProductCells,
  ProductPreset,
  SourceRow,
} from './product-preset.ts'

/** One variation of a configurable product: its SKU and its option values by attribute. */
type Variation = { sku: string; options: SourceOption[] }

/** Parses `sku=MH01-XS,size=XS,color=Black|sku=…`. A value can contain commas. */
function parseVariations(text: string): Variation[] {
  return text
    .split('|')
    .map(part => {
      const pairs: [string, string][] = []
      for (const piece of part.split(',')) {
        const separator = piece.indexOf('=')
        const last = pairs.at(-1)
        if (separator > 0)
          pairs.push([piece.slice(0, separator).trim(), piece.slice(separator + 1)])
        else if (last) last[1] += `,${piece}`
      }
      const sku = pairs.find(([name]) => name === 'sku')?.[1] ?? ''
      const options = pairs
        .filter(([name]) => !['sku', 'price', 'display', 'image'].includes(name))
        .map(([name, value]) => ({ name, value }))
      return { sku: sku.trim(), options }
    })
    .filter(({ sku }) => sku !== '')
}

/** Returns the names that customers see, from `size=Size,color=Color`. */
const parseLabels = (text: string) =>
  new Map(
    text.split(',').map(pair => {
      const [code = '', label = ''] = pair.split('=')
      return [code.trim(), label.trim()]
    }),
  )

const getType = (row: SourceRow) => row.get('product type').toLowerCase()
const getSkuKey = (row: SourceRow) => (row.cells.sku ?? '').trim().toLowerCase()

function createVariantCells(row: SourceRow, { now, timeZone }: PresetContext): ProductCells {
  const sale = row.get('special price')
  const dates = {
    from: row.get('special price from date'),
    to: row.get('special price to date'),
  }
  const isOnSale =
    parseDecimal(sale, plainFormat).value !== null && isWithinDates(now, dates, timeZone)
  return {
    ...createPriceCells(row.cells.price ?? '', isOnSale ? sale : ''),
    sku: row.cells.sku ?? '',
    stock: row.cells.stock ?? '',
    weight: createWeightCell(row.cells.weight ?? '', 'lb'),
    cost: row.cells.cost ?? '',
  }
}

/** Magento writes `no_selection` for a product without an image. */
const isImage = (text: string) => text !== '' && text !== 'no_selection'

function createProductCells(row: SourceRow): ProductCells {
  const isHidden = row.cells.status === '2' || /not visible/i.test(row.get('visibility'))
  return {
    slug: row.cells.slug ?? '',
    title: row.cells.title ?? '',
    vendor: row.cells.vendor ?? '',
    seoTitle: row.cells.seoTitle ?? '',
    seoDescription: row.cells.seoDescription ?? '',
    status: isHidden ? 'draft' : 'active',
    description: createDescriptionCell(row.get('short description'), row.get('description')),
    // The first level is the root of the catalog, which customers never see.
    categories: createCategoryCell(
      (row.cells.categories ?? '').replace(/(^|[,|\n])\s*[^/,|\n]+(\/|(?=[,|\n]|$))/g, '$1'),
      /[,|\n]/,
      /\//,
    ),
    imageSrc: [row.get('base image'), ...row.get('additional images').split(',')]
      .map(url => url.trim())
      .filter(isImage)
      .filter((url, index, urls) => urls.indexOf(url) === index)
      .join('\n'),
    imageAlt: row.get('base image label'),
  }
}

/** Returns a configurable product as one row for each of its variations. */
function convertConfigurable(
  row: SourceRow,
  rowBySku: ReadonlyMap<string, SourceRow>,
  context: PresetContext,
): ConvertedRow[] {
  const labels = parseLabels(row.get('configurable variation labels'))
  const product = createProductCells(row)
  const variations = parseVariations(row.get('configurable variations'))
  return variations.flatMap(({ sku, options }, index): ConvertedRow[] => {
    const child = rowBySku.get(sku.toLowerCase())
    if (!child) {
      context.report(
        createImportProblem(
          { row: row.row, column: 'configurable_variations' },
          'variation_missing',
          { sku },
        ),
      )
      return []
    }
    const cells = {
      ...(index === 0 ? product : { slug: product.slug, title: product.title }),
      ...createVariantCells(child, context),
      ...createOptionCells(
        options.map(({ name, value }) => ({ name: labels.get(name) || name, value })),
      ),
      variantImage: isImage(child.get('base image')) ? child.get('base image') : '',
    }
    return [{ row: child.row, cells, problem: child.problem }]
  })
}

function convertRows(rows: readonly SourceRow[], context: PresetContext): ConvertedRow[] {
  // Further rows of a product hold its texts in other store views.
  const products = rows.filter(row => row.get('store view code').trim() === '')
  const rowBySku = new Map(products.map(row => [getSkuKey(row), row]))
  const configurables = new Set(
    products.filter(
      row => getType(row) === 'configurable' && row.get('configurable variations') !== '',
    ),
  )
  const variationSkus = new Set(
    [...configurables].flatMap(row =>
      parseVariations(row.get('configurable variations')).map(({ sku }) => sku.toLowerCase()),
    ),
  )
  return products.flatMap((row): ConvertedRow[] => {
    if (row.problem) return [{ row: row.row, cells: row.cells, problem: row.problem }]
    if (configurables.has(row)) return convertConfigurable(row, rowBySku, context)
    if (variationSkus.has(getSkuKey(row))) return []
    if (['grouped', 'bundle'].includes(getType(row))) {
      context.report(
        createImportProblem({ row: row.row, column: 'product_type' }, 'type_unsupported'),
      )
      return []
    }
    return [
      { row: row.row, cells: { ...createProductCells(row), ...createVariantCells(row, context) } },
    ]
  })
}

export const magentoPreset: ProductPreset = {
  format: 'magento',
  matches: has =>
    has('sku') &&
    (has('attribute set code') ||
      has('configurable variations') ||
      has('product websites') ||
      (has('product type') && has('url key'))),
  headers: {
    slug: ['url_key'],
    title: ['name'],
    description: ['description', 'short_description'],
    sku: ['sku'],
    price: ['price'],
    compareAtPrice: ['special_price'],
    cost: ['cost'],
    stock: ['qty'],
    weight: ['weight'],
    vendor: ['manufacturer', 'brand'],
    categories: ['categories'],
    status: ['product_online'],
    seoTitle: ['meta_title'],
    seoDescription: ['meta_description'],
    imageSrc: ['base_image', 'additional_images'],
    imageAlt: ['base_image_label'],
    option1Value: ['configurable_variations'],
    option1Name: ['configurable_variation_labels'],
  },
  addedFields: [
    'option1Name',
    'option1Value',
    'option2Name',
    'option2Value',
    'option3Name',
    'option3Value',
    'status',
    'variantImage',
  ],
  weightUnit: 'lb',
  imageFolder: '/media/catalog/product',
  convert: convertRows,
}
