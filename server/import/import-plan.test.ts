import { describe, expect, it, test } from 'vitest'
import { toExistingProduct } from '../testing/subject/import-testing.ts'
import { createProductPlanner, listFileIdentifiers } from './import-plan.ts'
import type { ProductDraft, VariantDraft } from './product/import-product-draft.ts'
import type { ExistingProduct } from './product/import-product-value.ts'

const variant = (more: Partial<VariantDraft> = {}): VariantDraft => ({
  options: [],
  sku: '',
  barcode: '',
  price: 500,
  compareAtPrice: null,
  cost: null,
  trackStock: true,
  stock: 3,
  allowBackorder: false,
  weight: 0,
  ...more,
})
const draft = (more: Partial<ProductDraft> = {}): ProductDraft => ({
  slug: 'tee',
  isSlugGenerated: false,
  title: 'Tee',
  description: '<p>x</p>',
  vendor: '',
  productType: '',
  tags: ['a', 'b'],
  status: 'active',
  categories: [['Clothing']],
  options: [],
  variants: [variant()],
  images: [{ sourceUrl: 'https://x.test/1.jpg', alt: '', position: 1, variantIndexes: [] }],
  seoTitle: '',
  seoDescription: '',
  rows: [2],
  ...more,
})
const settings = {
  cleanHtml: (html: string) => html.replace(/<script>.*<\/script>/, ''),
  descriptionLimit: 100,
}
const createLookups = (...store: ExistingProduct[]) => ({
  findByHandle: (handle: string) => store.find(product => product.slug === handle),
  findBySku: (sku: string) =>
    store.filter(product => product.variants.some(each => each.sku.toLowerCase() === sku)),
})
const nothing = createLookups()
const planOne = (one: ProductDraft, ...store: ExistingProduct[]) =>
  createProductPlanner(listFileIdentifiers([one]), settings)(one, createLookups(...store))
const toStoredProduct = (one: ProductDraft) => toExistingProduct(planOne(one))
const createSizedDraft = (...sizes: string[]) =>
  draft({
    options: [{ name: 'Size', values: sizes }],
    variants: sizes.map(size => variant({ options: [size], sku: `T-${size}` })),
  })

test('an image of a description that pages do not load has a warning with its name', () => {
  const description = '<p>A</p><img src="//cdn.test/weave.jpg"><img src="data:image/png,A" alt="B">'
  expect(planOne(draft({ description }))).toMatchObject({
    action: 'create',
    problems: [
      {
        level: 'warn',
        code: 'description_images_hidden',
        field: 'description',
        params: { names: 'weave.jpg, B' },
      },
    ],
  })
})

describe('a variant without a price', () => {
  const unpriced = draft({
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      variant({ options: ['S'], price: undefined }),
      variant({ options: ['M'], price: 700 }),
    ],
  })
  it('is skipped alone when it is new', () => {
    const plan = planOne(unpriced)
    expect(plan).toMatchObject({
      action: 'create',
      problems: [{ level: 'error', code: 'price_missing', params: { variant: 'S' } }],
    })
    expect('next' in plan && plan.next.variants).toMatchObject([{ options: ['M'], price: 700 }])
  })
  it('keeps the price of the store', () => {
    const stored = toStoredProduct(createSizedDraft('S', 'M'))
    expect(planOne(unpriced, stored)).toMatchObject({
      action: 'update',
      problems: [],
      next: { variants: [{ price: 500 }, { price: 700 }] },
    })
  })
})

describe('a new product', () => {
  it('is created with default values', () => {
    const plan = planOne(
      draft({
        vendor: undefined,
        tags: undefined,
        variants: [variant({ stock: undefined, trackStock: undefined })],
      }),
    )
    expect(plan).toMatchObject({
      action: 'create',
      next: { vendor: '', tags: [], variants: [{ stock: 0, trackStock: true, weight: 0 }] },
    })
  })
  it.each([
    ['a title', 'new_product_without_title', draft({ title: undefined })],
    ['a price', 'new_product_without_price', draft({ variants: [variant({ price: undefined })] })],
    ['a price', 'new_product_without_price', draft({ variants: undefined })],
    [
      'a title and a price',
      'new_product_incomplete',
      draft({ title: undefined, variants: undefined }),
    ],
  ])('is skipped without %s', (what, code, newDraft) => {
    expect(planOne(newDraft)).toMatchObject({
      action: 'skip',
      problems: [{ code, message: expect.stringContaining(what) }],
    })
  })
})

