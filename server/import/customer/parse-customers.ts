import type { ImportColumn, ImportFormat, ImportProblem } from '#contract/import/import.ts'
import { MatchableCustomerField } from '#contract/import/import-match.ts'
import type { Address } from '#contract/lib/country/address.ts'
import { formatAddressPostalCode } from '#contract/lib/country/postal-code.ts'
import type { ColumnMap } from '../file/import-column-map.ts'
import { type CsvLimits, type CsvRow, csvLimits } from '../file/import-csv.ts'
import { parseList } from '../file/import-list.ts'
import { parseBoolean } from '../file/import-number.ts'
import { RowReader } from '../file/import-row.ts'
import { parseEmail, removeDuplicates, toMultiline, toSingleLine } from '../file/import-text.ts'
import {
  matchSpreadsheet,
  noMatchings,
  type SpreadsheetMatching,
  type StoredMatchings,
  toColumnMap,
} from '../file/match-spreadsheet.ts'
import { openTable } from '../file/open-table.ts'
import { createShownCells } from '../file/shown-cells.ts'
import type { TableFile } from '../file/table-file.ts'
import { isTotalRow } from '../file/total-row.ts'
import { createImportProblem, shortenForMessage } from '../import-problem.ts'
import {
  type CustomerColumn,
  type CustomerRowReader,
  detectCustomerFormat,
  matchCustomerColumns,
} from './customer-columns.ts'
import {
  addressParts,
  type CustomerDraft,
  customerLimits as limits,
  type ParsedCustomers,
} from './customer-draft.ts'
import { guessCustomerFields } from './guess-customer-fields.ts'
import { parseCountry } from './parse-country.ts'

/** How the rows of one file are read. Without a map, its columns must be matched first. */
type CustomerTable = {
  columns: ImportColumn[]
  map: ColumnMap<CustomerColumn> | undefined
  matching: SpreadsheetMatching | null
  /** Rows that were read to guess the columns. */
  firstRows: readonly CsvRow[]
}

/** Reads a file of customers. @throws ImportFileError when the file as a whole cannot be used. */
export async function parseCustomers(
  input: AsyncIterable<Buffer>,
  matchings: StoredMatchings = noMatchings,
  maximum: CsvLimits = csvLimits,
): Promise<ParsedCustomers> {
  const file = await openTable(input, maximum)
  const format = detectCustomerFormat(file.header)
  const { columns, map, matching, firstRows } = await matchTable(format, file, matchings)
  const summary = { format, columns, matching }
  if (!map) return { ...summary, drafts: [], invalidCustomers: [], problems: [], rowCount: 0 }
  const { add, ...result } = createCustomerCollector(map)
  let rowCount = 0
  const showCells = createShownCells(columns, plainFields)
  const addRow = (row: CsvRow) => {
    rowCount++
    if (isTotalRow(row.cells))
      result.problems.push(createImportProblem({ row: row.row }, 'total_row'))
    else add(showCells(row))
  }
  firstRows.forEach(addRow)
  for await (const row of file.rows) addRow(row)
  markSharedPhones(result.drafts)
  const problems = [...result.problems, ...file.warnings].toSorted((a, b) => a.row - b.row)
  return { ...summary, ...result, problems, rowCount }
}

async function matchTable(
  format: ImportFormat,
  file: TableFile,
  matchings: StoredMatchings,
): Promise<CustomerTable> {
  const { header } = file
  if (format !== 'spreadsheet') {
    const map = matchCustomerColumns(header)
    return { columns: map.columns, map, matching: null, firstRows: [] }
  }
  const { columns, fields, matching, firstRows } = await matchSpreadsheet(file, matchings, {
    Field: MatchableCustomerField,
    guessFields: guessCustomerFields,
  })
  if (!matching.isConfirmed) return { columns, map: undefined, matching, firstRows }
  const map = toColumnMap<CustomerColumn>(header, columns, fields)
  return { columns, map, matching, firstRows }
}

/** Collects customers from the rows of a file. */
function createCustomerCollector(columns: ColumnMap<CustomerColumn>) {
  const problems: ImportProblem[] = []
  const drafts: CustomerDraft[] = []
  const invalidCustomers: ParsedCustomers['invalidCustomers'] = []
  const rowByContact = new Map<string, number>()
  const add = ({ row, cells, problem }: CsvRow) => {
    const rowProblems: ImportProblem[] = problem ? [problem] : []
    const reader: CustomerRowReader = new RowReader({
      cells,
      row,
      columns,
      settings: { exponent: 0, isOwnExport: false, hasEntities: true },
      report: each => rowProblems.push(each),
    })
    const draft: CustomerDraft = problem ? { rows: [row] } : parseCustomer(reader)
    if (!problem) rowProblems.push(...checkContact(draft, rowByContact))
    problems.push(...rowProblems)
    if (rowProblems.some(({ level }) => level === 'error'))
      invalidCustomers.push(toInvalidCustomer(draft))
    else drafts.push(draft)
  }
  return { add, drafts, invalidCustomers, problems }
}

