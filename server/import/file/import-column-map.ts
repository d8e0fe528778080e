import type { ImportColumn } from '#contract/import.ts'
import { quoteForMessage } from '../import-problem.ts'

/** A header without case, signs and repeated spaces, so that spellings of it compare equal. */
export const normalizeHeader = (header: string) =>
  header
    .normalize('NFKC')
    .replaceAll('\uFEFF', '')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** Returns the field of each header, by the header in its plain form. */
export function indexHeaders<F extends string>(
  headersByField: Readonly<Record<F, readonly string[]>>,
): ReadonlyMap<string, F> {
  const fieldByHeader = new Map<string, F>()
  for (const field in headersByField)
    for (const header of headersByField[field]) fieldByHeader.set(normalizeHeader(header), field)
  return fieldByHeader
}

export type ColumnMap<F extends string> = {
  /** The position of a field's column; a field without a column is absent. */
  indexByField: ReadonlyMap<F, number>
  header: readonly string[]
  columns: ImportColumn[]
  /** The unit in a header such as `Weight (lbs)`; '' when there is none. */
  getUnit: (field: F) => string
}

/** Returns which column holds which field. The first of two equal headers counts; unknown headers are listed as ignored. */
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
      return { header: name, field: null, note: getColumnNote(normalizedHeader) }
    if (indexByField.has(field))
      return { header: name, field: null, note: 'The same column stands further left' }
    indexByField.set(field, index)
    if (unitMatch?.[2] && !fieldByHeader.has(normalizedHeader)) units.set(field, unitMatch[2])
    return { header: name, field, note: '' }
  })
  return { indexByField, header, columns, getUnit: field => units.get(field) ?? '' }
}

function getColumnNote(normalizedHeader: string): string {
  if (/^(included|price|compare at price) \/ /.test(normalizedHeader))
    return 'Prices by market are not brought in; the store has one price'
  if (normalizedHeader.startsWith('google shopping / '))
    return 'Google Shopping fields are not kept'
  if (normalizedHeader.startsWith('meta: ') || normalizedHeader.includes('metafields'))
    return 'Custom fields are not kept'
  if (/weight unit/.test(normalizedHeader))
    return 'Weights are read in grams, whatever unit they are shown in'
  return ''
}

/** Returns the first headers of a file for a message. */
export const formatHeader = (header: readonly string[]) =>
  `${header.slice(0, 6).map(quoteForMessage).join(', ')}${header.length > 6 ? ` and ${header.length - 6} more` : ''}`
