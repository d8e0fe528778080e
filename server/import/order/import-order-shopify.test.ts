import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createOrderPlan } from './import-order-draft.ts'
import { parseShopifyOrders } from './import-order-shopify.ts'

const header =
  'Name,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Cancelled at,Refunded Amount,Outstanding Balance,Shipping Address1,Shipping Zip,Shipping Phone,Shipping Country,Tax 1 Name,Tax 1 Value,Lineitem fulfilled quantity,Lineitem returned quantity,Lineitem removed quantity'
const fields = header.split(',')
const settings = { currency: 'EUR', exponent: 2, locale: 'en', timeZone: 'Europe/Berlin' }
const first = {
  Name: '#1',
  'Financial Status': 'paid',
  'Fulfillment Status': 'fulfilled',
  Currency: 'EUR',
  Subtotal: '10',
  Total: '10',
  'Created at': '2025-05-11 09:55:16 -0400',
  'Lineitem quantity': '2',
  'Lineitem name': 'Wax',
  'Lineitem price': '5',
}
type Cells = Record<string, string>
const read = (...lines: Cells[]) => {
  const text = [
    header,
    ...lines.map(cells => fields.map(name => `"${cells[name] ?? ''}"`).join(',')),
  ].join('\n')
  return parseShopifyOrders(() => Readable.from([Buffer.from(text)]), settings)
}

it('leaves out an email that no form accepts', async () => {
  const { drafts, problems } = await read({ ...first, Email: 'jo@müller' })
  expect(drafts).toMatchObject([{ email: '' }])
  expect(problems).toMatchObject([{ code: 'email', level: 'warn', value: 'jo@müller' }])
})

it('reads an order with amounts on its first row only', async () => {
  const { drafts, problems } = await read(
    {
      ...first,
      Email: 'Ann@Example.com',
      Subtotal: '12',
      Shipping: '3',
      Taxes: '2',
      Total: '17',
      'Discount Code': 'SPRING',
      'Discount Amount': '1',
      'Shipping Address1': '1 Road',
      'Shipping Zip': "'01234",
      'Shipping Country': 'CA',
      'Tax 1 Name': 'VAT 20%',
      'Tax 1 Value': '2',
    },
    {
      Name: '#1',
      'Created at': '2025-05-11 09:55:16 -0400',
      'Lineitem quantity': '1',
      'Lineitem name': 'Board',
      'Lineitem price': '3',
    },
  )
  expect(problems).toEqual([])
  expect(drafts).toMatchObject([
    {
      number: '#1',
      email: 'ann@example.com',
      placedAt: '2025-05-11T13:55:16.000Z',
      status: 'completed',
      paymentStatus: 'paid',
      fulfillmentStatus: 'fulfilled',
      lines: [
        { title: 'Wax', quantity: 2, unitPrice: 500 },
        { title: 'Board', unitPrice: 300 },
      ],
      subtotal: 1300,
      discountTotal: 100,
      discountCode: 'SPRING',
      shippingTotal: 300,
      taxTotal: 200,
      isTaxIncluded: false,
      adjustment: 0,
      total: 1700,
      paidTotal: 1700,
      taxes: [{ name: 'VAT 20%', amount: 200 }],
      shippingAddress: { line1: '1 Road', postalCode: '01234', country: 'CA' },
      billingAddress: null,
      rows: [2, 3],
    },
  ])
})

describe('statuses', () => {
  it.each([
    ['paid', 'fulfilled', '', 'completed', 'paid', 1000],
    ['pending', 'fulfilled', '', 'shipped', 'unpaid', 0],
    ['paid', 'partial', '', 'processing', 'paid', 1000],
    ['paid', 'unfulfilled', '', 'confirmed', 'paid', 1000],
    ['authorized', '', '', 'pending', 'authorized', 0],
    ['partially_paid', '', '', 'confirmed', 'partially_paid', 600],
    ['refunded', 'fulfilled', '', 'returned', 'refunded', 1000],
    ['voided', '', '', 'cancelled', 'voided', 0],
    ['paid', '', '2025-06-01 00:00:00 +0000', 'cancelled', 'paid', 1000],
  ])(
    '%s and %s %s are %s',
    async (payment, fulfillment, canceledAt, status, paymentStatus, paidTotal) => {
      const { drafts } = await read({
        ...first,
        'Financial Status': payment,
        'Fulfillment Status': fulfillment,
        'Cancelled at': canceledAt,
        'Outstanding Balance': '4',
      })
      expect(drafts).toMatchObject([{ status, paymentStatus, paidTotal }])
    },
  )
})

