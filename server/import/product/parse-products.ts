import type { ImportColumn, ImportFormat, ImportProblem } from '#contract/import.ts'
import { matchColumns } from '../file/import-column-map.ts'
import { type CsvLimits, csvLimits, openCsv } from '../file/import-csv.ts'
import { ShopifyCollector } from '../format/import-shopify-product.ts'
import { WooCollector } from '../format/import-woocommerce.ts'
import { detectProductFormat } from './detect-product-format.ts'
import { finishProduct, toInvalidProduct } from './import-product-builder.ts'
import type {
  InvalidProduct,
  ParsedProducts,
  ProductDraft,
  ProductParseSettings,
} from './import-product-draft.ts'
import { getFieldByHeader } from './product-fields.ts'
import type { ProductRowCollector } from './product-row-collector.ts'

/** Reads a file of products. @throws ImportFileError when the file as a whole cannot be used. */
export async function parseProducts(
  input: AsyncIterable<Buffer>,
  settings: ProductParseSettings,
  limits: CsvLimits = csvLimits,
): Promise<ParsedProducts> {
  const file = await openCsv(input, limits)
  const problems: ImportProblem[] = []
  const format = detectProductFormat(file.header)
  const { columns, collector } = createCollector(format, file.header, settings, problem =>
    problems.push(problem),
  )
  let rowCount = 0
  for await (const row of file.rows) {
    rowCount++
    collector.add(row)
  }
  collector.finish?.()
  const result = finishProducts(collector)
  problems.push(...file.warnings)
  return {
    format,
    columns,
    ...result,
    problems: problems.toSorted((a, b) => a.row - b.row),
    rowCount,
    imageOnlyRows: collector.imageOnlyRows,
  }
}

function createCollector(
  format: ImportFormat,
  header: string[],
  settings: ProductParseSettings,
  report: (problem: ImportProblem) => void,
): { columns: ImportColumn[]; collector: ProductRowCollector } {
  if (format === 'woocommerce') {
    const map = matchColumns(header, getFieldByHeader('woocommerce'))
    return { columns: map.columns, collector: new WooCollector(map, settings, report) }
  }
  const map = matchColumns(header, getFieldByHeader('shopify'))
  return {
    columns: map.columns,
    collector: new ShopifyCollector(
      map,
      { exponent: settings.exponent, isOwnExport: format === 'storewright' },
      report,
    ),
  }
}

/** Finishes the products one after another, and removes them from the collector to free memory. */
function finishProducts({ builders, hasFields }: ProductRowCollector) {
  const drafts: ProductDraft[] = []
  const invalidProducts: InvalidProduct[] = []
  for (const [key, builder] of builders) {
    const draft = finishProduct(builder, hasFields)
    if (builder.isInvalid) invalidProducts.push(toInvalidProduct(builder))
    else drafts.push(draft)
    builders.delete(key)
  }
  return { drafts, invalidProducts }
}
