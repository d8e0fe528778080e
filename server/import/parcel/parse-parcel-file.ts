import type { ImportProblem } from '#contract/import/import.ts'
import { MatchableParcelField } from '#contract/import/import-match.ts'
import { foldTrackingNumber } from '#contract/store/tracking-number.ts'
import type { CsvRow } from '../file/import-csv.ts'
import { RowReader } from '../file/import-row.ts'
import { matchSpreadsheet, toColumnMap } from '../file/match-spreadsheet.ts'
import { type OpenFile, openTable } from '../file/open-table.ts'
import { createShownCells } from '../file/shown-cells.ts'
import { isTotalRow } from '../file/total-row.ts'
import { createImportEntries, type ImportEntry } from '../import-entry.ts'
import type { ImportSettings, ParsedImport } from '../import-outcome.ts'
import { createImportProblem } from '../import-problem.ts'
import { detectParcelFormat, guessParcelFields } from './parcel-columns.ts'

/** A parcel of the file. Without items, it has all units that are left to ship. */
export type ParcelDraft = {
  orderNumber: string
  trackingNumber: string
  carrier: string
  box: string
  items: { row: number; sku: string; quantity: number }[]
  rows: number[]
}
export type ParcelImportEntry = ImportEntry<ParcelDraft>
type ParcelRow = RowReader<MatchableParcelField>

const limits = { orderNumber: 60, trackingNumber: 80, carrier: 80, box: 80, sku: 100 }

export async function parseParcelFile(
  openFile: OpenFile,
  { matchings }: ImportSettings,
): Promise<ParsedImport<ParcelImportEntry, null>> {
  const file = await openTable(await openFile())
  const format = detectParcelFormat(file.header)
  const { columns, fields, matching, firstRows } = await matchSpreadsheet(file, matchings, {
    Field: MatchableParcelField,
    guessFields: guessParcelFields,
  })
  const summary = { format, columns, matching, createCategories: null, context: null }
  if (!matching.isConfirmed) return { ...summary, rowCount: 0, problems: [], entries: [] }
  const problems: ImportProblem[] = []
  const collector = createParcelCollector()
  const map = toColumnMap(file.header, columns, fields)
  const showCells = createShownCells(columns, plainFields)
  let rowCount = 0
  const addRow = (row: CsvRow) => {
    rowCount++
    if (isTotalRow(row.cells)) problems.push(createImportProblem({ row: row.row }, 'total_row'))
    else problems.push(...addParcelRow(collector, showCells(row), map))
  }
  firstRows.forEach(addRow)
  for await (const row of file.rows) addRow(row)
  problems.push(...file.warnings)
  problems.sort((a, b) => a.row - b.row)
  const { valid, invalid } = collector.list()
  const entries = createImportEntries(valid, invalid, problems, draft => draft.items.length)
  return { ...summary, rowCount, problems, entries }
}

/** The only field that is not a text. */
const plainFields: ReadonlySet<string> = new Set<MatchableParcelField>(['quantity'])

/** Rows with the same order and tracking number are one parcel, whose items they name. */
function createParcelCollector() {
  const drafts = new Map<string, ParcelDraft & { isValid: boolean }>()
  return {
    add(draft: ParcelDraft, isValid: boolean) {
      const key = JSON.stringify(
        isValid || draft.trackingNumber
          ? [draft.orderNumber, foldTrackingNumber(draft.trackingNumber)]
          : [draft.rows],
      )
      const earlier = drafts.get(key)
      if (!earlier) return drafts.set(key, { ...draft, isValid })
      earlier.items.push(...draft.items)
      earlier.rows.push(...draft.rows)
      earlier.carrier ||= draft.carrier
      earlier.box ||= draft.box
      earlier.isValid &&= isValid
      return drafts
    },
    list() {
      const all = [...drafts.values()]
      return {
        valid: all.filter(draft => draft.isValid),
        invalid: all
          .filter(draft => !draft.isValid)
          .map(({ orderNumber, trackingNumber, rows }) => ({
            name: orderNumber,
            title: trackingNumber,
            rows,
          })),
      }
    },
  }
}

/** Adds the parcel of a row, and returns the problems of the row. */
function addParcelRow(
  collector: ReturnType<typeof createParcelCollector>,
  { row, cells, problem }: CsvRow,
  columns: ReturnType<typeof toColumnMap<MatchableParcelField>>,
): ImportProblem[] {
  const problems: ImportProblem[] = problem ? [problem] : []
  const reader: ParcelRow = new RowReader({
    cells,
    row,
    columns,
    settings: { exponent: 0, isOwnExport: false, hasEntities: false },
    report: each => problems.push(each),
  })
  const draft = problem ? createEmptyDraft(row) : readParcel(reader)
  if (!problem && !draft.orderNumber) problems.push(createImportProblem({ row }, 'number_missing'))
  if (!problem && !foldTrackingNumber(draft.trackingNumber))
    problems.push(createImportProblem({ row }, 'tracking_missing'))
  collector.add(
    draft,
    problems.every(({ level }) => level !== 'error'),
  )
  return problems
}

const createEmptyDraft = (row: number): ParcelDraft => ({
  orderNumber: '',
  trackingNumber: '',
  carrier: '',
  box: '',
  items: [],
  rows: [row],
})

function readParcel(reader: ParcelRow): ParcelDraft {
  const sku = reader.code('sku', limits.sku) ?? ''
  const quantity = reader.isBlank('quantity') ? 1 : reader.count('quantity')
  if (sku && typeof quantity === 'number' && quantity < 1) reader.report('quantity', 'quantity')
  return {
    orderNumber: reader.code('orderNumber', limits.orderNumber) ?? '',
    trackingNumber: (reader.code('trackingNumber', limits.trackingNumber) ?? '').replaceAll(
      ' ',
      '',
    ),
    carrier: reader.text('carrier', limits.carrier) ?? '',
    box: reader.text('box', limits.box) ?? '',
    items: sku ? [{ row: reader.row, sku, quantity: quantity ?? 0 }] : [],
    rows: [reader.row],
  }
}
