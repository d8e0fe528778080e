import { z } from 'zod'
import { Slug, updateSchema } from '#contract/lib/schemas.ts'
import { pickFields } from '#contract/lib/shape.ts'
import {
  type Product,
  ProductFields,
  type ProductInput,
  ProductParts,
} from '#contract/product/product.ts'
import { ImageInput } from '#contract/product/product-image.ts'
import { VariantInput } from '#contract/product/variant.ts'
import { createEmptyValues, omitDerivedSlug } from '../lib/form-values.ts'

const FormImage = ImageInput.extend({ url: z.string(), alt: z.string() })
/** The update schema of the contract with values that the form needs: variants and image URLs. */
export const ProductFormSchema = updateSchema(ProductFields).extend({
  title: ProductFields.shape.title,
  categories: ProductParts.shape.categories,
  slug: z.union([z.literal(''), Slug]),
  variants: z
    .array(
      VariantInput.extend({
        price: VariantInput.shape.price.unwrap(),
        stock: VariantInput.shape.stock.unwrap(),
      }),
    )
    .min(1),
  images: z.array(FormImage),
})
export type ProductValues = z.input<typeof ProductFormSchema>
export type ProductFormOutput = z.output<typeof ProductFormSchema>
export type VariantValues = ProductValues['variants'][number]

export const emptyVariant: VariantValues = {
  ...createEmptyValues(VariantInput.omit({ _id: true })),
  trackStock: true,
}
export const emptyProduct: ProductValues = {
  ...createEmptyValues(ProductFields),
  status: 'active',
  requiresShipping: true,
  categories: [],
  variants: [emptyVariant],
  images: [],
}

export const toProductValues = (product: Product): ProductValues => ({
  ...pickFields(ProductFields, product),
  version: product.version,
  categories: product.categories,
  variants: product.variants.map(variant => pickFields(VariantInput, variant)),
  images: product.images.map(({ _id, url, alt, focusX, focusY }) => ({
    _id,
    url,
    alt,
    focusX,
    focusY,
  })),
})

/** Returns the values of a copy: a draft without stock and slug. */
export function copyProductValues(product: Product, title: string): ProductValues {
  const { version: _, ...values } = toProductValues(product)
  const mediaByImageId = new Map(product.images.map(image => [image._id, image.media]))
  return {
    ...values,
    title,
    slug: '',
    status: 'draft',
    images: product.images.flatMap(({ media, url, alt, focusX, focusY }) =>
      media ? [{ media, url, alt, focusX, focusY }] : [],
    ),
    variants: values.variants.map(variant => ({
      ...variant,
      _id: undefined,
      stock: 0,
      image: mediaByImageId.get(variant.image ?? '') ?? null,
    })),
  }
}

/** Returns the body for a new product. The server derives the slug from the title. */
export function toProductInput({ version: _, images, ...values }: ProductFormOutput): ProductInput {
  return { ...omitDerivedSlug(values, values.title), images: images.map(toImageInput) }
}

/**
 * Returns the body for a changed product: only the changed fields, so that other changes are not
 * overwritten. Omits unchanged stock, because orders can have reduced it in the meantime.
 */
export function toProductChanges(values: ProductFormOutput, product: Product) {
  const savedValues = ProductFormSchema.parse(toProductValues(product))
  const { slug, images, variants, version, ...simpleValues } = values
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const areOptionsSame = isSame(values.options, savedValues.options)
  const stockBefore = new Map(product.variants.map(variant => [variant._id, variant.stock]))
  const savedByKey = new Map<string, unknown>(Object.entries(savedValues))
  const changedValues = Object.entries(simpleValues).filter(
    ([key, value]) => !isSame(value, savedByKey.get(key)),
  )
  return {
    version,
    ...Object.fromEntries(changedValues),
    ...(slug && slug !== savedValues.slug && { slug }),
    ...(!isSame(images, savedValues.images) && { images: images.map(toImageInput) }),
    ...((!areOptionsSame || !isSame(variants, savedValues.variants)) && {
      variants: variants.map(({ stock, ...variant }) => ({
        ...variant,
        ...((variant._id === undefined || stock !== stockBefore.get(variant._id)) && { stock }),
      })),
    }),
  }
}

const toImageInput = ({ url: _, _id, media, ...image }: ProductFormOutput['images'][number]) =>
  _id ? { _id, ...image } : { media, ...image }
