import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createProductPlanner, listFileIdentifiers } from '../import-plan.ts'
import { parseProducts } from '../product/parse-products.ts'

const read = (text: string, exponent = 2) =>
  parseProducts(() => Readable.from([Buffer.from(text)]), { exponent, now: new Date('2026-01-01') })

describe('headers', () => {
  it('match in any case, spacing, punctuation and order', async () => {
    const { drafts, columns } = await read(
      '  variant_PRICE ,TITLE,  Handle,Image-Src,Unknown,Price / United States\n5,A,a,https://x.test/a.jpg,?,9\n',
    )
    expect(drafts).toMatchObject([
      {
        slug: 'a',
        title: 'A',
        variants: [{ price: 500 }],
        images: [{ sourceUrl: 'https://x.test/a.jpg' }],
      },
    ])
    expect(columns.map(column => column.field)).toEqual([
      'price',
      'title',
      'slug',
      'imageSrc',
      null,
      null,
    ])
    expect(columns[5]?.note).toContain('market')
  })
  it('can be those of the newer template', async () => {
    const { drafts } = await read(
      'Title,URL handle,Description,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Product image URL\nTee,tee,<p>x</p>,TRUE,Active,T1,Size,S,9.99,12,shopify,3,CONTINUE,120,https://x.test/t.png\n',
    )
    expect(drafts).toMatchObject([
      {
        slug: 'tee',
        status: 'active',
        options: [{ name: 'Size', values: ['S'] }],
        variants: [
          {
            sku: 'T1',
            price: 999,
            compareAtPrice: 1200,
            trackStock: true,
            stock: 3,
            allowBackorder: true,
            weight: 120,
          },
        ],
      },
    ])
  })
  it('of other lists reject the file', async () => {
    await expect(read('Name,Financial Status,Lineitem name\n#1,paid,x\n')).rejects.toThrow(
      /list of orders/,
    )
    await expect(read('First name,Last name,Email\nA,B,a@x.test\n')).rejects.toThrow(
      /list of customers/,
    )
    await expect(read('Notes\nsome text\n')).rejects.toThrow(/only one column, “Notes”/)
  })
  it('leave fields without a column undefined', async () => {
    const { drafts } = await read('Handle,Variant SKU,Variant Price\na,S,1\n')
    expect(drafts[0]).toMatchObject({
      title: undefined,
      tags: undefined,
      options: undefined,
      images: undefined,
    })
    expect(drafts[0]?.variants?.[0]).toMatchObject({
      sku: 'S',
      price: 100,
      stock: undefined,
      trackStock: undefined,
      compareAtPrice: undefined,
    })
  })
})

const header =
  'Handle,Title,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Variant Image'
const rows = (...lines: string[]) => [header, ...lines].join('\n')

describe('rows', () => {
  it('become a simple product with Title and Default Title', async () => {
    const { drafts } = await read(
      rows('a,A,"x, y,X",true,Title,Default Title,,,,0,shopify,4,deny,5,,\'0123,,,'),
    )
    expect(drafts).toMatchObject([
      {
        tags: ['x', 'y'],
        status: 'active',
        options: [],
        variants: [
          {
            options: [],
            sku: '',
            barcode: '0123',
            trackStock: true,
            stock: 4,
            compareAtPrice: null,
            allowBackorder: false,
          },
        ],
        rows: [2],
      },
    ])
  })
  it('become variants and images, wherever the rows of a slug are', async () => {
    const { drafts, imageOnlyRows } = await read(
      rows(
        'a,A,,,Size,S,,,,,,,,5,,,https://x.test/2.jpg,2,',
        'b,B,,,Title,Default Title,,,,,,,,7,,,,,',
        'A,,,,,M,,,,,,,,6,,,https://x.test/1.jpg,1,https://x.test/2.jpg',
        'a,,,,,,,,,,,,,,,,https://x.test/3.jpg,3,',
      ),
    )
    expect(drafts.map(draft => draft.slug)).toEqual(['a', 'b'])
    expect(drafts[0]).toMatchObject({
      options: [{ name: 'Size', values: ['S', 'M'] }],
      rows: [2, 4, 5],
    })
    expect(drafts[0]?.images).toEqual([
      { sourceUrl: 'https://x.test/1.jpg', alt: undefined, position: 1, variantIndexes: [] },
      { sourceUrl: 'https://x.test/2.jpg', alt: undefined, position: 2, variantIndexes: [1] },
      { sourceUrl: 'https://x.test/3.jpg', alt: undefined, position: 3, variantIndexes: [] },
    ])
    expect(imageOnlyRows).toBe(1)
  })
  it('keep an option with the name Title', async () => {
    const { drafts } = await read(
      rows('a,A,,,Title,Big,,,,,,,,5,,,,,', 'a,,,,,Small,,,,,,,,4,,,,,'),
    )
    expect(drafts[0]?.options).toEqual([{ name: 'Title', values: ['Big', 'Small'] }])
  })
  it('keep an apostrophe of the title and drop a formula guard', async () => {
    const { drafts } = await read(
      rows("a,'Tis the season,,,,,,,'00012,,,,,5,,,,,", "b,'=SUM(A1),,,,,,,,,,,,5,,,,,"),
    )
    expect(drafts).toMatchObject([
      { title: "'Tis the season", variants: [{ sku: '00012' }] },
      { title: '=SUM(A1)' },
    ])
  })
  it('can use one SKU for several variants', async () => {
    expect(
      (await read(rows('a,A,,,Size,S,,,X,,,,,5,,,,,', 'a,,,,,M,,,X,,,,,5,,,,,'))).drafts,
    ).toHaveLength(1)
  })
})

