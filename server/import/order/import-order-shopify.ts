import type { ImportProblem } from '#contract/import.ts'
import { type ColumnMap, matchColumns } from '../file/import-column-map.ts'
import { type CsvLimits, type CsvRow, csvLimits, openCsv } from '../file/import-csv.ts'
import { parseBoolean } from '../file/import-number.ts'
import { createRowReader, type RowReadSettings } from '../file/import-row.ts'
import { parseList, toMultiline } from '../file/import-text.ts'
import { isFileTruncated, quoteForMessage, type ReportProblem } from '../import-problem.ts'
import { createOrderDraft } from './create-order-draft.ts'
import {
  detectOrderFormat,
  type OrderField,
  type OrderRowReader,
  orderFieldByHeader,
} from './import-order-columns.ts'
import type {
  AddressDraft,
  OrderDraft,
  OrderHeader,
  OrderLineDraft,
  OrderParseSettings,
  ParsedOrders,
} from './import-order-draft.ts'
import { orderLimits } from './import-order-limits.ts'
import { parseOrderStatuses } from './import-order-status.ts'

type OrderBuilder = {
  number: string
  header: OrderHeader | undefined
  lines: OrderLineDraft[]
  rows: number[]
  isInvalid: boolean
  report: ReportProblem
}

/** Reads orders in Shopify's format. Throws `RefusedFile` with a sentence when the file as a whole cannot be used. */
export async function parseShopifyOrders(
  input: AsyncIterable<Buffer>,
  settings: OrderParseSettings,
  limits: CsvLimits = csvLimits,
): Promise<ParsedOrders> {
  const file = await openCsv(input, limits)
  const { isOwnExport: isOwn } = detectOrderFormat(file.header)
  const columns = matchColumns(file.header, orderFieldByHeader)
  const problems: ImportProblem[] = []
  const orders = new Map<string, OrderBuilder>()
  let rowCount = 0
  for await (const row of file.rows) {
    rowCount++
    addOrderRow(orders, row, columns, { ...settings, isOwnExport: isOwn }, problem =>
      problems.push(problem),
    )
  }
  const drafts: OrderDraft[] = []
  const broken: ParsedOrders['invalidOrders'] = []
  for (const order of orders.values()) {
    const draft = finishOrder(order)
    if (draft) drafts.push(draft)
    else broken.push({ number: order.number, rows: order.rows })
  }
  return {
    columns: columns.columns,
    drafts,
    invalidOrders: broken,
    problems: [...problems, ...file.warnings].toSorted((a, b) => a.row - b.row),
    rowCount,
  }
}

function addOrderRow(
  orders: Map<string, OrderBuilder>,
  { row, cells, problem }: CsvRow,
  columns: ColumnMap<OrderField>,
  settings: OrderParseSettings & RowReadSettings,
  report: ReportProblem,
) {
  if (problem && isFileTruncated(problem))
    return ([...orders.values()].at(-1)?.report ?? report)(problem)
  const rowReader = createRowReader(cells, row, columns, settings, report)
  const number = rowReader.code('number', 40) ?? ''
  if (number === '')
    return report(
      problem ?? {
        row,
        column: 'Name',
        level: 'error',
        code: 'number_missing',
        message: 'This row has no order number, so it belongs to no order.',
      },
    )
  const order = orders.get(number) ?? createOrderBuilder(number, report)
  orders.set(number, order)
  order.rows.push(row)
  if (problem) return order.report(problem)
  const orderRowReader = createRowReader(cells, row, columns, settings, order.report)
  // Only an order's first row has its sums; the rows that follow are lines.
  if (!order.header && !(orderRowReader.isBlank('total') && order.rows.length > 1))
    order.header = parseOrderHeader(number, orderRowReader, settings)
  if (!orderRowReader.isBlank('lineName') || !orderRowReader.isBlank('quantity'))
    order.lines.push(parseOrderLine(orderRowReader))
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
  const { header: head, lines, rows, report } = order
  const reportProblem = (level: 'error' | 'warn', code: string, message: string) =>
    report({ row: rows[0] ?? 0, column: '', level, code, message })
  if (lines.length === 0)
    reportProblem('error', 'lines_missing', `Order ${order.number} has no lines.`)
  if (!head && !order.isInvalid)
    reportProblem('error', 'total_missing', `Order ${order.number} has no total.`)
  return order.isInvalid || !head ? undefined : createOrderDraft(head, lines, rows, reportProblem)
}

