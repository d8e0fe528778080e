import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { categoryApi } from '#contract/category.ts'
import { orderApi } from '#contract/order.ts'
import {
  type Product,
  type ProductInput,
  productApi,
  type VariantInput,
} from '#contract/product.ts'
import { insertRow, withBusinessTransaction } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'

const teapot: ProductInput = {
  title: 'Teapot',
  slug: 'teapot',
  description: '<p>Holds <strong>one</strong> litre.</p>',
  status: 'active',
  vendor: 'Kiln',
  productType: 'Pots',
  tags: ['Clay', 'tea  time'],
  seoTitle: 'A teapot',
  seoDescription: 'For tea',
  price: 1900,
  compareAtPrice: 2400,
  cost: 700,
  sku: 'TEA-1',
  barcode: '4006381333931',
  stock: 7,
  trackStock: true,
  allowBackorder: false,
  weight: 800,
}
const shirt: ProductInput = {
  title: 'Shirt',
  options: [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Colour', values: ['Red', 'Blue'] },
  ],
  variants: [
    { options: ['S', 'Red'], price: 1000, stock: 3, sku: 'SH-S-R' },
    { options: ['M', 'Red'], price: 1200, stock: 4 },
    { options: ['M', 'Blue'], price: 900, compareAtPrice: 1500, stock: 0, trackStock: false },
  ],
}
const unknownId = '00000000-0000-7000-8000-0000000000ff'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const createProduct = (body: object) => t.call('owner', productApi.create, { body })
const createProductData = async (body: object): Promise<Product> =>
  (await createProduct(body)).body.data
const updateProduct = (id: string, body: object) =>
  t.call('owner', productApi.update, { params: { id }, body })
const getProduct = async (id: string): Promise<Product> =>
  (await t.call('owner', productApi.get, { params: { id } })).body.data
const listTitles = async (query: object = {}): Promise<string[]> =>
  (await t.call('owner', productApi.list, { query: { ...query } })).body.data.map(
    (row: Product) => row.title,
  )
const uploadImage = (as: 'owner' | 'stranger' = 'owner') =>
  withBusinessTransaction(t.app.db, t.people[as].businessId, tx =>
    insertRow(tx, 'media', {
      url: `/media/${crypto.randomUUID()}/1200.webp`,
      alt: 'From the file',
      width: 10,
      height: 10,
      bytes: 10,
      hash: '',
    }),
  )
/** A variant as an editor sends it back. */
const toVariantInput = ({
  position: _position,
  title: _title,
  ...variant
}: Product['variants'][number]): VariantInput => variant

describe('a simple product', () => {
  test('keeps every field it was given and has one variant', async () => {
    const reply = await createProduct(teapot)
    expect([reply.status, reply.body.message]).toEqual([201, 'Product Create Successfully'])
    const { trackStock, price, compareAtPrice, cost, sku, barcode, stock, allowBackorder, weight } =
      teapot
    const product: Product = reply.body.data
    expect(product).toMatchObject({
      ...product,
      title: 'Teapot',
      slug: 'teapot',
      tags: ['Clay', 'tea time'],
      price,
      compareAtPrice,
      sku,
      stock,
      trackStock,
      variantCount: 1,
      version: 1,
      options: [],
      images: [],
      categories: [],
    })
    expect(product.variants).toMatchObject([
      {
        price,
        compareAtPrice,
        cost,
        sku,
        barcode,
        stock,
        trackStock,
        allowBackorder,
        weight,
        options: [],
        title: '',
        image: null,
      },
    ])
    expect(await getProduct(product._id)).toEqual(product)
  })
  test('changes by a field at the top; the others stay, the stock too', async () => {
    const before = await createProductData({ ...teapot, slug: undefined })
    const { body } = await updateProduct(before._id, { price: 2000, version: 1 })
    expect(body.message).toBe('Product Update Successfully')
    expect(body.data).toEqual({
      ...before,
      price: 2000,
      version: 2,
      updatedAt: body.data.updatedAt,
      variants: [{ ...before.variants[0], price: 2000 }],
    })
  })
  test('an empty change changes nothing', async () => {
    const before = await createProductData({ title: 'Plain' })
    expect((await updateProduct(before._id, {})).body.data).toEqual(before)
  })
})