describe('an invalid row skips its whole product and no other', () => {
  it.each([
    ['too few cells', 'ragged_row', 'bad,Bad,,,'],
    ['the same variant twice', 'duplicate_variant_row', 'bad,,,,,M,,,,,,,,5,,,,,'],
    ['an option without value', 'option_missing', 'bad,,,,,,,,X1,,,,,5,,,,,'],
  ])('%s', async (_, code, line) => {
    const { drafts, invalidProducts, problems } = await read(
      rows(
        'good,Good,,,,,,,,,,,,5,,,,,',
        'bad,Bad,,,Size,M,,,,,,,,5,,,,,',
        line,
        'other,Other,,,,,,,,,,,,5,,,,,',
      ),
    )
    expect(drafts.map(draft => draft.slug)).toEqual(['good', 'other'])
    expect(invalidProducts).toMatchObject([{ slug: 'bad', rows: [3, 4] }])
    expect(problems.filter(problem => problem.level === 'error')).toMatchObject([{ row: 4, code }])
  })
  it('skips the product before a quote that is never closed', async () => {
    const { drafts, invalidProducts, problems } = await read(
      rows(
        'good,Good,,,,,,,,,,,,5,,,,,',
        'cut,Cut,,,Size,M,,,,,,,,5,,,,,',
        'cut,"open',
        'lost,Lost,,,,,,,,,,,,5,,,,,',
      ),
    )
    expect([drafts.map(draft => draft.slug), invalidProducts.map(product => product.slug)]).toEqual(
      [['good'], ['cut']],
    )
    expect(problems).toMatchObject([{ row: 4, level: 'error', code: 'quote_not_closed' }])
  })
  it('creates the slug of a row without one from its title, and reports a row without both', async () => {
    const { drafts, problems } = await read(
      rows(',Lost & found,,,,,,,,,,,,5,,,,,', ',,,,,,,,,,,,,6,,,,,'),
    )
    expect(drafts).toMatchObject([{ slug: 'lost-found', variants: [{ price: 500 }] }])
    expect(problems).toMatchObject([{ row: 3, level: 'error', code: 'handle_missing' }])
  })
})

it.each([
  ['compare_at_low', 'a,A,,,,,,,,,,,,5,5,,,,'],
  ['stock_below_zero', 'a,A,,,,,,,,,shopify,-3,,5,,,,,'],
  ['rounded', 'a,A,,,,,,,,,,,,5.005,,,,,'],
  ['image_address', 'a,A,,,,,,,,,,,,5,,,photo.jpg,,'],
  [
    'too_many_tags',
    `a,A,"${Array.from({ length: 31 }, (_, i) => `t${i}`).join(',')}",,,,,,,,,,,5,,,,,`,
  ],
])('keeps the product and warns: %s', async (code, line) => {
  const { drafts, problems } = await read(rows(line))
  expect(drafts).toHaveLength(1)
  expect(problems).toMatchObject([{ row: 2, level: 'warn', code }])
})

describe('an invalid value of a variant is skipped with a warning', () => {
  it.each([
    ['a price below zero', 'S,,,A1,,,,,-5,,,,,', { price: undefined }],
    ['a price in words', 'S,,,A1,,,,,cheap,,,,,', { price: undefined }],
    ['a compare-at price', 'S,,,A1,,,,,5,x,,,,', { price: 500, compareAtPrice: undefined }],
    ['a stock', 'S,,,A1,,shopify,many,,5,,,,,', { price: 500, stock: undefined }],
    ['too long a SKU', `S,,,${'x'.repeat(256)},,,,,5,,,,,`, { price: 500, sku: undefined }],
  ])('%s', async (_, variant, fields) => {
    const { drafts, problems } = await read(
      rows('tee,Tee,,,Size,M,,,,,,,,5,,,,,', `tee,,,,,${variant}`),
    )
    expect(drafts).toMatchObject([{ variants: [{ price: 500 }, { options: ['S'], ...fields }] }])
    expect(problems).toMatchObject([{ row: 3, level: 'warn', code: 'value_skipped' }])
  })
})

it('keeps long SKUs, and negative stock where backorders are allowed', async () => {
  const sku = 'long-'.repeat(51)
  const { drafts, problems } = await read(
    [
      'Handle,Title,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price',
      `a,A,${sku},shopify,-3,continue,5`,
      'b,B,b,shopify,-3,deny,5',
    ].join('\n'),
  )
  expect(problems).toMatchObject([{ row: 3, level: 'warn', code: 'stock_below_zero' }])
  const plan = createProductPlanner(listFileIdentifiers(drafts), {
    cleanHtml: html => html,
    descriptionLimit: 100,
  })
  const plans = drafts.map(draft =>
    plan(draft, { findByHandle: () => undefined, findBySku: () => [] }),
  )
  expect(plans).toMatchObject([
    { next: { variants: [{ sku, stock: -3 }] } },
    { next: { variants: [{ stock: 0 }] } },
  ])
})

it('creates two products from slugs that differ only in punctuation', async () => {
  const { drafts } = await read(
    rows('a_b,One,,,,,,,,,,,,5,,,,,', 'a-b,Two,,,,,,,,,,,,5,,,,,', 'größe,Three,,,,,,,,,,,,5,,,,,'),
  )
  expect(drafts.map(draft => draft.slug)).toEqual(['a-b', 'a-b-2', 'grosse'])
})
