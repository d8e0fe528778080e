import { type CsvLimits, type CsvRow, csvLimits, openCsv } from '../file/import-csv.ts'
import { parseFlag } from '../file/import-number.ts'
import { type RowSettings, readRow } from '../file/import-row.ts'
import { manyLines, splitList } from '../file/import-text.ts'
import { type ColumnMap, matchColumns } from '../import-columns.ts'
import { type ImportProblem, isBrokenOff, quoted, type Report } from '../import-problem.ts'
import {
  type OrderField,
  type OrderRow,
  orderHeaders,
  recogniseOrders,
} from './import-order-columns.ts'
import type {
  AddressDraft,
  OrderDraft,
  OrderHead,
  OrderLineDraft,
  OrderReadSettings,
  ReadOrders,
} from './import-order-draft.ts'
import { readStates } from './import-order-state.ts'
import { settleOrder } from './import-order-total.ts'

type Building = {
  number: string
  head: OrderHead | undefined
  lines: OrderLineDraft[]
  rows: number[]
  isBroken: boolean
  report: Report
}

/** Reads orders in Shopify's format. Throws `RefusedFile` with a sentence when the file as a whole cannot be used. */
export async function readOrders(
  input: AsyncIterable<Buffer>,
  settings: OrderReadSettings,
  limits: CsvLimits = csvLimits,
): Promise<ReadOrders> {
  const file = await openCsv(input, limits)
  const { isOwn } = recogniseOrders(file.header)
  const columns = matchColumns<OrderField>(file.header, orderHeaders)
  const problems: ImportProblem[] = []
  const orders = new Map<string, Building>()
  let rowCount = 0
  for await (const row of file.rows) {
    rowCount++
    addRow(orders, row, columns, { ...settings, isOwn }, problem => problems.push(problem))
  }
  const drafts: OrderDraft[] = []
  const broken: ReadOrders['broken'] = []
  for (const order of orders.values()) {
    const draft = finish(order)
    if (draft) drafts.push(draft)
    else broken.push({ number: order.number, rows: order.rows })
  }
  return {
    columns: columns.columns,
    drafts,
    broken,
    problems: [...problems, ...file.warnings].toSorted((a, b) => a.row - b.row),
    rowCount,
  }
}

function addRow(
  orders: Map<string, Building>,
  { row, cells, problem }: CsvRow,
  columns: ColumnMap<OrderField>,
  settings: OrderReadSettings & RowSettings,
  report: Report,
) {
  if (problem && isBrokenOff(problem))
    return ([...orders.values()].at(-1)?.report ?? report)(problem)
  const reader = readRow(cells, row, columns, settings, report)
  const number = reader.code('number', 40) ?? ''
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
  const order = orders.get(number) ?? startOrder(number, report)
  orders.set(number, order)
  order.rows.push(row)
  if (problem) return order.report(problem)
  const cell = readRow(cells, row, columns, settings, order.report)
  // Only an order's first row has its sums; the rows that follow are lines.
  if (!order.head && !(cell.isBlank('total') && order.rows.length > 1))
    order.head = readOrder(number, cell, settings)
  if (!cell.isBlank('lineName') || !cell.isBlank('quantity')) order.lines.push(readLine(cell))
}

function startOrder(number: string, report: Report): Building {
  const order: Building = {
    number,
    head: undefined,
    lines: [],
    rows: [],
    isBroken: false,
    report(problem) {
      if (problem.level === 'error') order.isBroken = true
      report(problem)
    },
  }
  return order
}

function finish(order: Building): OrderDraft | undefined {
  const { head, lines, rows, report } = order
  const say = (level: 'error' | 'warn', code: string, message: string) =>
    report({ row: rows[0] ?? 0, column: '', level, code, message })
  if (lines.length === 0) say('error', 'lines_missing', `Order ${order.number} has no lines.`)
  if (!head && !order.isBroken) say('error', 'total_missing', `Order ${order.number} has no total.`)
  return order.isBroken || !head ? undefined : settleOrder(head, lines, rows, say)
}

function readLine(row: OrderRow): OrderLineDraft {
  const quantity = row.count('quantity')
  if (typeof quantity !== 'number' || quantity < 1)
    row.say('quantity', 'error', 'quantity', 'A line needs a quantity of 1 or more.')
  if (row.isBlank('linePrice'))
    row.say('linePrice', 'error', 'price_missing', 'This line has no price.')
  return {
    title: row.text('lineName', 300) || 'Unnamed product',
    sku: row.code('lineSku', 64) ?? '',
    vendor: row.text('vendor', 80) ?? '',
    quantity: quantity ?? 1,
    unitPrice: row.money('linePrice') ?? 0,
    compareAtPrice: row.money('lineCompareAt') ?? null,
    discount: row.money('lineDiscount') ?? 0,
    requiresShipping: parseFlag(row.text('lineShips', 10) ?? '') ?? true,
    isTaxable: parseFlag(row.text('lineTaxable', 10) ?? '') ?? true,
    isFulfilled: row.text('lineFulfillment', 40) === 'fulfilled',
  }
}

