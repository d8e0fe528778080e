import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, ProductInput } from '#contract/product/product.ts'
import type { VariantInput } from '#contract/product/variant.ts'
import { createProductTester, shirt, toVariantInput } from '../testing/subject/product-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { createProduct } from './product-create.ts'
import { findProduct } from './product-store.ts'

let t: TestApp
let tester: ReturnType<typeof createProductTester>
beforeAll(async () => {
  t = await startTestApp({ METRICS_TOKEN: 'token-that-enables-query-counts' })
  tester = createProductTester(t)
})
afterAll(() => t.close())

test('a product has the lowest price and the total tracked stock of its variants', async () => {
  const product = await tester.createProductData(shirt)
  expect(product).toMatchObject({
    price: 900,
    compareAtPrice: 1500,
    stock: 7,
    variantCount: 3,
    sku: '',
    trackStock: true,
  })
  expect(product.variants.map(variant => [variant.title, variant.position])).toEqual([
    ['S / Red', 0],
    ['M / Red', 1],
    ['M / Blue', 2],
  ])
})
test('the total stock of a product is at most the largest integer', async () => {
  const stock = 1_000_000_000
  const product = await tester.createProductData({
    ...shirt,
    variants: shirt.variants?.map(variant => ({ ...variant, stock, trackStock: true })),
  })
  expect(product).toMatchObject({
    stock: 2_147_483_647,
    variants: [{ stock }, { stock }, { stock }],
  })
})
test('a new product is written once, before its variants', async () => {
  const products = [
    await tester.createProductData(shirt),
    await tester.createProductData({ title: 'Cup', price: 500, stock: 3, sku: 'CUP' }),
    await tester.createProductData({ title: 'Voucher', price: 500, trackStock: false }),
    await tester.createProductData({
      title: 'Card',
      options: [{ name: 'Form', values: ['Paper', 'File', 'Film'] }],
      variants: [
        { options: ['Paper'], price: 900, stock: 4, barcode: '4006381333931' },
        { options: ['File'], price: 700, compareAtPrice: 800, stock: 9, trackStock: false },
        { options: ['Film'], price: 700, compareAtPrice: 900, stock: 2, sku: 'CARD-F' },
      ],
    }),
  ]
  for (const { _id: id } of products) {
    // Writes the product if its columns differ from those that follow from its variants.
    await t.inStore(tx => tx`select refresh_products(array[${id}::uuid])`)
    const [row] = await t.inStore(
      tx => tx<{ isWrittenOnce: boolean }[]>`
        select max(p.cmin::text::integer) < min(v.cmin::text::integer)
          and max(p.xmin::text) = max(v.xmin::text) as is_written_once
        from product p join variant v on v.product_id = p.id where p.id = ${id}`,
    )
    expect(row).toEqual({ isWrittenOnce: true })
  }
})

test('a product counts variants that are added in the transaction of its creation', async () => {
  const product = await t.inStore(async tx => {
    const { _id: id } = await createProduct(tx, ProductInput.parse({ title: 'Bowl', price: 900 }))
    await tx`
      insert into variant (product_id, options, price, stock) values (${id}, '{Small}', 400, 3)`
    return findProduct(tx, id)
  })
  expect(product).toMatchObject({ price: 400, stock: 3, variantCount: 2 })
})

