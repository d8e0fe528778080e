import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createProductPlanner, listFileIdentifiers } from '../import-plan.ts'
import { parseProducts } from './parse-products.ts'

const now = new Date('2026-11-02T12:00:00Z')
const parse = (
  text: string,
  fields: Parameters<typeof parseProducts>[1]['matchings'] = undefined,
) =>
  parseProducts(() => Readable.from([Buffer.from(text)]), {
    exponent: 2,
    now,
    ...(fields && { matchings: fields }),
  })

async function parseSpreadsheet(text: string) {
  const { matching } = await parse(text)
  return parse(text, { fields: matching?.fields ?? [], fieldsBySignature: {} })
}

const priceList = [
  'Artikel-Nr.;Name des Produkts;Preis (EUR);Bestand;Kategorie;Farbe;EAN',
  'A-100;Mütze blau;24,90 €;12;Mützen;Blau;4006381333931',
  ';;;;;;',
  'A-102;Schal lang;1.299,00;viele;Schals;;',
  'A-102;Handschuhe;39;3;Handschuhe;;abc',
  'A-103;Socken;;20;Socken;;',
  'A-104;;9,95;1;;;4006381333932',
  'Summe;;;41;;;',
].join('\n')

it('recognizes a column of stock in which a cell is no number', async () => {
  const { matching } = await parse(priceList)
  expect(matching?.fields).toEqual([
    'sku',
    'title',
    'price',
    'stock',
    'categories',
    'option1Value',
    'barcode',
  ])
})

it('reports each row with its own cause', async () => {
  const file = await parseSpreadsheet(priceList)
  expect(
    file.problems.map(({ row, level, code, params }) => ({ row, level, code, params })),
  ).toEqual([
    { row: 4, level: 'warn', code: 'value_skipped', params: { value: 'viele' } },
    { row: 5, level: 'warn', code: 'duplicate_sku', params: { row: 4 } },
    { row: 5, level: 'warn', code: 'barcode_invalid', params: { value: 'abc' } },
    { row: 7, level: 'warn', code: 'barcode_invalid', params: { value: '4006381333932' } },
    { row: 8, level: 'warn', code: 'total_row', params: undefined },
  ])
  const plan = createProductPlanner(listFileIdentifiers(file.drafts), {
    cleanHtml: html => html,
    descriptionLimit: 1000,
  })
  const plans = file.drafts.map(draft =>
    plan(draft, { findByHandle: () => undefined, findBySku: () => [] }),
  )
  expect(
    plans.map(({ action, draft, problems }) => [
      action,
      draft.rows,
      problems.map(({ code }) => code),
    ]),
  ).toEqual([
    ['create', [2], []],
    ['create', [4], []],
    ['create', [5], []],
    ['skip', [6], ['new_product_without_price']],
    ['skip', [7], ['new_product_without_title']],
  ])
})

it('continues a product in rows with other options or images', async () => {
  const { drafts, problems } = await parseSpreadsheet(
    [
      'Name,SKU,Price,Size,Image',
      'Shirt,S1,10,S,https://example.com/a.jpg',
      ',S2,11,M,',
      ',,,,https://example.com/b.jpg',
      'Cap,C1,5,,',
    ].join('\n'),
  )
  expect(problems).toEqual([])
  expect(drafts).toMatchObject([
    { title: 'Shirt', variants: [{ sku: 'S1' }, { sku: 'S2' }], images: [{}, {}], rows: [2, 3, 4] },
    { title: 'Cap', rows: [5] },
  ])
})

it('keeps a product that is called like a sum', async () => {
  const { drafts, problems } = await parseSpreadsheet('Name,Price,Stock\nTotal,4.99,5\nCup,2,3\n')
  expect(drafts.map(({ title }) => title)).toEqual(['Total', 'Cup'])
  expect(problems).toEqual([])
})

it.each([
  ['Bestand', 'Lagerbestand', 'Lager', 'Menge', 'Lagermenge', 'Verfügbare Menge'],
  ['Stock', 'Quantité', 'Quantité disponible', 'Stock actuel'],
  ['Existencias', 'Inventario', 'Cantidad', 'Stock actual'],
  ['Estoque', 'Quantidade', 'Qtd', 'Quantidade disponível'],
  ['المخزون', 'الكمية', 'الكمية المتوفرة', 'الرصيد'],
  ['Inventory', 'In stock', 'Quantity', 'Available quantity'],
])('recognizes %s as columns of stock', async (...headers) => {
  for (const header of headers) {
    const { matching } = await parse(`${header},Name,SKU\n5,Cup,C\n`)
    expect([header, matching?.fields[0]]).toEqual([header, 'stock'])
  }
})

it.each([
  ['price', 'Preis', 'VK-Preis', 'Prix TTC', 'Precio con IVA', 'Preço final', 'سعر البيع'],
  ['sku', 'Art.-Nr.', 'Bestell-Nr.', 'Réf.', 'Código', 'Referência', 'رقم الصنف'],
  ['imageSrc', 'Bild-URL', 'Lien de l’image', 'URL de la imagen', 'Imagens', 'رابط الصورة'],
  ['barcode', 'EAN/GTIN', 'Code-barres', 'Código de barras', 'EAN-Code', 'رقم الباركود'],
  ['title', 'Artikelbezeichnung', 'Désignation', 'Nombre', 'Nome do produto', 'اسم المنتج'],
])('recognizes columns of %s in each language', async (field, ...headers) => {
  for (const header of headers) {
    const { matching } = await parse(`${header},Notes\n1,1\n`)
    expect([header, matching?.fields[0]]).toEqual([header, field])
  }
})
