import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { MatchableProductField } from '#contract/import/import-match.ts'
import { guessProductFields } from './guess-product-fields.ts'
import { parseProducts } from './parse-products.ts'

const guess = (header: string, ...rows: string[]) =>
  guessProductFields(
    header.split(';'),
    rows.map(row => row.split(';')),
  )

describe('guesses the fields of columns', () => {
  it.each([
    [
      'en',
      'Product Names;SKU #;Retail price (USD);Qty. on hand;Brand;Size;Colours;Photo 1;Photo 2',
      'Mug;M-1;$12.50;4;Studio;L;Red;https://x.test/a;https://x.test/b',
      [
        'title',
        'sku',
        'price',
        null,
        'vendor',
        'option1Value',
        'option2Value',
        'imageSrc',
        'imageSrc',
      ],
    ],
    [
      'de',
      'Artikelbezeichnung;Artikel-Nr.;VK-Preis brutto;Lagerbestände;Hersteller;Größe;Gewicht (kg);Kategorien',
      'Tasse;T-1;12,50 €;4;Studio;L;0,3;Küche',
      ['title', 'sku', 'price', 'stock', 'vendor', 'option1Value', 'weight:kg', 'categories'],
    ],
    [
      'fr',
      "Désignation;Référence;Prix de vente TTC;Quantité;Marque;Coloris;Mots-clés;Prix d'achat",
      'Tasse;T-1;12,50;4;Studio;Rouge;cuisine;5',
      ['title', 'sku', 'price', 'stock', 'vendor', 'option1Value', 'tags', 'cost'],
    ],
    [
      'es',
      'NOMBRE DEL PRODUCTO;Código;PVP;Existencias;Descripción;Talla;Código de barras',
      'Taza;T-1;12,50;4;Una taza;M;4006381333931',
      ['title', 'sku', 'price', 'stock', 'description', 'option1Value', 'barcode'],
    ],
    [
      'pt',
      'Nome do produto;Preço de venda;Estoque;Descrição;Cor;Imagens',
      'Caneca;12,50;4;Uma caneca;Azul;https://x.test/a.jpg',
      ['title', 'price', 'stock', 'description', 'option1Value', 'imageSrc'],
    ],
    [
      'ar',
      'اسم المنتج;السعر;الكمية;اللون;الوصف',
      'كوب;12.50;4;أحمر;كوب جميل',
      ['title', 'price', 'stock', 'option1Value', 'description'],
    ],
    [
      'by their contents',
      'A;B;C',
      'Stoneware mug;€ 12.50;https://x.test/a.jpg',
      ['title', 'price', 'imageSrc'],
    ],
    ['that repeat', 'Name;Title;Price;Price', 'Mug;Cup;1;2', ['title', null, 'price', null]],
    ['that contradict', 'Name;Price', 'Mug;on request', ['title', null]],
  ] satisfies [string, string, string, (MatchableProductField | null)[]][])(
    '%s',
    (_, header, row, fields) => {
      expect(guess(header, row)).toEqual(fields)
    },
  )
})

const read = (text: string, fields: (MatchableProductField | null)[] | null = null) =>
  parseProducts(() => Readable.from([Buffer.from(text)]), {
    exponent: 2,
    now: new Date(0),
    matchings: { fields, fieldsBySignature: {} },
  })

it('waits for the columns of a spreadsheet, and shows its first rows', async () => {
  const file = await read('Name\tPreis\nMug\t1\nJug\t2\nCup\t3\nPot\t4\n')
  expect(file).toMatchObject({
    format: 'spreadsheet',
    matching: { fields: ['title', 'price'], isConfirmed: false },
    drafts: [],
  })
  expect(file.columns).toMatchObject([
    { header: 'Name', field: 'title', samples: ['Mug', 'Jug', 'Cup'] },
    { header: 'Preis', field: 'price', samples: ['1', '2', '3'] },
  ])
})

it('reads rows with the same title and different options as variants', async () => {
  const { drafts, problems, rowCount } = await read(
    [
      'Artikel;Größe;Preis;Bestand;Bild;Gewicht;Aktiv;Kategorie',
      'Hemd;S;29,90;3;https://x.test/a.jpg, https://x.test/b.jpg;0,2;ja;Mode/Hemden | Neu',
      'Hemd;M;29,90;0;;0,25;ja;',
      'Tasse;;12;5;;;Entwurf;',
      'Tasse;;14;1;;;Entwurf;',
      'Tasse;;16;1;;;Entwurf;',
    ].join('\n'),
    ['title', 'option1Value', 'price', 'stock', 'imageSrc', 'weight:kg', 'status', 'categories'],
  )
  expect(drafts).toMatchObject([
    {
      slug: 'hemd',
      isSlugGenerated: true,
      status: 'active',
      categories: [['Mode', 'Hemden'], ['Neu']],
      options: [{ name: 'Größe', values: ['S', 'M'] }],
      variants: [
        { price: 2990, stock: 3, weight: 200 },
        { price: 2990, stock: 0, weight: 250 },
      ],
      images: [{ sourceUrl: 'https://x.test/a.jpg' }, { sourceUrl: 'https://x.test/b.jpg' }],
    },
    { slug: 'tasse', status: 'draft', options: [], variants: [{ price: 1200 }] },
    { slug: 'tasse-2', variants: [{ price: 1400 }] },
    { slug: 'tasse-3', variants: [{ price: 1600 }] },
  ])
  expect([problems, rowCount]).toEqual([[], 5])
})

it('reads a list of SKUs and prices as updates', async () => {
  const { drafts } = await read('Code,Price\nA-1,5\nA-2,6\n', ['sku', 'price'])
  expect(drafts).toMatchObject([
    {
      slug: 'a-1',
      isSlugGenerated: true,
      title: undefined,
      variants: [{ sku: 'A-1', price: 500 }],
    },
    { slug: 'a-2', variants: [{ sku: 'A-2', price: 600 }] },
  ])
})
