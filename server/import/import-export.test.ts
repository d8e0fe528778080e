import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { measureUnits } from '#contract/lib/money/unit-price.ts'
import { escapeFormula, unescapeFormula } from '../lib/text/csv-cell.ts'
import { formatCategoryPaths, parseCategoryPaths } from './file/import-list.ts'
import { toSingleLine } from './file/import-text.ts'
import { createProductPlanner, listFileIdentifiers } from './import-plan.ts'
import type { OrderDraft } from './order/import-order-draft.ts'
import { createOrderExportRows, orderExportHeader } from './order/import-order-export.ts'
import { parseShopifyOrders } from './order/import-order-shopify.ts'
import {
  createProductExportRows,
  csvFormat,
  productExportHeader,
} from './product/import-product-export.ts'
import {
  blankProduct,
  type ExistingProduct,
  type ProductValue,
} from './product/import-product-value.ts'
import { parseProducts } from './product/parse-products.ts'

const line = (max: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: max }),
      fc.constantFrom(
        '=1+1',
        "'Tis",
        "''x",
        '@x',
        '-5',
        '-5+1',
        '+1',
        '＝1+1',
        '＠x',
        ';=cmd',
        "a;'=b",
        'a, b',
        'c\\',
        'd\\,e',
        '"q"',
        'A > B',
        'x;y\tz',
        '007',
      ),
    )
    .map(text => toSingleLine(text).slice(0, max))
    .map(toSingleLine)
/**
 * Returns whether a spreadsheet displays this cell unchanged, even if it splits the file at
 * semicolons. Numbers can be negative.
 */
const isInert = (cell: string) =>
  !/(^|[;\t\r\n]["']*(?<!'))[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell) || /^-\d+(\.\d+)?$/.test(cell)
const word = (max: number) => line(max).filter(Boolean)
const money = fc.integer({ min: 0, max: 10_000_000 })

const amount = fc.option(
  fc.integer({ min: 1, max: 9_999_999 }).map(thousandths => thousandths / 1000),
)

const product: fc.Arbitrary<ProductValue> = fc
  .record({
    names: fc.uniqueArray(word(20), { maxLength: 3, selector: name => name.toLowerCase() }),
    values: fc.uniqueArray(fc.tuple(word(20), word(20), word(20)), {
      minLength: 1,
      maxLength: 6,
      selector: values => values[0],
    }),
  })
  .chain(({ names, values }) => {
    const combos = names.length === 0 ? [[]] : values.map(each => each.slice(0, names.length))
    const fields = fc.record({
      slug: fc.constant('some-handle'),
      title: word(200),
      description: fc
        .string({ unit: 'grapheme', maxLength: 60 })
        .map(text => `<p>${text.toWellFormed().normalize('NFC').replaceAll('\0', '')}</p>\n`),
      vendor: line(80),
      productType: line(80),
      tags: fc.uniqueArray(word(40), { maxLength: 5, selector: tag => tag.toLowerCase() }),
      status: fc.constantFrom('draft', 'active', 'archived'),
      categories: fc.uniqueArray(fc.array(word(40), { minLength: 1, maxLength: 4 }), {
        maxLength: 3,
        selector: path => path.join('/').toLowerCase(),
      }),
      options: fc.constant(
        names.map((name, i) => ({
          name,
          values: [...new Set(combos.map(combo => combo[i] ?? '')), 'Spare'].filter(
            (value, at, all) => all.indexOf(value) === at,
          ),
        })),
      ),
      variants: fc.tuple(
        ...combos.map(options =>
          fc.record({
            options: fc.constant(options),
            sku: line(255),
            barcode: line(32),
            price: money,
            compareAtPrice: fc.option(money),
            cost: fc.option(money),
            trackStock: fc.boolean(),
            stock: fc.integer({ min: 0, max: 10_000 }),
            allowBackorder: fc.boolean(),
            weight: fc.integer({ min: 0, max: 100_000 }),
            measureAmount: amount,
            measureUnit: fc.option(fc.constantFrom(...measureUnits)),
            referenceAmount: amount,
          }),
        ),
      ),
      images: fc
        .uniqueArray(fc.record({ n: fc.integer({ min: 0, max: 99 }), alt: line(100) }), {
          maxLength: 8,
          selector: image => image.n,
        })
        .map(images =>
          images.map(({ n, alt }, i) => ({
            sourceUrl: `https://x.test/${n}.jpg`,
            alt,
            variantIndexes: i < combos.length ? [i] : [],
          })),
        ),
      seoTitle: line(120),
      seoDescription: line(300),
    })
    // product-fields.test.ts tests the fields that are left out here.
    return fields.map(values => ({ ...blankProduct, ...values }))
  })

const csv = (header: readonly string[], rows: string[][]) =>
  Readable.from([Buffer.from(stringify([[...header], ...rows], csvFormat))])
const existing = (one: ProductValue): ExistingProduct => ({
  ...one,
  _id: 'p',
  variants: one.variants.map((variant, i) => ({ ...variant, _id: `v${i}` })),
  images: one.images.map((image, i) => ({ ...image, _id: `i${i}`, imageUrls: [image.sourceUrl] })),
})

it('exports a product and parses it back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(product, fc.constantFrom(0, 2, 3), async (one, exponent) => {
      const rows = createProductExportRows(one, exponent)
      expect(
        rows.flat().filter(cell => !isInert(cell)),
        'in any column',
      ).toEqual([])
      const { format, drafts, problems } = await parseProducts(
        () => csv(productExportHeader, rows),
        {
          exponent,
          now: new Date(0),
        },
      )
      expect(format).toBe('storewright')
      // Random codes are not real barcodes.
      const ignoredCodes = ['compare_at_low', 'barcode_invalid']
      expect(problems.filter(({ code }) => !ignoredCodes.includes(code))).toEqual([])
      const [draft] = drafts
      if (!draft) throw new Error('The import has no draft.')
      expect({ ...blankProduct, ...draft }).toMatchObject({
        ...one,
        images: one.images.map((image, i) => ({ ...image, position: i + 1 })),
      })
      const plan = createProductPlanner(listFileIdentifiers(drafts), {
        cleanHtml: html => html,
        descriptionLimit: 50_000,
      })
      expect(plan(draft, { findByHandle: () => existing(one), findBySku: () => [] })).toMatchObject(
        {
          action: 'unchanged',
        },
      )
    }),
    { numRuns: 150 },
  )
})

