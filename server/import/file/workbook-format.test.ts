import { expect, it } from 'vitest'
import {
  createFormattedWorkbook,
  createWorkbook,
  formatNumberCell,
  formatTextCell,
} from '../../testing/subject/workbook-testing.ts'
import { parseCustomers } from '../customer/parse-customers.ts'
import { parseProducts } from '../product/parse-products.ts'
import { openTable } from './open-table.ts'

async function* toStream(bytes: Uint8Array) {
  yield Buffer.from(bytes)
}

const readProduct = async (columns: Parameters<typeof createFormattedWorkbook>[0]) => {
  const workbook = createFormattedWorkbook({ Handle: 'mug', Title: 'Mug', ...columns })
  const { drafts, problems } = await parseProducts(() => toStream(workbook), {
    exponent: 2,
    now: new Date('2026-01-01'),
  })
  expect(problems).toEqual([])
  return { ...drafts[0], variant: drafts[0]?.variants?.[0] }
}

const readShownText = async (number: string, format: string) => {
  const { rows } = await openTable(
    toStream(createFormattedWorkbook({ A: [number, format], B: 'b' })),
  )
  const [row] = await Array.fromAsync(rows)
  return row?.getShownText?.(0)
}

it('reads the codes and texts of products as the workbook shows them', async () => {
  const product = await readProduct({
    'Variant SKU': ['17', '00000'],
    'Variant Barcode': ['4006381333931', '0'],
    Tags: ['0.5', '0%'],
    'Option1 Name': 'Size',
    'Option1 Value': ['46056', 'd\\-mmm'],
    Vendor: ['12.5', '&quot;No. &quot;0.00'],
    'Variant Price': ['12.5', '[$€-407] #,##0.00'],
  })
  expect(product).toMatchObject({ tags: ['50%'], vendor: 'No. 12.50' })
  expect(product.variant).toMatchObject({
    sku: '00017',
    barcode: '4006381333931',
    options: ['3-Feb'],
    price: 1250,
  })
})

it('reads prices, quantities and weights as numbers in any format', async () => {
  const product = await readProduct({
    'Variant Price': ['1234.5', '$#,##0'],
    'Variant Compare At Price': ['2000', '0000 0000'],
    'Cost per item': ['19.989999999999998', '0'],
    'Variant Inventory Qty': ['17', '000\\-000'],
    'Variant Grams': ['1500', '0.00E+00'],
    'Variant Requires Shipping': ['1', '0.00'],
  })
  expect(product).toMatchObject({ requiresShipping: true })
  expect(product.variant).toMatchObject({
    price: 123_450,
    compareAtPrice: 200_000,
    cost: 1999,
    stock: 17,
    weight: 1500,
  })
})

it('reads the postal codes and phones of customers as the workbook shows them', async () => {
  const workbook = createFormattedWorkbook({
    'First Name': 'Ada',
    'Accepts Email Marketing': ['1', '0.00'],
    Email: 'ada@example.com',
    'Default Address Zip': ['1067', '00000'],
    Phone: ['5551234567', '[&lt;=9999999]###\\-####;(###) ###\\-####'],
    Tags: ['7', '000'],
  })
  const { drafts } = await parseCustomers(toStream(workbook))
  expect(drafts).toMatchObject([
    {
      phone: '(555) 123-4567',
      address: { postalCode: '01067' },
      tags: ['007'],
      acceptsMarketing: true,
    },
  ])
})

it.each([
  ['17', '00000', '00017'],
  ['123456', '000\\-000', '123-456'],
  ['12345678', '0000 0000', '1234 5678'],
  ['17', '[Red]00000', '00017'],
  ['17', '&quot;A-&quot;000', 'A-017'],
  ['1234567', '#,##0', '1234567'],
  ['1234.5', '$#,##0.00', '$1,234.50'],
  ['0.125', '0.0%', '12.5%'],
  ['46023', 'yyyy-mm-dd', '2026-01-01'],
  ['46023', 'dd.mm.yyyy', '01.01.2026'],
  ['0.5', 'h:mm', '12:00'],
  ['4006381333931', '0.00E+00', '4006381333931'],
  ['4006381333931', 'General', '4006381333931'],
  ['5', ';;;', '5'],
  ['-1', 'yyyy-mm-dd', '1899-12-29'],
  ['17', '[[', '17'],
  ['17', '0'.repeat(300), '17'],
])('shows %s in the format %s as %s', async (number, format, text) => {
  expect(await readShownText(number, format)).toBe(text)
})

it('keeps the plain numbers and dates of formatted cells', async () => {
  const workbook = createFormattedWorkbook({
    Code: ['17', '00000'],
    Since: ['46023', 'd\\. mmmm yyyy'],
    At: ['46023.75', 'dd/mm/yyyy hh:mm'],
  })
  const [row] = await Array.fromAsync((await openTable(toStream(workbook))).rows)
  expect(row?.cells).toEqual(['17', '2026-01-01', '2026-01-01T18:00:00.000Z'])
})

it('reads numbers that are no date as Excel shows them', async () => {
  const numbers = ['46023', '1e400', '-1e400', '1e12', '-1e12']
  const cells = numbers.map((number, i) => formatNumberCell(`A${i + 2}`, number, 1))
  const rows = cells.map((cell, i) => `<row r="${i + 2}">${cell}</row>`)
  const header = `<row r="1">${formatTextCell('A1', 'Since')}</row>`
  const file = await openTable(toStream(createWorkbook(header + rows.join(''))))
  const texts = (await Array.fromAsync(file.rows)).map(({ cells: [text] }) => text)
  expect(texts).toEqual(['2026-01-01', ...numbers.slice(1).map(() => '#######')])
})

it('reads styles of formulas and of cells with namespaces, and leaves other types', async () => {
  const rows = `<row r="1">${['A1', 'B1', 'C1'].map(cell => formatTextCell(cell, cell)).join('')}</row>
    <row r="2"><c s='2' r="A2" t="n"><f>8+9</f><v>17</v></c><c r="B2" s="2" t="b"><v>1</v></c>
    <c r="C2" s="2"/></row>`
  const workbook = createWorkbook(rows, undefined, ['00000'])
  const [row] = await Array.fromAsync((await openTable(toStream(workbook))).rows)
  expect([0, 1, 2].map(column => row?.getShownText?.(column))).toEqual(['00017', 'TRUE', ''])
})
