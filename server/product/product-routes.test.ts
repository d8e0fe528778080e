import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { categoryApi } from '#contract/product/category.ts'
import { type Product, productApi } from '#contract/product/product.ts'
import { createProductTester, shirt, teapot } from '../testing/subject/product-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

const unknownId = '00000000-0000-7000-8000-0000000000ff'

let t: TestApp
let tester: ReturnType<typeof createProductTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createProductTester(t)
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

describe('a simple product', () => {
  test('stores all fields and has one variant', async () => {
    const reply = await tester.createProduct(teapot)
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
    expect(await tester.getProduct(product._id)).toEqual(product)
  })
  test('updates a field and keeps the others, including the stock', async () => {
    const before = await tester.createProductData({ ...teapot, slug: undefined })
    const { body } = await tester.updateProduct(before._id, { price: 2000, version: 1 })
    expect(body.message).toBe('Product Update Successfully')
    expect(body.data).toEqual({
      ...before,
      price: 2000,
      version: 2,
      updatedAt: body.data.updatedAt,
      variants: [{ ...before.variants[0], price: 2000 }],
    })
  })
  test('stays unchanged by an empty update', async () => {
    const before = await tester.createProductData({ title: 'Plain' })
    expect((await tester.updateProduct(before._id, {})).body.data).toEqual(before)
  })
})

test('keeps and finds a SKU of 255 characters, and negative stock with backorders', async () => {
  const sku = `LONG-${'x'.repeat(250)}`
  const body = { title: 'Long', sku, stock: -3, allowBackorder: true }
  const product = await tester.createProductData(body)
  expect(product.variants).toMatchObject([{ sku, stock: -3 }])
  const { data } = (await t.call('owner', productApi.list, { query: { q: sku.slice(0, 60) } })).body
  expect(data).toMatchObject([{ _id: product._id, sku, stock: -3 }])
})

test('derives a unique slug from any title', async () => {
  const slugs = await Promise.all(
    ['Crème & Sugar', 'Crème & Sugar', 'Creme sugar!', '茶壶', '茶壶'].map(
      async title => (await tester.createProductData({ title })).slug,
    ),
  )
  expect(slugs.sort()).toEqual(['creme-sugar', 'creme-sugar-2', 'creme-sugar-3', '茶壶', '茶壶-2'])
})

test('keeps the formatting of rich text and removes scripts', async () => {
  const { description } = await tester.createProductData({
    title: 'Rich',
    description:
      '<p onclick="x()">Hi <em>you</em><script>alert(1)</script><a href="javascript:x()">l</a><img src="//cdn.example/i.png"></p>',
  })
  expect(description).toContain('<p>Hi <em>you</em>')
  expect(description).toContain('<img src="https://cdn.example/i.png" />')
  expect(description).not.toMatch(/script|onclick/)
})

test('adds, describes, reorders and removes images, and assigns one to a variant', async () => {
  const [frontMedia, backMedia] = [await tester.createMedia(), await tester.createMedia()]
  const product = await tester.createProductData({
    ...shirt,
    images: [{ media: frontMedia, alt: 'Front' }, { media: backMedia }],
    variants: [{ options: ['S', 'Red'], image: backMedia }],
  })
  expect(product.images.map(image => [image.media, image.alt, image.position])).toEqual([
    [frontMedia, 'Front', 0],
    [backMedia, 'From the file', 1],
  ])
  const [first, second] = product.images
  expect(product.variants[0]?.image).toBe(second?._id)
  expect(product.image).toBe(first?.url)

  const afterSwap = (
    await tester.updateProduct(product._id, {
      images: [{ _id: second?._id }, { _id: first?._id, alt: '' }],
    })
  ).body.data
  expect(afterSwap.images).toMatchObject([
    { _id: second?._id, alt: 'From the file' },
    { _id: first?._id, alt: '' },
  ])
  expect(afterSwap).toMatchObject({ image: second?.url, variants: [{ image: second?._id }] })

  const afterRemoval = (await tester.updateProduct(product._id, { images: [{ _id: first?._id }] }))
    .body.data
  expect(afterRemoval).toMatchObject({ image: first?.url, variants: [{ image: null }] })
  expect((await tester.updateProduct(product._id, { images: [] })).body.data).toMatchObject({
    image: '',
    images: [],
  })
})

