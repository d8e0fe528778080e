import type { CsvRow } from '../file/import-csv.ts'
import { readRow } from '../file/import-row.ts'
import { handleOf, oneLine, splitList, splitPaths } from '../file/import-text.ts'
import type { ColumnMap, WooField } from '../import-columns.ts'
import { isBrokenOff, quoted, type Report } from '../import-problem.ts'
import { type Building, startBuilding } from '../product/import-product-building.ts'
import { productLimits as limits, type ReadSettings } from '../product/import-product-draft.ts'
import {
  attributesOf,
  imagesOf,
  readWooVariant,
  type WooProduct,
  type WooRow,
} from './import-woocommerce-variant.ts'

const soldAlone = ['simple', 'external', 'subscription', 'bundle', 'course', 'event'] as const

/**
 * Products out of WooCommerce's export. A variation names its parent by SKU or by `id:44` and may stand anywhere, before
 * it too, so variations wait for the last row.
 */
export function wooProducts(columns: ColumnMap<WooField>, settings: ReadSettings, report: Report) {
  const products = new Map<string, Building>()
  const bySku = new Map<string, WooProduct>()
  const byId = new Map<string, WooProduct>()
  const all: WooProduct[] = []
  const variations: CsvRow[] = []
  const handles = new Set<string>()
  const at = (cells: string[], field: WooField) => oneLine(cells[columns.at.get(field) ?? -1] ?? '')
  const rowOf = ({ row, cells }: CsvRow, to: Report) =>
    readRow(cells, row, columns, { exponent: settings.exponent, isOwn: false }, to)

  const addProduct = (csv: CsvRow, type: string) => {
    const name = at(csv.cells, 'name')
    const sku = at(csv.cells, 'sku')
    const building = startBuilding(
      freshHandle(handles, name, sku || at(csv.cells, 'id') || String(csv.row)),
      true,
      report,
    )
    products.set(String(csv.row), building)
    building.draft.rows.push(csv.row)
    if (csv.problem) return building.report(csv.problem)
    const row = rowOf(csv, building.report)
    const product = { building, row, isVariable: type === 'variable' }
    all.push(product)
    if (sku && !bySku.has(sku.toLowerCase())) bySku.set(sku.toLowerCase(), product)
    if (at(csv.cells, 'id')) byId.set(at(csv.cells, 'id'), product)
    readWooProduct(product, type, columns.at.has('published'))
  }

  const addVariation = (csv: CsvRow) => {
    const parent = at(csv.cells, 'parent')
    const product =
      byId.get(/^id:\s*(\d+)$/i.exec(parent)?.[1] ?? '') ?? bySku.get(parent.toLowerCase())
    if (!product)
      return report({
        row: csv.row,
        column: 'Parent',
        level: 'error',
        code: 'parent_missing',
        message: `The product ${quoted(parent)} that this variation belongs to is not in the file.`,
      })
    product.building.draft.rows.push(csv.row)
    if (csv.problem) return product.building.report(csv.problem)
    readWooVariant(product, rowOf(csv, product.building.report), settings)
  }

  return {
    has: { options: true, variants: true, images: columns.at.has('images') },
    buildings: products,
    imageOnlyRows: () => 0,
    add(csv: CsvRow) {
      if (csv.problem && isBrokenOff(csv.problem)) {
        report(csv.problem)
        for (const { building, isVariable } of all)
          if (isVariable)
            building.say(
              csv.row,
              'error',
              'broken_off',
              'Variations of this product may stand in the part that could not be read.',
            )
        return
      }
      const types = splitList(at(csv.cells, 'type').toLowerCase())
      if (types.includes('variation')) variations.push(csv)
      else
        addProduct(
          csv,
          types.find(type => ['variable', 'grouped', ...soldAlone].includes(type)) ??
            types[0] ??
            'simple',
        )
    },
    settle() {
      for (const variation of variations) addVariation(variation)
      for (const product of all) {
        const { building, isVariable, row } = product
        if (building.variants.length > 0 || building.isBroken) continue
        if (isVariable)
          building.say(
            row.row,
            'error',
            'variations_missing',
            'The file has no variation of this product that is switched on, so there is nothing to sell.',
          )
        else readWooVariant(product, row, settings)
      }
    },
  }
}

/** WooCommerce's file has no handles. Equal names take the SKU along, which a later file of the same shop has as well. */
function freshHandle(handles: Set<string>, name: string, other: string): string {
  let handle = handleOf(name)
  if (handles.has(handle)) handle = handleOf(`${handle.slice(0, 80)}-${other}`)
  for (let n = 2; handles.has(handle); n++) handle = `${handle.slice(0, 110)}-${n}`
  handles.add(handle)
  return handle
}

function readWooProduct(
  { building, row, isVariable }: WooProduct,
  type: string,
  hasPublished: boolean,
) {
  const { draft } = building
  const name = row.text('name', limits.title)
  if (!name) row.say('name', 'error', 'title_missing', 'This product has no name.')
  draft.title = name || undefined
  draft.descriptionHtml = richText(row)
  draft.vendor = row.text('brands', limits.vendor)
  const tags = row.text('tags', 10_000)
  draft.tags = tags === undefined ? undefined : splitList(tags)
  const categories = row.text('categories', 10_000)
  draft.categories = categories === undefined ? undefined : splitPaths(categories)
  draft.status = hasPublished ? (row.text('published', 10) === '1' ? 'active' : 'draft') : undefined
  readVisibility(building, row)
  if (isVariable) {
    for (const { name: option, values } of attributesOf(row)) {
      building.optionNames.push(option)
      building.optionValues.push(values)
    }
  }
  for (const [index, src] of imagesOf(building, row).entries())
    building.images.push({ src, alt: undefined, position: index + 1, row: row.row })
  readType(building, row, type)
}

function readVisibility({ draft }: Building, row: WooRow) {
  if (draft.status !== 'active' || row.text('visibility', 40)?.toLowerCase() !== 'hidden') return
  row.say(
    'visibility',
    'warn',
    'not_published',
    'The product is hidden in the shop it comes from, so it is kept as a draft.',
  )
  draft.status = 'draft'
}

function readType(building: Building, row: WooRow, type: string) {
  if (type === 'grouped') {
    row.say(
      'type',
      'warn',
      'type_unsupported',
      'A grouped product only points at others, which are brought in by themselves; it is left out.',
    )
    building.isBroken = true
  } else if (type === 'external') {
    row.say(
      'type',
      'warn',
      'type_external',
      'This product is sold on another site, so it is kept as a draft.',
    )
    building.draft.status = 'draft'
  } else if (type !== 'variable' && !soldAlone.some(known => known === type)) {
    row.say(
      'type',
      'warn',
      'type_unknown',
      `The type ${quoted(type)} is not known; it is read as a simple product.`,
    )
  }
}

/** The short text stands above the long one in the shop, and so it does here. WooCommerce writes a line break as `\n`. */
function richText(row: WooRow): string | undefined {
  const long = row.body('description')
  const short = row.body('shortDescription')
  if (long === undefined && short === undefined) return undefined
  const parts = [...new Set([short, long])]
    .map(part => (part ?? '').replaceAll('\\n', '\n').trim())
    .filter(Boolean)
  return parts.map(paragraphs).join('\n')
}

/** Plain text gets the paragraphs that its blank lines mean; what has tags already is left as it is. */
const paragraphs = (text: string) =>
  /<[a-z!/]/i.test(text)
    ? text
    : text
        .split(/\n\s*\n/)
        .map(part => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
        .join('\n')
