import { type CsvLimits, type CsvRow, csvLimits, openCsv } from '../file/import-csv.ts'
import { shopifyProducts } from '../format/import-shopify-product.ts'
import { wooProducts } from '../format/import-woocommerce.ts'
import {
  type ImportColumn,
  matchColumns,
  type ProductFormat,
  recogniseProducts,
  shopifyProductHeaders,
  wooHeaders,
} from '../import-columns.ts'
import type { ImportProblem } from '../import-problem.ts'
import { type Building, broken, finishBuilding } from './import-product-building.ts'
import type {
  BrokenProduct,
  ProductDraft,
  ReadProducts,
  ReadSettings,
} from './import-product-draft.ts'

export type ProductCollector = {
  add: (row: CsvRow) => void
  /** Called once, after the last row; the products in the order in which the file names them. */
  buildings: ReadonlyMap<string, Building>
  has: { options: boolean; variants: boolean; images: boolean }
  imageOnlyRows: () => number
  /** Joins what could not be joined while rows were missing. */
  settle?: () => void
}

/** Reads a file of products. Throws `RefusedFile` with a sentence when the file as a whole cannot be used. */
export async function readProducts(
  input: AsyncIterable<Buffer>,
  settings: ReadSettings,
  limits: CsvLimits = csvLimits,
): Promise<ReadProducts> {
  const file = await openCsv(input, limits)
  const problems: ImportProblem[] = []
  const format = recogniseProducts(file.header)
  const { columns, collector } = collectorFor(format, file.header, settings, problem =>
    problems.push(problem),
  )
  let rowCount = 0
  for await (const row of file.rows) {
    rowCount++
    collector.add(row)
  }
  collector.settle?.()
  const result = divide(collector)
  problems.push(...file.warnings)
  return {
    format,
    columns,
    ...result,
    problems: problems.toSorted((a, b) => a.row - b.row),
    rowCount,
    imageOnlyRows: collector.imageOnlyRows(),
  }
}

function collectorFor(
  format: ProductFormat,
  header: string[],
  settings: ReadSettings,
  report: (problem: ImportProblem) => void,
): { columns: ImportColumn[]; collector: ProductCollector } {
  if (format === 'woocommerce') {
    const map = matchColumns(header, wooHeaders)
    return { columns: map.columns, collector: wooProducts(map, settings, report) }
  }
  const map = matchColumns(header, shopifyProductHeaders)
  return {
    columns: map.columns,
    collector: shopifyProducts(
      map,
      { exponent: settings.exponent, isOwn: format === 'storewright' },
      report,
    ),
  }
}

function divide({ buildings, has }: ProductCollector) {
  const drafts: ProductDraft[] = []
  const kept: BrokenProduct[] = []
  for (const building of buildings.values()) {
    const draft = finishBuilding(building, has)
    if (building.isBroken) kept.push(broken(building))
    else drafts.push(draft)
  }
  return { drafts, broken: kept }
}