const createColorOption = (swatch: object) => ({
  title: 'x',
  options: [{ name: 'Color', values: ['Red'], swatches: [{ value: 'Red', ...swatch }] }],
  variants: [{ options: ['Red'] }],
})

test('stores a video and the swatches of an option', async () => {
  const image = `/media/${t.people.owner.storeId}/${unknownId}/1200.webp`
  const videoUrl = 'https://youtu.be/abcdefghijk'
  const body = { ...createColorOption({ color: '#AABBCC', image }), videoUrl }
  expect(await tester.createProductData(body)).toMatchObject({
    videoUrl,
    options: [{ swatches: [{ value: 'Red', color: '#aabbcc', image }] }],
  })
})

describe('rejects without writing anything:', () => {
  const cases: [string, object, number, string][] = [
    ['no title', { title: ' ' }, 422, 'title'],
    ['a negative price', { title: 'x', price: -1 }, 422, 'price'],
    ['half a cent', { title: 'x', price: 1.5 }, 422, 'price'],
    ['a slug in use', { title: 'x', slug: 'teapot' }, 409, 'slug'],
    ['an unknown category', { title: 'x', categories: [unknownId] }, 422, 'categories.0'],
    ['an unknown image', { title: 'x', images: [{ media: unknownId }] }, 422, 'images.0.media'],
    ['another video', { title: 'x', videoUrl: 'https://a.example/v.html' }, 422, 'videoUrl'],
    [
      'a color with a script',
      createColorOption({ color: 'red;}<script>' }),
      422,
      'options.0.swatches.0.color',
    ],
    [
      'the image of another store',
      createColorOption({ image: `/media/${unknownId}/${unknownId}/1200.webp` }),
      422,
      'options.0.swatches.0.image',
    ],
    ['an image without media', { title: 'x', images: [{ alt: 'x' }] }, 422, 'images.0.media'],
    [
      'options without variants',
      { title: 'x', options: [{ name: 'Size', values: ['S', 'M'] }] },
      422,
      'variants',
    ],
    [
      'an unknown option value',
      { ...shirt, variants: [{ options: ['XL', 'Red'] }] },
      422,
      'variants.0.options',
    ],
    [
      'a variant without an option value',
      { ...shirt, variants: [{ options: ['S'] }] },
      422,
      'variants.0.options',
    ],
    [
      'a duplicate combination',
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
      'a duplicate option value',
      {
        title: 'x',
        options: [{ name: 'Size', values: ['S', 'S'] }],
        variants: [{ options: ['S'] }],
      },
      422,
      'options.0.values',
    ],
    [
      'two options with one name',
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
      'a variant with an unknown image',
      { title: 'x', variants: [{ image: unknownId }] },
      422,
      'variants.0.image',
    ],
    ['negative stock', { title: 'x', stock: -1 }, 422, 'stock'],
    ['a duplicate tag', { title: 'x', tags: ['a', 'A'] }, 422, 'tags'],
    ['a null character', { title: 'a\u0000b' }, 422, 'title'],
    [
      'text that is too long after escaping',
      { title: 'x', description: '&'.repeat(20_000) },
      422,
      'description',
    ],
  ]
  test.each(cases)('%s', async (_case, body, status, path) => {
    await tester.createProduct(teapot)
    const before = await t.changes()
    const reply = await tester.createProduct(body)
    expect([reply.status, reply.body.errors?.[0].path]).toEqual([status, path])
    expect(await t.changes()).toBe(before)
  })
  test('one price for a product with several variants', async () => {
    const { _id } = await tester.createProductData(shirt)
    const before = await t.changes()
    expect((await tester.updateProduct(_id, { price: 1 })).body.errors).toMatchObject([
      { path: 'price', code: 'several_variants' },
    ])
    expect(
      (await tester.updateProduct(_id, { options: [{ name: 'Size', values: ['S', 'M'] }] })).body
        .errors,
    ).toMatchObject([{ path: 'options' }])
    expect(await t.changes()).toBe(before)
  })
  test('images, categories and variants of another store', async () => {
    const media = await tester.createMedia('stranger')
    const category = (await t.call('stranger', categoryApi.create, { body: { name: 'Theirs' } }))
      .body.data._id
    const strangerProduct: Product = (
      await t.call('stranger', productApi.create, {
        body: { title: 'Theirs', images: [{ media }] },
      })
    ).body.data
    const before = await t.changes()
    expect(
      (await tester.createProduct({ title: 'x', images: [{ media }] })).body.errors,
    ).toMatchObject([{ path: 'images.0.media' }])
    expect(
      (await tester.createProduct({ title: 'x', categories: [category] })).body.errors,
    ).toMatchObject([{ path: 'categories.0' }])
    expect(
      (
        await tester.createProduct({
          title: 'x',
          variants: [{ _id: strangerProduct.variants[0]?._id }],
        })
      ).body.errors,
    ).toMatchObject([{ path: 'variants.0._id' }])
    for (const call of [productApi.get, productApi.delete])
      expect((await t.call('owner', call, { params: { id: strangerProduct._id } })).status).toBe(
        404,
      )
    expect((await tester.updateProduct(strangerProduct._id, { title: 'Mine' })).status).toBe(404)
    expect(
      (await t.call('owner', productApi.bulkDelete, { body: { ids: [strangerProduct._id] } })).body
        .data,
    ).toMatchObject({ done: 0, failed: 1, results: [{ ok: false, code: 'not_found', name: '' }] })
    expect(await t.changes()).toBe(before)
  })
})

