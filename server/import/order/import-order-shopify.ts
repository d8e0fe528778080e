import type { ImportProblem } from '#contract/import/import.ts'
import { formatAddressPostalCode } from '#contract/lib/country/postal-code.ts'
import { parseCountry } from '../customer/parse-country.ts'
import { type ColumnMap, matchColumns, withNumberFormats } from '../file/import-column-map.ts'
import { type CsvLimits, type CsvRow, csvLimits } from '../file/import-csv.ts'
import { parseList } from '../file/import-list.ts'
import { parseBoolean } from '../file/import-number.ts'
import { RowReader, type RowReadSettings } from '../file/import-row.ts'
import { parseEmail, toMultiline } from '../file/import-text.ts'
import { parseTime } from '../file/import-time.ts'
import { type OpenFile, openCountedTable } from '../file/open-table.ts'
import { isTotalRow } from '../file/total-row.ts'
import {
  createImportProblem,
  isFileTruncated,
  type ReportProblem,
  type ReportRowProblem,
  shortenForMessage,
} from '../import-problem.ts'
import { createOrderDraft } from './create-order-draft.ts'
import {
  decimalFields,
  detectOrderFormat,
  type OrderField,
  type OrderRowReader,
  orderFieldByHeader,
} from './import-order-columns.ts'
import type {
  AddressDraft,
  FileLine,
  OrderDraft,
  OrderHeader,
  OrderParseSettings,
  ParsedOrders,
} from './import-order-draft.ts'
import { orderLimits } from './import-order-limits.ts'
import { parseOrderLine } from './import-order-line.ts'
import { parseOrderStatuses } from './import-order-status.ts'

type OrderBuilder = {
  number: string
  header: OrderHeader | undefined
  lines: FileLine[]
  rows: number[]
  isInvalid: boolean
  report: ReportProblem
}

type OrderFileReader = {
  columns: ColumnMap<OrderField>
  settings: OrderParseSettings & RowReadSettings
  builders: Map<string, OrderBuilder>
  report: ReportProblem
}

/**
 * Reads orders in Shopify's format. @throws ImportFileError when the file as a whole cannot be used
 */
export async function parseShopifyOrders(
  openFile: OpenFile,
  settings: OrderParseSettings,
  limits: CsvLimits = csvLimits,
): Promise<ParsedOrders> {
  const { file, columnNumbers } = await openCountedTable(openFile, limits)
  const { isOwnExport } = detectOrderFormat(file.header)
  const map = matchColumns(file.header, orderFieldByHeader)
  const problems: ImportProblem[] = []
  const reader: OrderFileReader = {
    columns: isOwnExport
      ? map
      : withNumberFormats(map, { columns: columnNumbers, locale: settings.locale }, decimalFields),
    settings: { ...settings, isOwnExport, hasEntities: !isOwnExport },
    builders: new Map(),
    report: problem => problems.push(problem),
  }
  let rowCount = 0
  for await (const row of file.rows) {
    rowCount++
    if (isTotalRow(row.cells)) problems.push(createImportProblem({ row: row.row }, 'total_row'))
    else addOrderRow(reader, row)
  }
  const drafts: OrderDraft[] = []
  const invalidOrders: ParsedOrders['invalidOrders'] = []
  for (const builder of reader.builders.values()) {
    const draft = finishOrder(builder)
    if (draft) drafts.push(draft)
    else invalidOrders.push({ name: builder.number, title: '', rows: builder.rows })
  }
  return {
    columns: reader.columns.columns,
    drafts,
    invalidOrders,
    problems: [...problems, ...file.warnings].toSorted((a, b) => a.row - b.row),
    rowCount,
  }
}

function addOrderRow(reader: OrderFileReader, { row, cells, problem }: CsvRow) {
  const { columns, settings, builders, report } = reader
  // The part that could not be read may have more rows of the last order.
  if (problem && isFileTruncated(problem))
    return ([...builders.values()].at(-1)?.report ?? report)(problem)
  const number = new RowReader({ cells, row, columns, settings, report }).code('number', 40) ?? ''
  if (number === '')
    return report(problem ?? createImportProblem({ row, column: 'Name' }, 'number_missing'))
  const order = builders.get(number) ?? createOrderBuilder(number, report)
  builders.set(number, order)
  order.rows.push(row)
  if (problem) return order.report(problem)
  const rowReader = new RowReader({ cells, row, columns, settings, report: order.report })
  // Only the first row of an order has its amounts. The rows after it are lines.
  if (!order.header && !(rowReader.isBlank('total') && order.rows.length > 1))
    order.header = parseOrderHeader(number, rowReader, settings)
  if (!rowReader.isBlank('lineName') || !rowReader.isBlank('quantity'))
    order.lines.push(parseOrderLine(rowReader))
}

function createOrderBuilder(number: string, report: ReportProblem): OrderBuilder {
  const order: OrderBuilder = {
    number,
    header: undefined,
    lines: [],
    rows: [],
    isInvalid: false,
    report(problem) {
      if (problem.level === 'error') order.isInvalid = true
      report(problem)
    },
  }
  return order
}

function finishOrder(order: OrderBuilder): OrderDraft | undefined {
  const { number, header, lines, rows, report } = order
  const reportProblem: ReportRowProblem = (code, ...params) =>
    report(createImportProblem({ row: rows[0] ?? 0 }, code, ...params))
  if (lines.length === 0) reportProblem('lines_missing', { number })
  if (!header && !order.isInvalid) reportProblem('total_missing')
  return order.isInvalid || !header
    ? undefined
    : createOrderDraft(header, lines, rows, reportProblem)
}

