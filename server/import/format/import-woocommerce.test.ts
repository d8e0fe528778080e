import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { parseProducts } from '../product/parse-products.ts'

const header =
  'ID,Type,SKU,Name,Published,Visibility in catalog,Short description,Description,Date sale price ends,In stock?,Stock,Backorders allowed?,Weight (lbs),Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)'
const fields = header.split(',')
/** Returns a line of the file with these cells; the other cells are blank. */
const line = (cells: Record<string, string>) =>
  fields.map(name => `"${(cells[name] ?? '').replaceAll('"', '""')}"`).join(',')
const read = (...lines: Record<string, string>[]) =>
  parseProducts(() => Readable.from([Buffer.from([header, ...lines.map(line)].join('\n'))]), {
    exponent: 2,
    now: new Date('2026-01-01'),
  })

const tee = {
  ID: '44',
  Type: 'variable',
  SKU: 'tee',
  Name: 'Tee',
  Published: '1',
  'Attribute 1 name': 'Color',
  'Attribute 1 value(s)': 'Blue, Green, Red',
  'Attribute 2 name': 'Size',
  'Attribute 2 value(s)': 'L, S',
  'Weight (lbs)': '.5',
}
const variation = {
  Type: 'variation',
  Published: '1',
  'Regular price': '20',
  'Attribute 1 name': 'color',
  'Attribute 2 name': 'Size',
}

describe('a file of WooCommerce', () => {
  it('reads the sale, categories, images and weight of a simple product', async () => {
    const { format, drafts, problems } = await read({
      Type: 'simple, virtual',
      SKU: 'W-1',
      Name: 'Woo',
      Published: '1',
      Description: 'One\\nline',
      'Short description': 'Short',
      Stock: '5',
      'Backorders allowed?': 'notify',
      'Weight (lbs)': '.2',
      'Sale price': '18',
      'Regular price': '20',
      Categories: 'Clothing, Clothing > T-shirts',
      Tags: 'a, b\\, c',
      Images: 'https://x.test/1.jpg, https://x.test/2.jpg',
    })
    expect(format).toBe('woocommerce')
    expect(problems).toEqual([])
    expect(drafts).toMatchObject([
      {
        slug: 'woo',
        isSlugGenerated: true,
        status: 'active',
        description: '<p>Short</p>\n<p>One<br>line</p>',
        categories: [['Clothing'], ['Clothing', 'T-shirts']],
        tags: ['a', 'b, c'],
        options: [],
        variants: [
          {
            sku: 'W-1',
            price: 1800,
            compareAtPrice: 2000,
            trackStock: true,
            stock: 5,
            allowBackorder: true,
            weight: 91,
          },
        ],
        images: [{ sourceUrl: 'https://x.test/1.jpg' }, { sourceUrl: 'https://x.test/2.jpg' }],
      },
    ])
  })

  it('adds variations to their parent by SKU or id, before and after it', async () => {
    const { drafts } = await read(
      {
        ...variation,
        SKU: 'tee-red',
        Parent: 'TEE',
        'Attribute 1 value(s)': 'Red',
        'Attribute 2 value(s)': 'L',
      },
      tee,
      { Type: 'simple', Name: 'Other', Published: '0', 'Regular price': '1' },
      {
        ...variation,
        SKU: 'tee-blue',
        Parent: 'id:44',
        'Attribute 1 value(s)': 'Blue',
        'Attribute 2 value(s)': 'L',
        Images: 'https://x.test/blue.jpg',
      },
    )
    expect(drafts.map(draft => [draft.slug, draft.status])).toEqual([
      ['tee', 'active'],
      ['other', 'draft'],
    ])
    expect(drafts[0]).toMatchObject({
      options: [
        { name: 'Color', values: ['Blue', 'Green', 'Red'] },
        { name: 'Size', values: ['L', 'S'] },
      ],
      variants: [
        { sku: 'tee-red', options: ['Red', 'L'], price: 2000, weight: 227 },
        { sku: 'tee-blue', options: ['Blue', 'L'] },
      ],
      images: [{ sourceUrl: 'https://x.test/blue.jpg', variantIndexes: [1] }],
    })
  })

  it('imports a variation for any size as one variant, with a warning', async () => {
    const { drafts, problems } = await read(tee, {
      ...variation,
      SKU: 'r',
      Parent: 'tee',
      'Attribute 1 value(s)': 'Red',
    })
    expect(drafts[0]?.variants?.map(each => each.options)).toEqual([['Red', 'Any']])
    expect(problems).toMatchObject([{ level: 'warn', code: 'any_value', row: 3 }])
  })

  it('distinguishes equal names by their SKU', async () => {
    const one = { Type: 'simple', Name: 'Same', Published: '1', 'Regular price': '1' }
    expect(
      (await read({ ...one, SKU: 'a1' }, { ...one, SKU: 'a2' })).drafts.map(draft => draft.slug),
    ).toEqual(['same', 'same-a2'])
  })

  it.each([
    ['type_unsupported', 0, { Type: 'grouped', Name: 'G', Published: '1' }],
    ['type_external', 1, { Type: 'external', Name: 'E', Published: '1', 'Regular price': '3' }],
    ['product_price_missing', 1, { Type: 'simple', Name: 'P', Published: '1' }],
    [
      'not_published',
      1,
      {
        Type: 'simple',
        Name: 'H',
        Published: '1',
        'Regular price': '3',
        'Visibility in catalog': 'hidden',
      },
    ],
    [
      'sale_not_running',
      1,
      {
        Type: 'simple',
        Name: 'S',
        Published: '1',
        'Regular price': '3',
        'Sale price': '2',
        'Date sale price ends': '2020-01-01 0:00:00',
      },
    ],
  ])('warns about %s and keeps %i products', async (code, productCount, cells) => {
    const { drafts, problems } = await read(cells)
    expect(drafts).toHaveLength(productCount)
    expect(problems).toMatchObject([{ level: 'warn', code }])
    expect(drafts.every(draft => code === 'sale_not_running' || draft.status === 'draft')).toBe(
      true,
    )
  })

  it('skips a product whose variations are all missing or turned off', async () => {
    const { drafts, problems } = await read(tee, { ...variation, Parent: 'tee', Published: '0' })
    expect(drafts).toEqual([])
    expect(problems.map(problem => problem.code)).toEqual(['variations_missing', 'variation_off'])
  })

  it('rejects a variation without its parent', async () => {
    expect((await read({ ...variation, Parent: 'nobody' })).problems).toMatchObject([
      { level: 'error', code: 'parent_missing' },
    ])
  })
})