test('titles become addresses of their own, whatever their letters', async () => {
  const slugs = await Promise.all(
    ['Crème & Sugar', 'Crème & Sugar', 'Creme sugar!', '茶壶', '茶壶'].map(
      async title => (await createProductData({ title })).slug,
    ),
  )
  expect(slugs.sort()).toEqual([
    'creme-sugar',
    'creme-sugar-2',
    'creme-sugar-3',
    'product',
    'product-2',
  ])
})

test('rich text keeps its form and loses what could run', async () => {
  const { description } = await createProductData({
    title: 'Rich',
    description:
      '<p onclick="x()">Hi <em>you</em><script>alert(1)</script><a href="javascript:x()">l</a><img src="//evil.example/i.png"></p>',
  })
  expect(description).toContain('<p>Hi <em>you</em>')
  expect(description).not.toMatch(/script|onclick|evil/)
})

describe('variants', () => {
  test('the list shows the lowest price and the summed stock of what is counted', async () => {
    const product = await createProductData(shirt)
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
  test('kept, changed, reordered, added and removed in one save; a stock left out stays', async () => {
    const before = await createProductData(shirt)
    const [small, medium] = before.variants
    const { data } = (
      await updateProduct(before._id, {
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
  test('two swap their values', async () => {
    const before = await createProductData(shirt)
    const [a, b, c] = before.variants.map(toVariantInput)
    const { body } = await updateProduct(before._id, {
      variants: [{ ...a, options: b?.options }, { ...b, options: a?.options }, c],
    })
    expect(body.data.variants.map((variant: VariantInput) => variant.options)).toEqual([
      ['M', 'Red'],
      ['S', 'Red'],
      ['M', 'Blue'],
    ])
  })
  test('a simple product gets options, and loses them again', async () => {
    const before = await createProductData({ title: 'Growing', price: 500, stock: 5, sku: 'G' })
    const id = before.variants[0]?._id
    const grown = await updateProduct(before._id, {
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [
        { _id: id, options: ['S'] },
        { options: ['M'], price: 600 },
      ],
    })
    expect(grown.body.data).toMatchObject({ variantCount: 2, stock: 5, price: 500 })
    const shrunk = await updateProduct(before._id, {
      options: [],
      variants: [{ _id: id, options: [] }],
    })
    expect(shrunk.body.data).toMatchObject({
      options: [],
      variantCount: 1,
      sku: 'G',
      stock: 5,
      variants: [{ _id: id }],
    })
  })
  test('each change of a stock leaves a movement, and their sum is the stock', async () => {
    const product = await createProductData({ title: 'Counted', stock: 10 })
    await updateProduct(product._id, { stock: 4 })
    await updateProduct(product._id, { price: 1 })
    const rows = await withBusinessTransaction(
      t.app.db,
      t.people.owner.businessId,
      tx =>
        tx<
          { delta: number }[]
        >`select delta from stock_movement where variant_id = ${product.variants[0]?._id ?? ''} order by id`,
    )
    expect(rows.map(row => row.delta)).toEqual([10, -6])
  })
  test('250 of them are saved in well under a second', async () => {
    const values = (letter: string, n: number) =>
      Array.from({ length: n }, (_, i) => `${letter}${i}`)
    const options = [
      { name: 'A', values: values('a', 50) },
      { name: 'B', values: values('b', 5) },
    ]
    const variants = values('a', 50).flatMap(a =>
      values('b', 5).map(b => ({ options: [a, b], price: 100, stock: 1, sku: `${a}${b}` })),
    )
    const before = await createProductData({ title: 'Large', options, variants })
    const started = performance.now()
    const { body } = await updateProduct(before._id, {
      variants: before.variants.map(variant => ({ ...toVariantInput(variant), price: 200 })),
    })
    expect(performance.now() - started).toBeLessThan(800)
    expect(body.data).toMatchObject({ variantCount: 250, price: 200, stock: 250 })
  })
})

test('pictures: added, described, reordered, removed; a variant shows one of them', async () => {
  const [one, two] = [await uploadImage(), await uploadImage()]
  const product = await createProductData({
    ...shirt,
    images: [{ media: one, alt: 'Front' }, { media: two }],
    variants: [{ options: ['S', 'Red'], image: two }],
  })
  expect(product.images.map(image => [image.media, image.alt, image.position])).toEqual([
    [one, 'Front', 0],
    [two, 'From the file', 1],
  ])
  const [first, second] = product.images
  expect(product.variants[0]?.image).toBe(second?._id)
  expect(product.image).toBe(first?.url)

  const afterSwap = (
    await updateProduct(product._id, {
      images: [{ _id: second?._id }, { _id: first?._id, alt: '' }],
    })
  ).body.data
  expect(afterSwap.images).toMatchObject([
    { _id: second?._id, alt: 'From the file' },
    { _id: first?._id, alt: '' },
  ])
  expect(afterSwap).toMatchObject({ image: second?.url, variants: [{ image: second?._id }] })

  const afterRemoval = (await updateProduct(product._id, { images: [{ _id: first?._id }] })).body
    .data
  expect(afterRemoval).toMatchObject({ image: first?.url, variants: [{ image: null }] })
  expect((await updateProduct(product._id, { images: [] })).body.data).toMatchObject({
    image: '',
    images: [],
  })
})

describe('filters', () => {
  test('by words, category with those below it, vendor, tag, stock, price, picture and status', async () => {
    const createCategory = async (name: string, parent: string | null = null) =>
      (await t.call('owner', categoryApi.create, { body: { name, parent } })).body.data._id
    const parentCategory = await createCategory('Kitchen')
    const childCategory = await createCategory('Mugs', parentCategory)
    const media = await uploadImage()
    await createProductData({
      title: 'Mug 100% clay',
      vendor: 'Wheel',
      tags: ['Fired'],
      categories: [childCategory],
      stock: 0,
      price: 77_700,
      images: [{ media }],
    })
    await createProductData({
      title: 'Mug set',
      vendor: 'Wheel',
      productType: 'Sets',
      categories: [parentCategory],
      trackStock: false,
      price: 77_800,
      sku: 'MS-9',
      status: 'archived',
    })
    const wheel = { vendor: 'Wheel', sort: 'title' }
    expect(await listTitles(wheel)).toEqual(['Mug 100% clay', 'Mug set'])
    expect(await listTitles({ category: parentCategory, sort: 'title' })).toEqual([
      'Mug 100% clay',
      'Mug set',
    ])
    expect(await listTitles({ category: childCategory })).toEqual(['Mug 100% clay'])
    expect(await listTitles({ q: '0% mug' })).toEqual(['Mug 100% clay'])
    expect(await listTitles({ q: 'ms-9 wheel' })).toEqual(['Mug set'])
    expect(await listTitles({ tag: 'Fired' })).toEqual(['Mug 100% clay'])
    expect(await listTitles({ ...wheel, stock: 'out' })).toEqual(['Mug 100% clay'])
    expect(await listTitles({ ...wheel, stock: 'low' })).toEqual(['Mug 100% clay'])
    expect(await listTitles({ ...wheel, stock: 'in' })).toEqual(['Mug set'])
    expect(await listTitles({ priceFrom: 77_701, priceTo: 77_900 })).toEqual(['Mug set'])
    expect(await listTitles({ ...wheel, hasImage: true })).toEqual(['Mug 100% clay'])
    expect(await listTitles({ ...wheel, status: 'archived,active' })).toEqual(['Mug set'])
    expect(await listTitles({ q: 'sh-s-r' })).toContain('Shirt')
    expect((await t.call('owner', productApi.getFacets)).body.data).toMatchObject({
      vendors: ['Kiln', 'Wheel'],
      productTypes: ['Pots', 'Sets'],
      tags: ['Clay', 'Fired', 'tea time'],
    })
  })
  test.each(['title', '-title', 'price', '-stock', 'createdAt', '-updatedAt'])(
    'by cursor, sorted by %s, each product comes once',
    async sort => {
      const all = await listTitles({ sort, perPage: 100 })
      const seen: string[] = []
      let after: string | null = null
      do {
        const { body } = await t.call('owner', productApi.list, {
          query: { sort, perPage: 4, ...(after && { after }) },
        })
        seen.push(...body.data.map((row: Product) => row.title))
        after = body.meta.next
      } while (after)
      expect(seen).toEqual(all)
    },
  )
  test('the counts of the tabs are those of the lists', async () => {
    const { data } = (await t.call('owner', productApi.getCounts)).body
    const countProducts = async (query: object) =>
      (await t.call('owner', productApi.list, { query: { ...query } })).body.meta.total
    expect(data).toEqual({
      all: await countProducts({}),
      draft: await countProducts({ status: 'draft' }),
      active: await countProducts({ status: 'active' }),
      archived: await countProducts({ status: 'archived' }),
    })
  })
})

describe('refuses, and changes nothing', () => {
  const cases: [string, object, number, string][] = [
    ['no title', { title: ' ' }, 422, 'title'],
    ['a negative price', { title: 'x', price: -1 }, 422, 'price'],
    ['half a cent', { title: 'x', price: 1.5 }, 422, 'price'],
    ['an address in use', { title: 'x', slug: 'teapot' }, 409, 'slug'],
    ['a category that is not there', { title: 'x', categories: [unknownId] }, 422, 'categories.0'],
    [
      'a picture that is not there',
      { title: 'x', images: [{ media: unknownId }] },
      422,
      'images.0.media',
    ],
    ['a picture of nothing', { title: 'x', images: [{ alt: 'x' }] }, 422, 'images.0.media'],
    [
      'options without variants',
      { title: 'x', options: [{ name: 'Size', values: ['S', 'M'] }] },
      422,
      'variants',
    ],
    [
      'a value that no option has',
      { ...shirt, variants: [{ options: ['XL', 'Red'] }] },
      422,
      'variants.0.options',
    ],
    [
      'a variant without a value',
      { ...shirt, variants: [{ options: ['S'] }] },
      422,
      'variants.0.options',
    ],
    [
      'a combination twice',
      { ...shirt, variants: [{ options: ['S', 'Red'] }, { options: ['S', 'Red'] }] },
      422,
      'variants.1.options',
    ],
    [
      'two variants without options',
      { title: 'x', variants: [{ price: 1 }, { price: 2 }] },
      422,
      'variants.1.options',
    ],
    [
      'a value twice',
      {
        title: 'x',
        options: [{ name: 'Size', values: ['S', 'S'] }],
        variants: [{ options: ['S'] }],
      },
      422,
      'options.0.values',
    ],
    [
      'two options of one name',
      {
        title: 'x',
        options: [
          { name: 'Size', values: ['S'] },
          { name: 'size', values: ['M'] },
        ],
        variants: [{ options: ['S', 'M'] }],
      },
      422,
      'options',
    ],
    [
      'a variant of another product',
      { title: 'x', variants: [{ _id: unknownId }] },
      422,
      'variants.0._id',
    ],
    [
      'a variant showing a picture of none',
      { title: 'x', variants: [{ image: unknownId }] },
      422,
      'variants.0.image',
    ],
    ['a stock below zero', { title: 'x', stock: -1 }, 422, 'stock'],
    ['a tag twice', { title: 'x', tags: ['a', 'A'] }, 422, 'tags'],
    ['text that cannot be stored', { title: 'a\u0000b' }, 422, 'title'],
    [
      'marks that make the text too long',
      { title: 'x', description: '&'.repeat(20_000) },
      422,
      'description',
    ],
  ]
  test.each(cases)('%s', async (_case, body, status, path) => {
    const before = await t.changes()
    const reply = await createProduct(body)
    expect([reply.status, reply.body.errors?.[0].path]).toEqual([status, path])
    expect(await t.changes()).toBe(before)
  })
  test('one price for several variants', async () => {
    const { _id } = await createProductData(shirt)
    const before = await t.changes()
    expect((await updateProduct(_id, { price: 1 })).body.errors).toMatchObject([
      { path: 'price', code: 'several_variants' },
    ])
    expect(
      (await updateProduct(_id, { options: [{ name: 'Size', values: ['S', 'M'] }] })).body.errors,
    ).toMatchObject([{ path: 'options' }])
    expect(await t.changes()).toBe(before)
  })
  test('pictures, categories and variants of another store', async () => {
    const media = await uploadImage('stranger')
    const category = (await t.call('stranger', categoryApi.create, { body: { name: 'Theirs' } }))
      .body.data._id
    const strangerProduct: Product = (
      await t.call('stranger', productApi.create, {
        body: { title: 'Theirs', images: [{ media }] },
      })
    ).body.data
    const before = await t.changes()
    expect((await createProduct({ title: 'x', images: [{ media }] })).body.errors).toMatchObject([
      { path: 'images.0.media' },
    ])
    expect((await createProduct({ title: 'x', categories: [category] })).body.errors).toMatchObject(
      [{ path: 'categories.0' }],
    )
    expect(
      (await createProduct({ title: 'x', variants: [{ _id: strangerProduct.variants[0]?._id }] }))
        .body.errors,
    ).toMatchObject([{ path: 'variants.0._id' }])
    for (const call of [productApi.get, productApi.delete])
      expect((await t.call('owner', call, { params: { id: strangerProduct._id } })).status).toBe(
        404,
      )
    expect((await updateProduct(strangerProduct._id, { title: 'Mine' })).status).toBe(404)
    expect(
      (await t.call('owner', productApi.bulkDelete, { body: { ids: [strangerProduct._id] } })).body
        .data,
    ).toMatchObject({ done: 0, failed: 1, results: [{ ok: false, code: 'not_found', name: '' }] })
    expect(await t.changes()).toBe(before)
  })
})

test('of two edits made from one version at once, one is written and the other gets the present row', async () => {
  const { _id } = await createProductData({ title: 'Wanted', stock: 3 })
  const replies = await Promise.all(
    ['One', 'Two'].map(title => updateProduct(_id, { title, version: 1 })),
  )
  const [first, second] = [...replies].sort((a, b) => a.status - b.status)
  expect([first?.status, second?.status, second?.body.code]).toEqual([200, 409, 'version_conflict'])
  expect(second?.body.data).toEqual(first?.body.data)
  expect(await getProduct(_id)).toEqual(first?.body.data)
})

test('orders and edits of one product at the same moment all get through, and no piece is lost', async () => {
  const { _id, variants } = await createProductData({
    title: 'Busy',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { options: ['S'], stock: 100, price: 1 },
      { options: ['M'], stock: 100, price: 1 },
    ],
  })
  const lines = variants.map(variant => ({ variant: variant._id, quantity: 1 }))
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      i % 2
        ? updateProduct(_id, {
            variants: variants.map(variant => ({ _id: variant._id, price: i })),
          })
        : t.call('owner', orderApi.create, { body: { lines } }),
    ),
  )
  expect(replies.map(reply => reply.status).sort()).toEqual([
    ...Array(20).fill(200),
    ...Array(20).fill(201),
  ])
  expect(await getProduct(_id)).toMatchObject({ stock: 160, version: 21 })
})

test('several at once: status and deletion, in one call each', async () => {
  const ids = (await Promise.all(['A', 'B'].map(title => createProductData({ title })))).map(
    product => product._id,
  )
  expect(
    (
      await t.call('owner', productApi.bulkUpdateStatus, {
        body: { ids: [...ids, unknownId], status: 'active' },
      })
    ).body.data,
  ).toMatchObject({ done: 2, failed: 1 })
  expect(await getProduct(ids[0] ?? '')).toMatchObject({ status: 'active', version: 2 })
  expect((await t.call('owner', productApi.bulkDelete, { body: { ids } })).body.data).toMatchObject(
    { done: 2, failed: 0 },
  )
  expect((await t.call('owner', productApi.get, { params: { id: ids[0] ?? '' } })).status).toBe(404)
  expect((await t.call('owner', productApi.delete, { params: { id: ids[0] ?? '' } })).status).toBe(
    404,
  )
})
