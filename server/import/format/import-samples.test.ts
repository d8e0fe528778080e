import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toExistingProduct } from '../../testing/subject/import-testing.ts'
import { openCsv } from '../file/import-csv.ts'
import { createProductPlanner, listFileIdentifiers } from '../import-plan.ts'
import { parseShopifyOrders } from '../order/import-order-shopify.ts'
import { parseProducts } from '../product/parse-products.ts'

const folder = resolve(process.env.STOREWRIGHT_SAMPLES ?? '../shared/data')
const open = (path: string) => () => createReadStream(join(folder, path))
const settings = { exponent: 2, now: new Date('2026-01-01') }
const csvs = (path: string) =>
  existsSync(join(folder, path))
    ? readdirSync(join(folder, path))
        .filter(name => name.endsWith('.csv'))
        .map(name => `${path}/${name}`)
    : []

const catalogues = [
  ['shopify-partners-2017/snowdevil.csv', { drafts: 278, variants: 622, imageOnly: 14, rows: 636 }],
  ['shopify-partners-2017/jewelry.csv', { drafts: 19, variants: 24, imageOnly: 6, rows: 30 }],
  ['shopify-partners-2023/apparel.csv', { drafts: 20, variants: 22, imageOnly: 0, rows: 22 }],
  [
    'shopify-partners-2023/home-and-garden.csv',
    { drafts: 20, variants: 21, imageOnly: 0, rows: 21 },
  ],
  ['shopify-partners-2023/jewelery.csv', { drafts: 20, variants: 23, imageOnly: 18, rows: 41 }],
  ['shopify-template/product_template_2019.csv', { drafts: 1, variants: 3, imageOnly: 0, rows: 3 }],
  [
    'shopify-template/product_template_2025.csv',
    { drafts: 3, variants: 16, imageOnly: 1, rows: 17 },
  ],
  // 25 rows: one grouped product is skipped, seven variations belong to two of the others.
  ['woocommerce/sample_products.csv', { drafts: 17, variants: 22, imageOnly: 0, rows: 25 }],
] as const

