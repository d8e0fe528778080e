import { type Product, type ProductInput, productApi } from '#contract/product/product.ts'
import type { VariantInput } from '#contract/product/variant.ts'
import { insertRow, withStoreTransaction } from '../../lib/db/db.ts'
import type { TestApp } from '../testing.ts'

/** The input of a product without options that sets every field. */
export const teapot: ProductInput = {
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

/** The input of a product with options and three variants. */
export const shirt: ProductInput = {
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

/** Returns the input that an editor sends back for a variant. */
export const toVariantInput = ({
  position: _position,
  title: _title,
  ...variant
}: Product['variants'][number]): VariantInput => variant

/** Returns functions for product tests; all of them act in the owner's store. */
export function createProductTester(t: TestApp) {
  const createProduct = (body: object) => t.call('owner', productApi.create, { body })
  const createProductData = async (body: object): Promise<Product> =>
    (await createProduct(body)).body.data
  const updateProduct = (id: string, body: object) =>
    t.call('owner', productApi.update, { params: { id }, body })
  const getProduct = async (id: string): Promise<Product> =>
    (await t.call('owner', productApi.get, { params: { id } })).body.data
  /** Creates a media row without a file and returns its id. */
  const createMedia = (as: 'owner' | 'stranger' = 'owner') =>
    withStoreTransaction(t.app.db, t.people[as].storeId, tx =>
      insertRow(tx, 'media', {
        url: `/media/${crypto.randomUUID()}/1200.webp`,
        alt: 'From the file',
        width: 10,
        height: 10,
        bytes: 10,
        hash: '',
      }),
    )
  return { createProduct, createProductData, updateProduct, getProduct, createMedia }
}
