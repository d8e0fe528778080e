import type { ImportFormat, ImportProblem } from '#contract/import/import.ts'
import type { ProductColumnKey } from '../product/product-field.ts'

/** The cells of one row by field, as Storewright's own files have them. */
export type ProductCells = Partial<Record<ProductColumnKey, string>>

/** One row of another format. */
export type SourceRow = {
  row: number
  /** The cells of the matched columns. The cells of several columns are joined by line breaks. */
  cells: ProductCells
  /** Returns the cell of a column by its header in lower case. */
  get: (header: string) => string
  /** The reason why the cells are unreliable. */
  problem?: ImportProblem | undefined
}

export type ConvertedRow = { row: number; cells: ProductCells; problem?: ImportProblem | undefined }

export type PresetContext = {
  now: Date
  timeZone: string
  report: (problem: ImportProblem) => void
}

/** The product file of another system, described by its columns. */
export type ProductPreset = {
  format: ImportFormat
  /** Returns whether a file has this format. `has` compares headers in lower case. */
  matches: (has: (header: string) => boolean) => boolean
  /** The headers of each field. A header that ends with … is the beginning of one. */
  headers: Partial<Record<ProductColumnKey, readonly string[]>>
  /** Fields that `convert` writes and that have no column of their own. */
  addedFields?: readonly ProductColumnKey[]
  /** The unit of weights whose header names none. */
  weightUnit?: 'g' | 'kg' | 'lb' | 'oz'
  /** The folder of image paths in a store of this system. */
  imageFolder?: string
  /** Returns the rows of products, with one row for each variant. */
  convert: (rows: readonly SourceRow[], context: PresetContext) => ConvertedRow[]
}

/** Returns rows of which each is converted on its own. */
export const convertEach =
  (convertRow: (row: SourceRow, context: PresetContext) => readonly ProductCells[]) =>
  (rows: readonly SourceRow[], context: PresetContext): ConvertedRow[] =>
    rows.flatMap(source =>
      source.problem
        ? [{ row: source.row, cells: source.cells, problem: source.problem }]
        : convertRow(source, context).map(cells => ({ row: source.row, cells })),
    )
