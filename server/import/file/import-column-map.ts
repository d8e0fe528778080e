import type { ImportColumn } from '#contract/import/import.ts'
import { importColumnNotes } from '#contract/lib/error/import-problem-catalog.ts'
import { shortenForMessage } from '../import-problem.ts'
import {
  type ColumnNumbers,
  createNumberFormats,
  type NumberFormat,
  plainFormat,
} from './number-format.ts'

/** Returns a header in lower case with single spaces, so that its spellings compare equal. */
export const normalizeHeader = (header: string) =>
  header
    .normalize('NFKC')
    .replaceAll('\uFEFF', '')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** Returns the field of each header, by the normalized header. */
export function indexHeaders<F extends string>(
  headersByField: Readonly<Partial<Record<F, readonly string[]>>>,
): ReadonlyMap<string, F> {
  const fieldByHeader = new Map<string, F>()
  for (const field in headersByField)
    for (const header of headersByField[field] ?? [])
      fieldByHeader.set(normalizeHeader(header), field)
  return fieldByHeader
}

export type ColumnMap<F extends string> = {
  /** The position of a field's column; a field without a column is absent. */
  indexByField: ReadonlyMap<F, number>
  header: readonly string[]
  columns: ImportColumn[]
  /** The unit in a header such as `Weight (lbs)`; '' when there is none. */
  getUnit: (field: F) => string
  getNumberFormat: (field: F) => NumberFormat
}

/** The numbers of a file, and the language of the store, by which its columns are read. */
export type FileNumbers = { columns: readonly ColumnNumbers[]; locale: string }

/**
 * Returns the map of a file whose numbers were counted. `decimalFields` are those that have
 * decimals.
 */
export function withNumberFormats<F extends string>(
  map: ColumnMap<F>,
  { columns, locale }: FileNumbers,
  decimalFields: ReadonlySet<string>,
): ColumnMap<F> {
  const isDecimal = (index: number) => decimalFields.has(map.columns[index]?.field ?? '')
  const getFormat = createNumberFormats(columns, isDecimal, locale)
  return { ...map, getNumberFormat: field => getFormat(map.indexByField.get(field) ?? -1) }
}

/**
 * Returns the column of each field. The first of two equal headers is used; unknown headers are
 * ignored.
 */
export function matchColumns<F extends string>(
  header: readonly string[],
  fieldByHeader: ReadonlyMap<string, F>,
): ColumnMap<F> {
  const indexByField = new Map<F, number>()
  const units = new Map<F, string>()
  const columns = header.map((name, index): ImportColumn => {
    const normalizedHeader = normalizeHeader(name)
    const unitMatch = /^(.*) \(([a-z]+)\)$/.exec(normalizedHeader)
    const field = fieldByHeader.get(normalizedHeader) ?? fieldByHeader.get(unitMatch?.[1] ?? '')
    if (field === undefined)
      return { header: name, field: null, ...createColumnNote(getNoteCode(normalizedHeader)) }
    if (indexByField.has(field))
      return { header: name, field: null, ...createColumnNote('duplicate_column') }
    indexByField.set(field, index)
    if (unitMatch?.[2] && !fieldByHeader.has(normalizedHeader)) units.set(field, unitMatch[2])
    return { header: name, field, note: '' }
  })
  return {
    indexByField,
    header,
    columns,
    getUnit: field => units.get(field) ?? '',
    getNumberFormat: () => plainFormat,
  }
}

type ColumnNoteCode = keyof typeof importColumnNotes

const createColumnNote = (noteCode: ColumnNoteCode | undefined) =>
  noteCode ? { note: importColumnNotes[noteCode], noteCode } : { note: '' }

function getNoteCode(normalizedHeader: string): ColumnNoteCode | undefined {
  if (/^(included|price|compare at price) \/ /.test(normalizedHeader)) return 'market_prices'
  if (normalizedHeader.startsWith('google shopping / ')) return 'google_shopping'
  if (normalizedHeader.startsWith('meta: ') || normalizedHeader.includes('metafields'))
    return 'custom_fields'
  return /weight unit/.test(normalizedHeader) ? 'weight_unit' : undefined
}

const maxNamedHeaders = 6

/** Returns the first headers of a file for a message. */
export function formatHeader(header: readonly string[]): string {
  const names = header.slice(0, maxNamedHeaders).map(shortenForMessage)
  return [...names, ...(header.length > maxNamedHeaders ? ['…'] : [])].join(', ')
}
