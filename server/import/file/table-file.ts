import type { CsvFile } from './import-csv.ts'

/** A file as a table: its header, and its rows as text. */
export type TableFile = Omit<CsvFile, 'delimiter'>