test('an update keeps, changes, reorders, adds and removes variants', async () => {
  const before = await tester.createProductData(shirt)
  const [small, medium] = before.variants
  const { data } = (
    await tester.updateProduct(before._id, {
      variants: [
        { _id: medium?._id, price: 1300 },
        { _id: small?._id, stock: 30 },
        { options: ['S', 'Blue'], sku: 'NEW' },
      ],
    })
  ).body
  expect(
    data.variants.map((variant: Product['variants'][number]) => [
      variant._id === medium?._id,
      variant.title,
      variant.price,
      variant.stock,
      variant.sku,
    ]),
  ).toEqual([
    [true, 'M / Red', 1300, 4, ''],
    [false, 'S / Red', 1000, 30, 'SH-S-R'],
    [false, 'S / Blue', 0, 0, 'NEW'],
  ])
  expect(data).toMatchObject({ price: 0, stock: 34, variantCount: 3, version: 2 })
})
test('an update swaps the option values of two variants', async () => {
  const before = await tester.createProductData(shirt)
  const [a, b, c] = before.variants.map(toVariantInput)
  const { body } = await tester.updateProduct(before._id, {
    variants: [{ ...a, options: b?.options }, { ...b, options: a?.options }, c],
  })
  expect(body.data.variants.map((variant: VariantInput) => variant.options)).toEqual([
    ['M', 'Red'],
    ['S', 'Red'],
    ['M', 'Blue'],
  ])
})
test('a simple product gets options and loses them again', async () => {
  const before = await tester.createProductData({ title: 'Tin', price: 500, stock: 5, sku: 'G' })
  const id = before.variants[0]?._id
  const withOptions = await tester.updateProduct(before._id, {
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { _id: id, options: ['S'] },
      { options: ['M'], price: 600 },
    ],
  })
  expect(withOptions.body.data).toMatchObject({ variantCount: 2, stock: 5, price: 500 })
  const withoutOptions = await tester.updateProduct(before._id, {
    options: [],
    variants: [{ _id: id, options: [] }],
  })
  expect(withoutOptions.body.data).toMatchObject({
    options: [],
    variantCount: 1,
    sku: 'G',
    stock: 5,
    variants: [{ _id: id }],
  })
})
test('each stock change creates a stock movement, and their sum is the stock', async () => {
  const product = await tester.createProductData({ title: 'Counted', stock: 10 })
  await tester.updateProduct(product._id, { stock: 4 })
  await tester.updateProduct(product._id, { price: 1 })
  const variantId = product.variants[0]?._id ?? ''
  const rows = await t.inStore(
    tx => tx<{ delta: number }[]>`
      select delta from stock_movement where variant_id = ${variantId} order by id`,
  )
  expect(rows.map(row => row.delta)).toEqual([10, -6])
})
test('an update takes as many queries for 250 variants as for 10', async () => {
  const countUpdateQueries = async (product: Product) => {
    const before = t.app.db.metrics?.current.queries ?? 0
    const { body } = await tester.updateProduct(product._id, {
      variants: product.variants.map(variant => ({ ...toVariantInput(variant), price: 200 })),
    })
    const count = product.variants.length
    expect(body.data).toMatchObject({ variantCount: count, price: 200, stock: count })
    return (t.app.db.metrics?.current.queries ?? 0) - before
  }
  const small = await createProductWithVariants(10)
  const large = await createProductWithVariants(250)
  // An update also reads values that a cache does not have, or no longer.
  const countFewestQueries = async ({ _id }: Product) => {
    const counts: number[] = []
    for (let i = 0; i < 4; i++) counts.push(await countUpdateQueries(await tester.getProduct(_id)))
    return Math.min(...counts)
  }
  const smallCount = await countFewestQueries(small)
  expect(smallCount).toBeGreaterThan(0)
  expect(await countFewestQueries(large)).toBe(smallCount)
})

function createProductWithVariants(count: number): Promise<Product> {
  const createValues = (letter: string, length: number) =>
    Array.from({ length }, (_, i) => `${letter}${i}`)
  const [sizes, colors] = [createValues('a', count / 5), createValues('b', 5)]
  return tester.createProductData({
    title: `Product with ${count} variants`,
    options: [
      { name: 'A', values: sizes },
      { name: 'B', values: colors },
    ],
    variants: sizes.flatMap(a =>
      colors.map(b => ({ options: [a, b], price: 100, stock: 1, sku: `${a}${b}` })),
    ),
  })
}
