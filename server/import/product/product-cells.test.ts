import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { parseProducts } from './parse-products.ts'

type Settings = Parameters<typeof parseProducts>[1]
const now = new Date('2026-11-02T12:00:00Z')
const parse = (text: string, settings: Partial<Settings> = {}) =>
  parseProducts(() => Readable.from([Buffer.from(text)]), { exponent: 2, now, ...settings })

/** Parses a spreadsheet with the fields that are guessed for its columns. */
async function parseSpreadsheet(text: string, settings: Partial<Settings> = {}) {
  const { matching } = await parse(text)
  const fields = matching?.fields ?? []
  return parse(text, { matchings: { fields, fieldsBySignature: {} }, ...settings })
}

const listPrices = ({ drafts }: Awaited<ReturnType<typeof parse>>) =>
  drafts.map(({ variants }) => variants?.[0]?.price)

it('reads an ambiguous price by prices that follow it', async () => {
  const file = await parseSpreadsheet(
    'Name;Artikelnummer;Preis\nSofa;A;1.299\nKissen;B;19,90\nTisch;C;2.450,00\n',
  )
  expect(listPrices(file)).toEqual([129_900, 1990, 245_000])
  expect(file.problems).toEqual([])
})

it('reads an ambiguous price by another column of the file', async () => {
  const file = await parseSpreadsheet('Name;Preis;Einkaufspreis\nSofa;1.299;649,50\n')
  expect(listPrices(file)).toEqual([129_900])
  expect(file.problems).toEqual([])
})

it('reads prices of other systems by their file', async () => {
  const file = await parse(
    'Handle,Title,Variant Price,Cost per item\na,A,"1.299","649,50"\nb,B,"19,90",\n',
  )
  expect(listPrices(file)).toEqual([129_900, 1990])
})

it('reads an ambiguous price by the language of the store, with a warning', async () => {
  const file = 'Name;Preis\nSofa;1.299\n'
  const german = await parseSpreadsheet(file, { locale: 'de' })
  expect(listPrices(german)).toEqual([129_900])
  expect(german.problems).toMatchObject([
    { row: 2, column: 'Preis', value: '1.299', level: 'warn', code: 'ambiguous_thousands' },
  ])
  const mexican = await parseSpreadsheet(file, { locale: 'es-MX' })
  expect(listPrices(mexican)).toEqual([130])
  expect(mexican.problems.map(({ code }) => code)).toEqual(['rounded'])
})

it('does not read the decimal mark of columns that have no decimals', async () => {
  const file = await parseSpreadsheet(
    'Name;Version;Preis\nA;1.5;"2,5"\nB;1.25;"1,25"\nC;2.75;1.299\n',
  )
  expect(listPrices(file)).toEqual([250, 125, 129_900])
})

it('reads a weight in kilograms with a decimal comma', async () => {
  const { drafts, problems } = await parse(
    'Type,SKU,Name,Published,Weight (kg),Regular price\nsimple,W,Kettle,1,"1,250",10\n',
  )
  expect(drafts[0]?.variants?.[0]?.weight).toBe(1250)
  expect(problems).toEqual([])
})

it('reads a stock with thousands', async () => {
  const { drafts } = await parseSpreadsheet('Name;Preis;Menge\nA;1,50;1.000\nB;2,50;7\n')
  expect(drafts.map(({ variants }) => variants?.[0]?.stock)).toEqual([1000, 7])
})

const variantHeader = 'Handle,Title,Variant SKU,Variant Price,Variant Barcode'

it('reads codes that a formula keeps as text', async () => {
  const { drafts } = await parse(
    `${variantHeader}\nz,"=""Cup""","=""0018""",10,"=""0012345678905"""\n`,
  )
  expect(drafts).toMatchObject([
    { title: 'Cup', variants: [{ sku: '0018', barcode: '0012345678905' }] },
  ])
})

it.each(['4.00638E+12', '"4,00638E+12"', '4E+12'])(
  'leaves out %s, which lost digits',
  async cell => {
    const { drafts, problems } = await parse(`${variantHeader}\ne,E,${cell},10,${cell}\n`)
    expect(drafts[0]?.variants).toMatchObject([{ sku: undefined, barcode: undefined }])
    expect(problems).toMatchObject([
      { row: 2, field: 'sku', level: 'warn', code: 'digits_lost' },
      { row: 2, field: 'barcode', level: 'warn', code: 'digits_lost' },
    ])
  },
)

it('keeps a SKU that only resembles a power', async () => {
  const { drafts } = await parse(`${variantHeader}\ne,E,2E10,10,\n`)
  expect(drafts[0]?.variants?.[0]?.sku).toBe('2E10')
})

it('decodes HTML entities of texts once', async () => {
  const { drafts } = await parse(
    [
      'Handle,Title,Vendor,Tags,Type,Option1 Name,Option1 Value,Variant Price,Body (HTML)',
      'a,Salt &amp; Pepper,B&auml;r &amp; Co,"A &amp; B, &quot;C, D&quot;",&lt;x&gt;,Q &amp; A,R&amp;amp;D,1,<p>1 &lt; 2</p>',
      'a,,,,,,R&D,2,',
    ].join('\n'),
  )
  expect(drafts).toMatchObject([
    {
      title: 'Salt & Pepper',
      vendor: 'Bär & Co',
      tags: ['A & B', 'C, D'],
      productType: '<x>',
      options: [{ name: 'Q & A', values: ['R&amp;D', 'R&D'] }],
      description: '<p>1 &lt; 2</p>',
    },
  ])
})

it('decodes HTML entities of spreadsheets before it splits lists', async () => {
  const { drafts } = await parseSpreadsheet(
    'Name,Preis,Kategorie,Tags,Marke\nSalt &amp; Pepper,1,"Home &amp; Garden > ""Tools, new""",A &amp; B,R&amp;amp;D\n',
  )
  expect(drafts).toMatchObject([
    {
      slug: 'salt-pepper',
      title: 'Salt & Pepper',
      categories: [['Home & Garden', 'Tools, new']],
      tags: ['A & B'],
      vendor: 'R&amp;D',
    },
  ])
})

const wooHeader = 'Type,SKU,Name,Published,Regular price'

it('decodes the entities and the line breaks of WooCommerce', async () => {
  const { drafts } = await parse(
    `${wooHeader},Categories,Tags,Description\nsimple,W,Salt &amp; Pepper,1,10,Home &amp; Garden > Mills,"A &amp; B, ""C, D""",<p>C:\\\\new\\\\notes on D:\\temp</p>\\n<p>Second</p>\n`,
  )
  expect(drafts).toMatchObject([
    {
      slug: 'salt-pepper',
      title: 'Salt & Pepper',
      categories: [['Home & Garden', 'Mills']],
      tags: ['A & B', 'C, D'],
      description: '<p>C:\\new\\notes on D:\\temp</p>\n<p>Second</p>',
    },
  ])
})

it.each([
  ['2026-11-02', 800],
  ['2026-11-02 0:00:00', 800],
  ['2026-11-01', 1000],
])('ends a sale of WooCommerce after its last day %s', async (day, price) => {
  const { drafts } = await parse(
    `${wooHeader},Sale price,Date sale price ends\nsimple,W,Mill,1,10,8,${day}\n`,
    { timeZone: 'Europe/Berlin' },
  )
  expect(drafts[0]?.variants?.[0]?.price).toBe(price)
})