it('guards cells against formulas and parses them back unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: fc.constantFrom(...';\t\r\n\'"=+-@＝a1') }),
        fc.constantFrom(
          '=1',
          '\t=1',
          '\r',
          '\n=1',
          ';=cmd',
          "'",
          "''=1",
          "'-5",
          '-5',
          '-5.25',
          '-5+cmd',
          '－1',
        ),
      ),
      text => {
        expect(escapeFormula(text)).toSatisfy(isInert)
        expect(unescapeFormula(escapeFormula(text))).toBe(text)
      },
    ),
  )
})

it('keeps every character of category names in paths', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(word(20), { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      paths => {
        expect(parseCategoryPaths(formatCategoryPaths(paths))).toEqual(paths)
      },
    ),
  )
})

const address = fc.record({
  name: line(40),
  line1: word(60),
  line2: line(60),
  city: line(40),
  region: line(20),
  postalCode: line(20),
  country: fc.constantFrom('CA', 'DE', ''),
  phone: line(20),
})
const order: fc.Arbitrary<Omit<OrderDraft, 'rows'>> = fc
  .record({
    lines: fc.array(
      fc.record({
        title: word(60),
        sku: line(30),
        vendor: line(30),
        quantity: fc.integer({ min: 1, max: 50 }),
        unitPrice: money,
        compareAtPrice: fc.option(money),
        discount: money,
        requiresShipping: fc.boolean(),
        isTaxable: fc.boolean(),
        fulfilledQuantity: fc.constantFrom(0, 1),
        deliveredQuantity: fc.constant(0),
        returnedQuantity: fc.constantFrom(0, 1),
        removedQuantity: fc.constant(0),
        refundedQuantity: fc.constantFrom(0, 1),
        refundedAmount: money,
      }),
      { minLength: 1, maxLength: 4 },
    ),
    off: fc.integer({ min: 0, max: 100 }),
    shippingTotal: money,
    taxTotal: money,
    isTaxIncluded: fc.boolean(),
    paidTotal: money,
    refundedTotal: money,
    refundedOverpayment: money,
    refundedShipping: money,
    refundFee: money,
    unsoldTotal: money,
    status: fc.constantFrom('draft', 'pending', 'on_hold', 'delivered', 'returned'),
    paymentStatus: fc.constantFrom('unpaid', 'overpaid', 'partially_refunded'),
    fulfillmentStatus: fc.constantFrom('unfulfilled', 'delivered', 'not_required'),
    note: fc.constantFrom('', 'two\nlines', '=x', "'y"),
    customerName: word(40),
    phone: line(20),
    tags: fc.uniqueArray(word(30), { maxLength: 3 }),
    shippingAddress: fc.option(address),
    billingAddress: fc.option(address),
    taxes: fc.array(fc.record({ name: word(20), amount: money }), { maxLength: 5 }),
    discountCode: line(20),
    shippingMethod: line(20),
    source: line(20),
    paymentMethod: line(20),
    paymentReference: line(20),
    externalId: line(20),
  })
  .map(({ off, ...rest }) => {
    const subtotal = rest.lines.reduce((sum, each) => sum + each.quantity * each.unitPrice, 0)
    const discountTotal = Math.floor((subtotal * off) / 100)
    const total =
      subtotal - discountTotal + rest.shippingTotal + (rest.isTaxIncluded ? 0 : rest.taxTotal)
    return {
      ...rest,
      number: '#1001',
      subtotal,
      discountTotal,
      adjustment: 0,
      total,
      currency: 'EUR',
      email: 'ann@example.com',
      placedAt: '2025-05-11T13:55:16.000Z',
      paidAt: '',
      fulfilledAt: '2025-05-12T13:55:16.123Z',
      canceledAt: '',
    }
  })

it('exports an order and parses it back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(order, async one => {
      const rows = createOrderExportRows(
        { ...one, returnProgress: 'none', checkoutAnswers: [], balance: 0 },
        2,
      )
      expect(
        rows.flat().filter(cell => !isInert(cell)),
        'in any column',
      ).toEqual([])
      const { drafts, problems } = await parseShopifyOrders(() => csv(orderExportHeader, rows), {
        locale: 'en',
        timeZone: 'UTC',
        currency: 'EUR',
        exponent: 2,
      })
      expect(problems).toEqual([])
      expect(drafts).toEqual([{ ...one, rows: one.lines.map((_, i) => i + 2) }])
    }),
    { numRuns: 150 },
  )
})