function parseOrderLine(row: OrderRowReader): OrderLineDraft {
  const quantity = row.count('quantity')
  if (typeof quantity !== 'number' || quantity < 1)
    row.say('quantity', 'error', 'quantity', 'A line needs a quantity of 1 or more.')
  if (row.isBlank('linePrice'))
    row.say('linePrice', 'error', 'price_missing', 'This line has no price.')
  return {
    title: row.text('lineName', orderLimits.lineTitle) || 'Unnamed product',
    sku: row.code('lineSku', orderLimits.sku) ?? '',
    vendor: row.text('vendor', orderLimits.vendor) ?? '',
    quantity: quantity ?? 1,
    unitPrice: row.money('linePrice') ?? 0,
    compareAtPrice: row.money('lineCompareAt') ?? null,
    discount: row.money('lineDiscount') ?? 0,
    requiresShipping: parseBoolean(row.text('lineShips', 10) ?? '') ?? true,
    isTaxable: parseBoolean(row.text('lineTaxable', 10) ?? '') ?? true,
    isFulfilled: row.text('lineFulfillment', 40) === 'fulfilled',
  }
}

function parseOrderHeader(
  number: string,
  row: OrderRowReader,
  settings: OrderParseSettings,
): OrderHeader {
  const currency = (row.code('currency', 10) || settings.currency).toUpperCase()
  if (currency !== settings.currency)
    row.say(
      'currency',
      'error',
      'currency',
      `This order is in ${currency}, the store sells in ${settings.currency}.`,
    )
  if (row.isBlank('total')) row.say('total', 'error', 'total_missing', 'This order has no total.')
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
    placedAt: parseTime(row, 'createdAt') || reportMissingTime(row),
    paidAt: parseTime(row, 'paidAt'),
    fulfilledAt: parseTime(row, 'fulfilledAt'),
    cancelledAt: parseTime(row, 'cancelledAt'),
    email: parseEmail(row),
    phone: readTruncated(row, 'phone', orderLimits.phone),
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
    paidTotal:
      row.money('paidTotal') ??
      (statuses.paymentStatus === 'partially_paid'
        ? Math.max(0, total - (row.money('outstanding') ?? 0))
        : null),
    refundedTotal: row.money('refunded') ?? 0,
    note: toMultiline(row.multilineText('note') ?? '').slice(0, orderLimits.note),
    tags: parseList(row.text('tags', 2000) ?? '')
      .map(tag => tag.slice(0, orderLimits.tag))
      .slice(0, orderLimits.tags),
    source: readTruncated(row, 'source', 80),
    paymentMethod: readTruncated(row, 'paymentMethod', 80),
    paymentReference: readTruncated(row, 'paymentReference', orderLimits.paymentReference),
  }
}

/** An order that was is history: a text that is too long for us is shortened rather than the order lost. */
const readTruncated = (row: OrderRowReader, field: OrderField, max: number) =>
  row.truncatedText(field, max) ?? ''

function parseEmail(row: OrderRowReader): string {
  const email = (row.text('email', 300) ?? '').toLowerCase()
  if (
    email === '' ||
    (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= orderLimits.email)
  )
    return email
  row.say(
    'email',
    'warn',
    'email',
    `${quoteForMessage(email)} is not an email address and is left out.`,
  )
  return ''
}

function parseTime(row: OrderRowReader, field: OrderField): string {
  const text = row.code(field, 60) ?? ''
  if (text === '') return ''
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)) ?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(text)
  const zone = (parts?.[3] ?? 'Z').replace('UTC', 'Z').replace(/(\d\d)(\d\d)$/, '$1:$2')
  const time = parts ? Date.parse(`${parts[1]}T${parts[2]}${zone}`) : Number.NaN
  if (Number.isNaN(time)) {
    row.say(
      field,
      'error',
      'time',
      `${quoteForMessage(text)} is not a time such as 2025-05-11 09:55:16 -0400.`,
    )
    return ''
  }
  if (!parts?.[3]) row.say(field, 'warn', 'time_zone', 'This time has no zone and is read as UTC.')
  return new Date(time).toISOString()
}

function reportMissingTime(row: OrderRowReader): string {
  if (row.isBlank('createdAt'))
    row.say('createdAt', 'error', 'time_missing', 'This order has no time.')
  return ''
}

function parseAddress(row: OrderRowReader, kind: 'shipping' | 'billing'): AddressDraft | null {
  const country = readTruncated(row, `${kind}Country`, 60).toUpperCase()
  if (country && !/^[A-Z]{2}$/.test(country))
    row.say(
      `${kind}Country`,
      'warn',
      'country',
      `${quoteForMessage(country)} is not a two-letter country code and is left out.`,
    )
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
    country: /^[A-Z]{2}$/.test(country) ? country : '',
    phone: readTruncated(row, `${kind}Phone`, orderLimits.phone),
  }
  // A name or a number alone is no place to send anything to.
  const { name: _, phone: __, ...addressParts } = address
  return Object.values(addressParts).some(Boolean) ? address : null
}