function markSharedPhones(drafts: readonly CustomerDraft[]) {
  const draftsByPhone = Map.groupBy(drafts, ({ phone }) => phone)
  for (const [phone, sharingDrafts] of draftsByPhone)
    if (phone && sharingDrafts.length > 1)
      for (const draft of sharingDrafts) draft.isPhoneShared = true
}

const toInvalidCustomer = ({ email, phone, name = '', rows }: CustomerDraft) => ({
  name: email || phone || '',
  title: name,
  rows,
})

/** Returns an error if a customer cannot be found again, or is already in another row. */
function checkContact(
  { email, phone, rows }: CustomerDraft,
  rowByContact: Map<string, number>,
): ImportProblem[] {
  const row = rows[0] ?? 0
  const contact = email || phone
  if (!contact) return [createImportProblem({ row }, 'customer_contact_missing')]
  const earlierRow = rowByContact.get(contact)
  if (earlierRow !== undefined)
    return [createImportProblem({ row }, 'duplicate_customer_row', { row: earlierRow })]
  rowByContact.set(contact, row)
  return []
}

function parseCustomer(row: CustomerRowReader): CustomerDraft {
  const note = toMultiline(row.multilineText('note') ?? '')
  if (note.length > limits.note) row.report('note', 'shortened', { count: limits.note })
  return {
    name: readName(row),
    email: readEmail(row),
    phone: row.phone('phone', limits.phone) || row.phone('addressPhone', limits.phone) || undefined,
    address: readAddress(row),
    note: note.slice(0, limits.note) || undefined,
    tags: readTags(row),
    acceptsMarketing: readConsent(row),
    rows: [row.row],
  }
}

const readText = (row: CustomerRowReader, column: CustomerColumn, maximum: number) =>
  row.truncatedText(column, maximum) ?? ''

function readName(row: CustomerRowReader): string | undefined {
  const read = (column: CustomerColumn) => readText(row, column, limits.name)
  const name =
    read('name') ||
    [
      read('firstName') || read('billingFirstName'),
      read('lastName') || read('billingLastName'),
    ].join(' ')
  return name.trim().slice(0, limits.name) || undefined
}

function readEmail(row: CustomerRowReader): string | undefined {
  const column = row.isBlank('email') ? 'billingEmail' : 'email'
  const text = row.text(column, 1000) ?? ''
  const email = parseEmail(text)
  if (text !== '' && !email) row.report(column, 'email', { value: shortenForMessage(text) })
  return email
}

function readTags(row: CustomerRowReader): string[] | undefined {
  const tags = removeDuplicates(
    parseList(row.text('tags', 10_000) ?? '')
      .map(toSingleLine)
      .filter(Boolean),
    tag => tag.toLowerCase(),
  )
  const validTags = tags.filter(tag => tag.length <= limits.tag)
  if (validTags.length < tags.length) row.report('tags', 'tag_too_long', { count: limits.tag })
  if (validTags.length > limits.tags)
    row.report('tags', 'too_many_customer_tags', { maximum: limits.tags })
  return validTags.length > 0 ? validTags.slice(0, limits.tags) : undefined
}

/** The only field that is not a text. */
const plainFields: ReadonlySet<string> = new Set<CustomerColumn>(['acceptsMarketing'])

const yesWords = ['subscribed', 'ja', 'oui', 'si', 'sí', 'sim', 'نعم']
const noWords = ['unsubscribed', 'not subscribed', 'nein', 'non', 'não', 'لا']

function readConsent(row: CustomerRowReader): boolean | undefined {
  const text = (row.text('acceptsMarketing', 40) ?? '').toLowerCase()
  if (yesWords.includes(text)) return true
  return noWords.includes(text) ? false : parseBoolean(text)
}

/** The company has no field of its own, so it is added to the second line, as in orders. */
function readAddress(row: CustomerRowReader): Address | undefined {
  const columns: Record<(typeof addressParts)[number], readonly CustomerColumn[]> = {
    line1: ['line1'],
    line2: ['line2', 'company'],
    city: ['city'],
    region: ['region', 'regionCode'],
    postalCode: ['postalCode'],
    country: ['countryCode', 'country'],
  }
  const address: Required<Omit<Address, 'name' | 'phone'>> = {
    line1: readText(row, 'line1', limits.line),
    line2: [readText(row, 'line2', limits.line), readText(row, 'company', limits.line)]
      .filter(Boolean)
      .join(', ')
      .slice(0, limits.line),
    city: readText(row, 'city', limits.city),
    region: readText(row, 'region', limits.region) || readText(row, 'regionCode', limits.region),
    postalCode: (row.code('postalCode', 100) ?? '').slice(0, limits.postalCode),
    country: readCountry(row),
  }
  const givenParts = addressParts.filter(part =>
    columns[part].some(column => row.hasColumn(column)),
  )
  return Object.values(address).some(Boolean)
    ? formatAddressPostalCode(Object.fromEntries(givenParts.map(part => [part, address[part]])))
    : undefined
}

function readCountry(row: CustomerRowReader): string {
  const column = row.isBlank('countryCode') ? 'country' : 'countryCode'
  const text = row.text(column, 200) ?? ''
  const country = parseCountry(text)
  if (country === undefined)
    row.report(column, 'country_unknown', { value: shortenForMessage(text) })
  return country ?? ''
}
