import type { Product, ProductInput } from '#contract/product/product.ts'
import type { ProductMeasure } from '#contract/product/product-measure.ts'
import type { DemoCategory, DemoContent } from '../demo-content.ts'

/** A product of a small demo store. */
export type SmallProduct = {
  slug: string
  title: string
  /** A category has the products of its types. */
  type: string
  description: string
  vendor: string
  /** In minor units. */
  price: number
  /** The recommended price. */
  compareAtPrice?: number
  tags?: string[]
  /** The colors by their names. Each has an image: `fell-jacket-ember` for `fell-jacket` in Ember. */
  colors?: Record<string, string>
  sizes?: string[]
  sizeTable?: string
  details: string
  /** Names of files in `images`. With colors, the first is the beginning of their names. */
  images: [string, ...string[]]
  /** The content of the product for its unit price. */
  measure?: Pick<ProductMeasure, 'measureAmount' | 'measureUnit'>
}

/** The categories and products of a small demo store, and what its pages show. */
export type SmallCatalog = {
  categories: readonly DemoCategory[]
  products: readonly SmallProduct[]
  createContent: (products: readonly Product[], getImage: (name: string) => string) => DemoContent
  /** Names of files in `images` that only its pages show. */
  contentImages: readonly string[]
}

export const listSmallProductImages = ({ colors, images: [first, ...others] }: SmallProduct) =>
  colors
    ? [...Object.keys(colors).map(color => getColorImage(first, color)), ...others]
    : [first, ...others]

const getColorImage = (image: string, color: string) => `${image}-${color.toLowerCase()}`

/** Returns the product as a seller would enter it in the form. */
export function toSmallProductInput(
  product: SmallProduct,
  {
    media,
    categories,
  }: {
    media: ReadonlyMap<string, { _id: string }>
    categories: ReadonlyMap<string, string[]>
  },
): ProductInput {
  const { slug, title, type, description, vendor, tags = [], colors, sizes, details } = product
  const findId = (name: string) => media.get(name)?._id ?? ''
  const options = [
    ...(colors
      ? [
          {
            name: 'Color',
            values: Object.keys(colors),
            swatches: Object.entries(colors).map(([value, color]) => ({ value, color })),
          },
        ]
      : []),
    ...(sizes ? [{ name: 'Size', values: sizes }] : []),
  ]
  return {
    title,
    slug,
    description: `<p>${description}</p>`,
    status: 'active',
    vendor,
    productType: type,
    tags,
    details,
    ...(product.sizeTable !== undefined && { sizeTable: product.sizeTable }),
    options,
    categories: categories.get(type) ?? [],
    images: listSmallProductImages(product).map(name => ({ media: findId(name), alt: title })),
    variants: listVariants(product).map(({ color, size }, index) => ({
      options: [color, size].flatMap(value => value ?? []),
      sku: `${slug.slice(0, 12).toUpperCase()}-${index + 1}`,
      trackStock: true,
      stock: 3 + ((index * 7 + slug.length * 3) % 21),
      price: product.price,
      compareAtPrice: product.compareAtPrice ?? null,
      image: color === undefined ? null : findId(getColorImage(product.images[0], color)),
      ...product.measure,
    })),
  }
}

const listVariants = ({ colors, sizes }: SmallProduct) =>
  (colors ? Object.keys(colors) : [undefined]).flatMap(color =>
    (sizes ?? [undefined]).map(size => ({ color, size })),
  )
