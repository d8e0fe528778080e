import { createCategoryCell, createDescriptionCell, createWeightCell } from './preset-cell.ts'
import type { ConvertedRow, ProductCells, ProductPreset, SourceRow } from './product-preset.ts'

const optionNumbers = [1, 2, 3] as const

/** Returns the sum of the stock of all locations. Each location has a column of its own. */
function sumStock(texts: string): string {
  const counts = texts.split('\n').filter(text => text.trim() !== '')
  return counts.length > 1
    ? String(counts.reduce((sum, count) => sum + (Number(count) || 0), 0))
    : (counts[0] ?? '')
}

const getItemKey = (row: SourceRow) =>
  (row.get('reference handle') || row.cells.title || '').toLowerCase()

/** Returns the option columns, or the variation's name as an option when the item has several. */
function createOptionCells(row: SourceRow, isOnlyVariation: boolean): ProductCells {
  if (optionNumbers.some(n => row.get(`option value ${n}`).trim())) {
    return Object.fromEntries(
      optionNumbers.flatMap(n => [
        [`option${n}Name`, row.get(`option name ${n}`)],
        [`option${n}Value`, row.get(`option value ${n}`)],
      ]),
    )
  }
  const name = row.get('variation name').trim()
  const hasOption = name !== '' && !(isOnlyVariation && /^(regular|standard)$/i.test(name))
  return {
    option1Name: hasOption ? 'Variation' : '',
    option1Value: hasOption ? name : '',
  }
}

function convertItem(rows: readonly SourceRow[]): ConvertedRow[] {
  return rows.map(row => {
    const visibility = row.get('square online item visibility').toLowerCase()
    const isArchived = /^y/i.test(row.get('archived'))
    const isHidden = /^(hidden|unavailable)/.test(visibility)
    const activeStatus = isHidden ? 'draft' : 'active'
    return {
      row: row.row,
      problem: row.problem,
      cells: {
        ...row.cells,
        ...createOptionCells(row, rows.length === 1),
        slug: row.get('reference handle').replace(/^#/, ''),
        // Square asks for a variable price at checkout.
        price: /^[a-z]/i.test(row.cells.price ?? '') ? '' : (row.cells.price ?? ''),
        categories: createCategoryCell(row.cells.categories ?? '', /[,\n]/, />/),
        description: createDescriptionCell(row.cells.description ?? ''),
        stock: sumStock(row.cells.stock ?? ''),
        weight: createWeightCell(row.cells.weight ?? '', row.get('weight (kg)') ? 'kg' : 'lb'),
        status: isArchived ? 'archived' : activeStatus,
      },
    }
  })
}

export const squarePreset: ProductPreset = {
  format: 'square',
  matches: has => has('item name') && (has('variation name') || has('token')),
  headers: {
    slug: ['Reference Handle'],
    title: ['Item Name'],
    sku: ['SKU'],
    description: ['Description'],
    categories: ['Categories', 'Category', 'Reporting Category'],
    status: ['Square Online Item Visibility'],
    seoTitle: ['SEO Title'],
    seoDescription: ['SEO Description'],
    price: ['Price'],
    barcode: ['GTIN'],
    cost: ['Default Unit Cost'],
    weight: ['Weight (lb)', 'Weight (kg)', 'Weight (oz)', 'Weight (g)'],
    option1Name: ['Option Name 1'],
    option1Value: ['Option Value 1', 'Variation Name'],
    option2Name: ['Option Name 2'],
    option2Value: ['Option Value 2'],
    option3Name: ['Option Name 3'],
    option3Value: ['Option Value 3'],
    stock: ['Current Quantity', 'Current Quantity …'],
  },
  addedFields: ['option1Name', 'option1Value', 'status'],
  weightUnit: 'lb',
  convert: rows => [...Map.groupBy(rows, getItemKey).values()].flatMap(convertItem),
}
