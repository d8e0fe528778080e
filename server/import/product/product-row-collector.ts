import type { CsvRow } from '../file/import-csv.ts'
import type { ProductBuilder } from './import-product-builder.ts'

/** Collects products from the rows of a file of one format. */
export type ProductRowCollector = {
  add: (row: CsvRow) => void
  /** The products in the order of the file. */
  builders: Map<string, ProductBuilder>
  hasFields: { options: boolean; variants: boolean; images: boolean }
  /** How many rows hold an image and nothing else. */
  imageOnlyRows: number
  /** Adds the rows that had to wait for other rows. Called once, after the last row. */
  finish?: () => void
}
