import { splitList } from '../file/import-list.ts'
import { createImportProblem } from '../import-problem.ts'
import { createDescriptionCell, createListCell } from './preset-cell.ts'
import {
  convertEach,
  type PresetContext,
  type ProductCells,
  type ProductPreset,
  type SourceRow,
} from './product-preset.ts'

const imageNumbers = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
] as const

const splitValues = (text: string) => splitList(text, /,/)

/** Returns the options of each variant: every combination of the values. */
function listVariantCells(row: SourceRow): ProductCells[] {
  const [values1, values2] = [1, 2].map(n => splitValues(row.get(`variation ${n} values`)))
  const [name1, name2] = [1, 2].map(
    n => row.get(`variation ${n} name`) || row.get(`variation ${n} type`),
  )
  const option1Values = values1?.length ? values1 : ['']
  const option2Values = values2?.length ? values2 : ['']
  return option1Values.flatMap(option1Value =>
    option2Values.map(option2Value => ({
      option1Name: option1Value && (name1 ?? ''),
      option1Value,
      option2Name: option2Value && (name2 ?? ''),
      option2Value,
    })),
  )
}

/** Etsy writes all variations of a listing into one row, and the SKUs in the order of the variations. */
function convertListing(row: SourceRow, { report }: PresetContext): ProductCells[] {
  const variants = listVariantCells(row)
  const skus = (row.cells.sku ?? '').split(',').map(sku => sku.trim())
  const hasSkuPerVariant = skus.length === variants.length
  const stock = row.cells.stock ?? ''
  if (variants.length > 1 && stock !== '' && stock !== '0')
    report(createImportProblem({ row: row.row, column: 'QUANTITY' }, 'variation_stock_unknown'))
  const product: ProductCells = {
    ...row.cells,
    description: createDescriptionCell(row.cells.description ?? ''),
    tags: createListCell((row.cells.tags ?? '').replaceAll('_', ' '), /[,\n]/),
  }
  return variants.map((options, index) => ({
    ...(index === 0 ? product : { title: product.title, price: product.price }),
    ...options,
    sku: hasSkuPerVariant ? (skus[index] ?? '') : '',
    stock: variants.length > 1 ? '0' : stock,
  }))
}

export const etsyPreset: ProductPreset = {
  format: 'etsy',
  matches: has =>
    has('title') &&
    has('price') &&
    (has('variation 1 type') || (has('currency code') && has('image1'))),
  headers: {
    title: ['TITLE'],
    description: ['DESCRIPTION'],
    price: ['PRICE'],
    stock: ['QUANTITY'],
    tags: ['TAGS'],
    sku: ['SKU'],
    imageSrc: imageNumbers.flatMap(n => [`IMAGE${n}`, `Photo ${n}`]),
    option1Name: ['VARIATION 1 NAME'],
    option1Value: ['VARIATION 1 VALUES'],
    option2Name: ['VARIATION 2 NAME'],
    option2Value: ['VARIATION 2 VALUES'],
  },
  convert: convertEach(convertListing),
}