test('rejects the second of two concurrent updates with the current product', async () => {
  const { _id } = await tester.createProductData({ title: 'Wanted', stock: 3 })
  const replies = await Promise.all(
    ['One', 'Two'].map(title => tester.updateProduct(_id, { title, version: 1 })),
  )
  const [first, second] = [...replies].sort((a, b) => a.status - b.status)
  expect([first?.status, second?.status, second?.body.code]).toEqual([200, 409, 'version_conflict'])
  expect(second?.body.data).toEqual(first?.body.data)
  expect(await tester.getProduct(_id)).toEqual(first?.body.data)
})

test('accepts concurrent orders and updates of one product without losing stock', async () => {
  const { _id, variants } = await tester.createProductData({
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
        ? tester.updateProduct(_id, {
            variants: variants.map(variant => ({ _id: variant._id, price: i })),
          })
        : t.call('owner', orderApi.create, { body: { lines } }),
    ),
  )
  expect(replies.map(reply => reply.status).sort()).toEqual([
    ...Array(20).fill(200),
    ...Array(20).fill(201),
  ])
  expect(await tester.getProduct(_id)).toMatchObject({ stock: 160, version: 21 })
})

test('creates products with one image at the same time without waiting for each other', async () => {
  const media = await tester.createMedia()
  const reply = await t.inStore(async tx => {
    const [product] = await tx<{ id: string }[]>`
      insert into product (title, slug) values ('First', 'first') returning id`
    await tx`insert into product_image (product_id, media_id) values (${product?.id ?? null}, ${media})`
    // The first product is not committed yet.
    return tester.createProduct({ title: 'Second', images: [{ media }] })
  })
  expect(reply.status).toBe(201)
})

test('changes the status of several products and deletes them in one call each', async () => {
  const ids = (await Promise.all(['A', 'B'].map(title => tester.createProductData({ title })))).map(
    product => product._id,
  )
  expect(
    (
      await t.call('owner', productApi.bulkUpdateStatus, {
        body: { ids: [...ids, unknownId], status: 'active' },
      })
    ).body.data,
  ).toMatchObject({ done: 2, failed: 1 })
  expect(await tester.getProduct(ids[0] ?? '')).toMatchObject({ status: 'active', version: 2 })
  expect((await t.call('owner', productApi.bulkDelete, { body: { ids } })).body.data).toMatchObject(
    { done: 2, failed: 0 },
  )
  expect((await t.call('owner', productApi.get, { params: { id: ids[0] ?? '' } })).status).toBe(404)
  expect((await t.call('owner', productApi.delete, { params: { id: ids[0] ?? '' } })).status).toBe(
    404,
  )
})