describe('amounts', () => {
  it('show that prices include tax', async () => {
    expect((await read({ ...first, Taxes: '1.60' })).drafts).toMatchObject([
      { isTaxIncluded: true, adjustment: 0, total: 1000 },
    ])
  })
  it('keep an unexplained difference as an adjustment, with a warning', async () => {
    const { drafts, problems } = await read({ ...first, Total: '11' })
    expect(drafts).toMatchObject([{ adjustment: 100, total: 1100 }])
    expect(problems).toMatchObject([{ level: 'warn', code: 'total' }])
  })
})

it.each([
  ['currency', { ...first, Currency: 'USD' }],
  ['time', { ...first, 'Created at': 'yesterday' }],
  ['time_missing', { ...first, 'Created at': '' }],
  ['quantity', { ...first, 'Lineitem quantity': '0' }],
  ['total_missing', { ...first, Total: '' }],
  ['line_units', { ...first, 'Lineitem fulfilled quantity': '3' }],
  ['line_units', { ...first, 'Lineitem returned quantity': '1', 'Lineitem removed quantity': '2' }],
  [
    'lines_missing',
    { ...first, 'Lineitem quantity': '', 'Lineitem name': '', 'Lineitem price': '' },
  ],
  ['number_missing', { ...first, Name: '' }],
])('rejects an order for its %s and keeps the next one', async (code, cells) => {
  const { drafts, problems } = await read(cells, { ...first, Name: '#2' })
  expect(drafts.map(draft => draft.number)).toEqual(['#2'])
  expect(problems).toMatchObject([{ row: 2, level: 'error', code }])
})

it('rejects a file that is not a list of orders and names the missing columns', async () => {
  const open = (text: string) =>
    parseShopifyOrders(() => Readable.from([Buffer.from(text)]), settings)
  await expect(open('InvoiceNo,StockCode,Quantity\n1,2,3\n')).rejects.toThrow(
    /Add the columns Name, Created at, /,
  )
  await expect(open('Handle,Title\na,A\n')).rejects.toThrow(/list of products/)
})

it('reads times without a zone in the time zone of the store', async () => {
  const { drafts, problems } = await read({ ...first, 'Created at': '2026-11-02 00:30:00' })
  expect(drafts).toMatchObject([{ placedAt: '2026-11-01T23:30:00.000Z' }])
  expect(problems).toMatchObject([{ row: 2, level: 'warn', code: 'time_zone' }])
})

it('reads ambiguous amounts by the other amounts of the file', async () => {
  const { drafts, problems } = await read(
    { ...first, Subtotal: '1.250', Total: '1.250', 'Lineitem price': '625,00' },
    { ...first, Name: '#2', Subtotal: '10,50', Total: '10,50', 'Lineitem price': '5,25' },
  )
  expect(drafts).toMatchObject([
    { total: 125_000, lines: [{ unitPrice: 62_500 }] },
    { total: 1050, lines: [{ unitPrice: 525 }] },
  ])
  expect(problems).toEqual([])
})

it('reads codes that a formula keeps as text, and leaves out those that lost digits', async () => {
  const { drafts, problems } = await read({
    ...first,
    'Shipping Address1': 'Hauptstr. 1',
    'Shipping Zip': '=""01067""',
    'Shipping Phone': '4.91511E+12',
  })
  expect(drafts[0]?.shippingAddress).toMatchObject({ postalCode: '01067', phone: '' })
  expect(problems).toMatchObject([{ field: 'shippingPhone', level: 'warn', code: 'digits_lost' }])
})

it('creates an order once, by its number', async () => {
  const {
    drafts: [draft],
  } = await read(first)
  expect(draft && createOrderPlan(draft, new Set()).action).toBe('create')
  expect(draft && createOrderPlan(draft, new Set(['#1'])).action).toBe('unchanged')
})