function parseOrderHeader(
  number: string,
  row: OrderRowReader,
  settings: OrderParseSettings,
): OrderHeader {
  const { timeZone } = settings
  const currency = (row.code('currency', 10) || settings.currency).toUpperCase()
  if (currency !== settings.currency)
    row.report('currency', 'currency', { currency, storeCurrency: settings.currency })
  if (row.isBlank('total')) row.report('total', 'total_missing')
  const shippingAddress = parseAddress(row, 'shipping')
  const billingAddress = parseAddress(row, 'billing')
  const statuses = parseOrderStatuses(row)
  const total = row.money('total') ?? 0
  return {
    number,
    currency,
    shippingAddress,
    billingAddress,
    ...statuses,
    externalId: row.code('externalId', 80) ?? '',
    placedAt: readTime(row, 'createdAt', timeZone) || reportMissingTime(row),
    paidAt: readTime(row, 'paidAt', timeZone),
    fulfilledAt: readTime(row, 'fulfilledAt', timeZone),
    canceledAt: readTime(row, 'canceledAt', timeZone),
    email: readEmail(row),
    phone: row.phone('phone', orderLimits.phone) ?? '',
    customerName:
      readTruncated(row, 'customerName', orderLimits.name) ||
      readTruncated(row, 'billingName', orderLimits.name) ||
      readTruncated(row, 'shippingName', orderLimits.name),
    netSubtotal: row.money('subtotal') ?? null,
    discountTotal: row.money('discountAmount') ?? 0,
    discountCode: readTruncated(row, 'discountCode', 80),
    shippingTotal: row.money('shipping') ?? 0,
    shippingMethod: readTruncated(row, 'shippingMethod', orderLimits.shippingMethod),
    taxTotal: row.money('taxes') ?? 0,
    taxes: ([1, 2, 3, 4, 5] as const).flatMap(n => {
      const name = row.text(`tax${n}Name`, 80)
      return name ? [{ name, amount: row.money(`tax${n}Value`) ?? 0 }] : []
    }),
    isTaxIncluded: parseBoolean(row.text('taxIncluded', 10) ?? '') ?? null,
    total,
    ...parsePayments(row, statuses, total),
    note: toMultiline(row.multilineText('note') ?? '').slice(0, orderLimits.note),
    tags: parseList(row.text('tags', 2000) ?? '')
      .map(tag => tag.slice(0, orderLimits.tag))
      .slice(0, orderLimits.tags),
    source: readTruncated(row, 'source', 80),
    paymentMethod: readTruncated(row, 'paymentMethod', 80),
    paymentReference: readTruncated(row, 'paymentReference', orderLimits.paymentReference),
  }
}

const parsePayments = (
  row: OrderRowReader,
  { paymentStatus }: Pick<OrderHeader, 'paymentStatus'>,
  total: number,
) => ({
  paidTotal:
    row.money('paidTotal') ??
    (paymentStatus === 'partially_paid'
      ? Math.max(0, total - (row.money('outstanding') ?? 0))
      : null),
  refundedTotal: row.money('refunded') ?? 0,
  refundedOverpayment: row.money('refundedOverpayment') ?? null,
  refundedShipping: row.money('refundedShipping') ?? 0,
  refundFee: row.money('refundFee') ?? 0,
  unsoldTotal: row.money('unsoldTotal') ?? null,
})

/**
 * Returns a text, shortened when it is too long, so that a past order is not lost because of it.
 */
const readTruncated = (row: OrderRowReader, field: OrderField, max: number) =>
  row.truncatedText(field, max) ?? ''

function readEmail(row: OrderRowReader): string {
  const text = row.text('email', 300) ?? ''
  const email = parseEmail(text)
  if (text !== '' && !email) row.report('email', 'email', { value: shortenForMessage(text) })
  return email ?? ''
}

function readTime(row: OrderRowReader, field: OrderField, timeZone: string): string {
  const text = row.code(field, 60) ?? ''
  if (text === '') return ''
  const parsedTime = parseTime(text, timeZone)
  if (!parsedTime?.hasTime) {
    row.report(field, 'time', { value: shortenForMessage(text) })
    return ''
  }
  if (!parsedTime.hasZone) row.report(field, 'time_zone')
  return new Date(parsedTime.time).toISOString()
}

function reportMissingTime(row: OrderRowReader): string {
  if (row.isBlank('createdAt')) row.report('createdAt', 'time_missing')
  return ''
}

function parseAddress(row: OrderRowReader, kind: 'shipping' | 'billing'): AddressDraft | null {
  const countryText = row.text(`${kind}Country`, 200) ?? ''
  const country = parseCountry(countryText)
  if (country === undefined)
    row.report(`${kind}Country`, 'country_unknown', { value: shortenForMessage(countryText) })
  const address: AddressDraft = {
    name: readTruncated(row, `${kind}Name`, orderLimits.name),
    line1: readTruncated(row, `${kind}Line1`, orderLimits.line),
    line2: [
      readTruncated(row, `${kind}Line2`, orderLimits.line),
      readTruncated(row, `${kind}Company`, 120),
    ]
      .filter(Boolean)
      .join(', ')
      .slice(0, orderLimits.line),
    city: readTruncated(row, `${kind}City`, orderLimits.city),
    region: readTruncated(row, `${kind}Region`, orderLimits.region),
    postalCode: (row.code(`${kind}Zip`, 40) ?? '').slice(0, orderLimits.postalCode),
    country: country ?? '',
    phone: row.phone(`${kind}Phone`, orderLimits.phone) ?? '',
  }
  // A name or a phone number alone is not an address.
  const { name: _, phone: __, ...addressParts } = address
  return Object.values(addressParts).some(Boolean) ? formatAddressPostalCode(address) : null
}