describe.skipIf(!existsSync(folder))('real files', () => {
  it.each(catalogues)('%s has %o', async (path, counts) => {
    const { drafts, imageOnlyRows, rowCount, problems } = await parseProducts(open(path), settings)
    expect({
      drafts: drafts.length,
      variants: drafts.flatMap(draft => draft.variants ?? []).length,
      imageOnly: imageOnlyRows,
      rows: rowCount,
    }).toEqual(counts)
    expect(problems.filter(problem => problem.level === 'error')).toEqual([])
  })

  it.each(catalogues)('%s changes nothing the second time', async path => {
    const { drafts } = await parseProducts(open(path), settings)
    const plan = createProductPlanner(listFileIdentifiers(drafts), {
      cleanHtml: html => html.trim(),
      descriptionLimit: 50_000,
    })
    const first = drafts.map(draft =>
      plan(draft, { findByHandle: () => undefined, findBySku: () => [] }),
    )
    const store = first.map(toExistingProduct)
    const again = createProductPlanner(listFileIdentifiers(drafts), {
      cleanHtml: html => html.trim(),
      descriptionLimit: 50_000,
    })
    const lookups = {
      findByHandle: (handle: string) => store.find(product => product.slug === handle),
      findBySku: (sku: string) =>
        store.filter(product =>
          product.variants.some(variant => variant.sku.toLowerCase() === sku),
        ),
    }
    expect(new Set(drafts.map(draft => again(draft, lookups).action))).toEqual(
      new Set(['unchanged']),
    )
  })

  it('the winter-sports shop keeps the peculiarities of its data', async () => {
    const { drafts, problems } = await parseProducts(
      open('shopify-partners-2017/snowdevil.csv'),
      settings,
    )
    const variants = drafts.flatMap(draft => draft.variants ?? [])
    expect(variants.filter(variant => variant.sku === '')).toHaveLength(619)
    expect(variants.some(variant => variant.barcode?.startsWith("'"))).toBe(false)
    expect(variants.filter(variant => variant.price === 0)).toHaveLength(4)
    expect(variants.filter(variant => variant.allowBackorder)).toHaveLength(9)
    expect(drafts.filter(draft => draft.status === 'draft')).toHaveLength(1)
    const codes = problems.map(problem => problem.code)
    // Their check digits are wrong.
    expect(codes.filter(code => code === 'barcode_invalid')).toHaveLength(39)
    expect(codes.filter(code => code !== 'barcode_invalid').toSorted()).toEqual([
      'compare_at_low',
      'compare_at_low',
      'compare_at_low',
      'compare_at_low',
      'duplicate_sku',
      'stock_below_zero',
    ])
  })

  it.each([
    ...csvs('medusa'),
    ...csvs('vendure'),
    ...csvs('vendure/e2e-fixtures'),
    ...csvs('vendure/import-parser-fixtures'),
  ])('guesses the columns of %s, or says that it has no rows', async path => {
    const parsedFile = await parseProducts(open(path), settings).catch(error => error)
    if (parsedFile instanceof Error)
      return expect(parsedFile).toMatchObject({ name: 'ImportFileError', code: 'import_no_rows' })
    const fields = parsedFile.matching.fields.filter(Boolean)
    expect(fields.some((field: string) => ['title', 'sku'].includes(field))).toBe(true)
    expect(fields).toContain('price')
  })

  it('orders keep their lines and amounts', async () => {
    const { drafts, problems, rowCount } = await parseShopifyOrders(
      open('shopify-orders-dev-store/orders_export.csv'),
      { currency: 'EUR', exponent: 2, locale: 'en', timeZone: 'UTC' },
    )
    expect([rowCount, drafts.length, drafts.flatMap(draft => draft.lines).length]).toEqual([
      40, 19, 40,
    ])
    expect(problems).toEqual([])
    expect(drafts.filter(draft => draft.paymentStatus === 'paid')).toHaveLength(18)
    expect(Object.groupBy(drafts, draft => draft.status)).toMatchObject({
      completed: { length: 14 },
      confirmed: { length: 3 },
      processing: { length: 2 },
    })
    expect(drafts.every(draft => draft.adjustment === 0 && draft.discountTotal === 0)).toBe(true)
    expect(drafts[0]).toMatchObject({
      number: '#1001',
      placedAt: '2025-05-11T13:55:16.000Z',
      total: 165_995,
      email: '',
    })
    expect(drafts.filter(draft => draft.email === '')).toHaveLength(10)
  })
})

it('parses 10,000 variants and reads the file as far as needed', async () => {
  const header =
    'Handle,Title,Body (HTML),Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src\n'
  const products = Array.from({ length: 2000 }, (_, p) =>
    Array.from(
      { length: 5 },
      (_, v) =>
        `p-${p},${v === 0 ? `Product ${p},"<p>${'Words about it. '.repeat(100)}</p>","a,b",Size` : ',,,'},S${v},SKU-${p}-${v},${p}.99,https://x.test/${p}-${v}.jpg\n`,
    ).join(''),
  )
  let bytesRead = 0
  async function* readFile() {
    for (const part of [header, ...products]) {
      const bytes = Buffer.from(part)
      bytesRead += bytes.length
      yield bytes
    }
  }
  const { drafts } = await parseProducts(readFile, settings)
  expect(drafts.flatMap(draft => draft.variants ?? [])).toHaveLength(10_000)

  bytesRead = 0
  const { rows } = await openCsv(readFile())
  let bytesOfRows = 0
  let mostBytesAhead = 0
  for await (const { cells } of rows) {
    bytesOfRows += cells.join(',').length
    mostBytesAhead = Math.max(mostBytesAhead, bytesRead - bytesOfRows)
  }
  expect(mostBytesAhead).toBeLessThan(bytesRead / 20)
})