function readOrder(number: string, row: OrderRow, settings: OrderReadSettings): OrderHead {
  const currency = (row.code('currency', 10) || settings.currency).toUpperCase()
  if (currency !== settings.currency)
    row.say(
      'currency',
      'error',
      'currency',
      `This order is in ${currency}, the store sells in ${settings.currency}.`,
    )
  if (row.isBlank('total')) row.say('total', 'error', 'total_missing', 'This order has no total.')
  const shippingAddress = readAddress(row, 'shipping')
  const billingAddress = readAddress(row, 'billing')
  const states = readStates(row)
  const total = row.money('total') ?? 0
  return {
    number,
    currency,
    shippingAddress,
    billingAddress,
    ...states,
    externalId: row.code('externalId', 80) ?? '',
    placedAt: readTime(row, 'createdAt') || failTime(row),
    paidAt: readTime(row, 'paidAt'),
    fulfilledAt: readTime(row, 'fulfilledAt'),
    cancelledAt: readTime(row, 'cancelledAt'),
    email: readEmail(row),
    phone: cut(row, 'phone', 40),
    customerName:
      cut(row, 'customerName', 120) ||
      cut(row, 'billingName', 120) ||
      cut(row, 'shippingName', 120),
    netSubtotal: row.money('subtotal') ?? null,
    discountTotal: row.money('discountAmount') ?? 0,
    discountCode: cut(row, 'discountCode', 80),
    shippingTotal: row.money('shipping') ?? 0,
    shippingMethod: cut(row, 'shippingMethod', 120),
    taxTotal: row.money('taxes') ?? 0,
    taxes: ([1, 2, 3, 4, 5] as const).flatMap(n => {
      const name = row.text(`tax${n}Name`, 80)
      return name ? [{ name, amount: row.money(`tax${n}Value`) ?? 0 }] : []
    }),
    isTaxIncluded: parseFlag(row.text('taxIncluded', 10) ?? '') ?? null,
    total,
    paidTotal:
      row.money('paidTotal') ??
      (states.paymentStatus === 'partially_paid'
        ? Math.max(0, total - (row.money('outstanding') ?? 0))
        : null),
    refundedTotal: row.money('refunded') ?? 0,
    note: manyLines(row.body('note') ?? '').slice(0, 1000),
    tags: splitList(row.text('tags', 2000) ?? '')
      .map(tag => tag.slice(0, 40))
      .slice(0, 20),
    source: cut(row, 'source', 80),
    paymentMethod: cut(row, 'paymentMethod', 80),
    paymentReference: cut(row, 'paymentReference', 120),
  }
}

/** An order that was is history: a text that is too long for us is shortened rather than the order lost. */
const cut = (row: OrderRow, field: OrderField, max: number) => row.shortText(field, max) ?? ''

function readEmail(row: OrderRow): string {
  const email = (row.text('email', 300) ?? '').toLowerCase()
  if (email === '' || (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= 254))
    return email
  row.say('email', 'warn', 'email', `${quoted(email)} is not an email address and is left out.`)
  return ''
}

function readTime(row: OrderRow, field: OrderField): string {
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
      `${quoted(text)} is not a time such as 2025-05-11 09:55:16 -0400.`,
    )
    return ''
  }
  if (!parts?.[3]) row.say(field, 'warn', 'time_zone', 'This time has no zone and is read as UTC.')
  return new Date(time).toISOString()
}

function failTime(row: OrderRow): string {
  if (row.isBlank('createdAt'))
    row.say('createdAt', 'error', 'time_missing', 'This order has no time.')
  return ''
}

function readAddress(row: OrderRow, kind: 'shipping' | 'billing'): AddressDraft | null {
  const country = cut(row, `${kind}Country`, 60).toUpperCase()
  if (country && !/^[A-Z]{2}$/.test(country))
    row.say(
      `${kind}Country`,
      'warn',
      'country',
      `${quoted(country)} is not a two-letter country code and is left out.`,
    )
  const address: AddressDraft = {
    name: cut(row, `${kind}Name`, 120),
    line1: cut(row, `${kind}Line1`, 200),
    line2: [cut(row, `${kind}Line2`, 200), cut(row, `${kind}Company`, 120)]
      .filter(Boolean)
      .join(', ')
      .slice(0, 200),
    city: cut(row, `${kind}City`, 120),
    region: cut(row, `${kind}Region`, 120),
    postalCode: (row.code(`${kind}Zip`, 40) ?? '').slice(0, 20),
    country: /^[A-Z]{2}$/.test(country) ? country : '',
    phone: cut(row, `${kind}Phone`, 40),
  }
  // A name or a number alone is no place to send anything to.
  const { name: _, phone: __, ...place } = address
  return Object.values(place).some(Boolean) ? address : null
}