describe('an existing product', () => {
  it('is unchanged by the same file, despite sanitized text and another order of tags', () => {
    const one = draft({ description: '<p>x</p><script>y</script>' })
    expect(planOne({ ...one, tags: ['b', 'a'] }, toStoredProduct(one)).action).toBe('unchanged')
  })
  it.each([
    ['title', { title: 'New' }],
    ['tags', { tags: ['a'] }],
    ['categories', { categories: [['Clothing', 'Shirts']] }],
    ['variants.default.price', { variants: [variant({ price: 600 })] }],
    ['variants.default.stock', { variants: [variant({ stock: 0 })] }],
    [
      'images',
      { images: [{ sourceUrl: 'https://x.test/2.jpg', alt: '', position: 1, variantIndexes: [] }] },
    ],
    [
      'images.https://x.test/1.jpg.alt',
      {
        images: [
          { sourceUrl: 'https://x.test/1.jpg', alt: 'A tee', position: 1, variantIndexes: [] },
        ],
      },
    ],
    [
      'images.variants',
      {
        images: [{ sourceUrl: 'https://x.test/1.jpg', alt: '', position: 1, variantIndexes: [0] }],
      },
    ],
  ] satisfies [string, Partial<ProductDraft>][])('shows %s as the only change', (field, more) => {
    const plan = planOne(draft(more), toStoredProduct(draft()))
    expect(plan.action === 'update' && plan.changes.map(change => change.field)).toEqual([field])
    // Importing the written product again changes nothing.
    expect(planOne(draft(more), toExistingProduct(plan)).action).toBe('unchanged')
  })
  it('keeps fields that are not in the file', () => {
    const plan = planOne(
      draft({
        title: undefined,
        tags: undefined,
        description: undefined,
        images: undefined,
        variants: undefined,
        options: undefined,
        vendor: 'Acme',
      }),
      toStoredProduct(draft()),
    )
    expect(plan).toMatchObject({
      action: 'update',
      changes: [{ field: 'vendor' }],
      next: {
        title: 'Tee',
        tags: ['a', 'b'],
        variants: [{ price: 500 }],
        images: [{ sourceUrl: 'https://x.test/1.jpg' }],
      },
    })
  })
  it('gets new variants and images and keeps the others', () => {
    const plan = planOne(createSizedDraft('L'), toStoredProduct(createSizedDraft('S', 'M')))
    expect(plan).toMatchObject({
      action: 'update',
      next: {
        options: [{ values: ['L', 'S', 'M'] }],
        variants: [{ options: ['S'] }, { options: ['M'] }, { options: ['L'] }],
      },
    })
  })
  it('updates a variant by its SKU when its option was renamed', () => {
    const renamed = createSizedDraft('S', 'M')
    const [first] = renamed.variants ?? []
    const before = toStoredProduct(renamed)
    if (first) first.options = ['Small']
    const plan = planOne(
      { ...renamed, options: [{ name: 'Size', values: ['Small', 'M'] }] },
      before,
    )
    expect(
      plan.action === 'update' && plan.next.variants.map(each => [each._id, each.options]),
    ).toEqual([
      ['tee-v0', ['Small']],
      ['tee-v1', ['M']],
    ])
  })
  it('replaces its variants when the file has other options', () => {
    expect(planOne(createSizedDraft('S', 'M'), toStoredProduct(draft()))).toMatchObject({
      action: 'update',
      changes: expect.arrayContaining([{ field: 'variants.default', from: 'default', to: null }]),
      next: { variants: [{ options: ['S'] }, { options: ['M'] }] },
    })
  })
  it('updates the stock by SKU from a file without options, and is skipped for an unknown SKU', () => {
    const counted = (sku: string) =>
      draft({
        title: undefined,
        options: undefined,
        images: undefined,
        variants: [
          variant({ sku, stock: 9, price: undefined }),
          variant({ sku: 'T-S', stock: 3, price: undefined }),
        ],
      })
    const plan = planOne(counted('T-M'), toStoredProduct(createSizedDraft('S', 'M')))
    expect(plan.action === 'update' && plan.changes).toEqual([
      { field: 'variants.M.stock', from: 3, to: 9 },
    ])
    expect(planOne(counted('T-X'), toStoredProduct(createSizedDraft('S', 'M')))).toMatchObject({
      action: 'skip',
      problems: [{ code: 'variant_unknown' }],
    })
  })
})

describe('an existing product is found', () => {
  const inStore = toStoredProduct(draft({ slug: 'old', variants: [variant({ sku: 'A1' })] }))
  it('by its handle, then by a SKU that only it has', () => {
    const moved = draft({ slug: 'new', variants: [variant({ sku: 'a1' })] })
    expect(planOne(moved, inStore)).toMatchObject({
      action: 'update',
      id: 'old',
      next: { slug: 'old' },
    })
  })
  it('not by a SKU of several products in the store or the file', () => {
    const moved = draft({ slug: 'new', variants: [variant({ sku: 'A1' })] })
    const twin = toStoredProduct(draft({ slug: 'twin', variants: [variant({ sku: 'A1' })] }))
    expect(planOne(moved, inStore, twin).action).toBe('create')
    const plan = createProductPlanner(
      listFileIdentifiers([moved, draft({ slug: 'other', variants: [variant({ sku: 'A1' })] })]),
      settings,
    )
    expect(plan(moved, createLookups(inStore)).action).toBe('create')
  })
  it('not by a blank SKU', () => {
    expect(planOne(draft({ slug: 'new' }), toStoredProduct(draft({ slug: 'old' }))).action).toBe(
      'create',
    )
  })
  it('by its SKU before a slug that was generated from the title', () => {
    const renamed = draft({
      slug: 'other',
      isSlugGenerated: true,
      title: 'Other',
      variants: [variant({ sku: 'A1' })],
    })
    expect(planOne(renamed, inStore, toStoredProduct(draft({ slug: 'other' })))).toMatchObject({
      action: 'update',
      id: 'old',
    })
  })
  it('for one product of a file only', () => {
    const both = [
      draft({ slug: 'n1', isSlugGenerated: true, variants: [variant({ sku: 'A1' })] }),
      draft({ slug: 'old', rows: [9] }),
    ]
    const plan = createProductPlanner(listFileIdentifiers(both), settings)
    expect(both.map(each => plan(each, createLookups(inStore)).action)).toEqual([
      'unchanged',
      'skip',
    ])
  })
  it('rejects a description that is too long', () => {
    expect(
      createProductPlanner(listFileIdentifiers([]), settings)(
        draft({ description: 'x'.repeat(101) }),
        nothing,
      ),
    ).toMatchObject({ action: 'skip', problems: [{ code: 'description_too_long' }] })
  })
})
