import type { ImportChange } from '#contract/import/import.ts'
import { getShapeKeys } from '#contract/lib/shape.ts'
import { ProductFields } from '#contract/product/product.ts'
import { VariantFields } from './import-product-draft.ts'
import type {
  ExistingProduct,
  ImportedVariant,
  ProductValue,
  VariantValue,
} from './import-product-value.ts'

/** Lists whose order is irrelevant. */
const unorderedFields = ['tags', 'categories'] as const
const isOrdered = (field: string) => !unorderedFields.some(unordered => unordered === field)
/** The slug identifies a stored product and is never changed by a file. */
const comparedFields = getShapeKeys(ProductFields).filter(
  field => field !== 'slug' && isOrdered(field),
)
const variantFields = getShapeKeys(VariantFields)

/** Returns the changes of each field. */
export function diffProduct(existing: ExistingProduct, next: ProductValue): ImportChange[] {
  return [
    ...comparedFields.flatMap(field => listChange(field, existing[field], next[field])),
    ...unorderedFields
      .filter(field => toComparableSet(existing[field]) !== toComparableSet(next[field]))
      .map(field => ({ field, from: existing[field], to: next[field] })),
    ...diffVariants(existing, next),
    ...diffImages(existing, next),
  ]
}

const listChange = (field: string, from: unknown, to: unknown): ImportChange[] =>
  JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]

function diffVariants(existing: ExistingProduct, next: ProductValue): ImportChange[] {
  const existingById = new Map(existing.variants.map(variant => [variant._id, variant]))
  const keptIds = new Set(next.variants.map(variant => variant._id))
  const removed = existing.variants.filter(variant => !keptIds.has(variant._id))
  return [
    ...removed
      .map(getVariantName)
      .map(name => ({ field: `variants.${name}`, from: name, to: null })),
    ...next.variants.flatMap(variant => diffVariant(existingById.get(variant._id ?? ''), variant)),
  ]
}

function diffVariant(existing: VariantValue | undefined, next: ImportedVariant): ImportChange[] {
  const name = getVariantName(existing ?? next)
  if (!existing) return [{ field: `variants.${name}`, from: null, to: name }]
  return variantFields.flatMap(field =>
    listChange(`variants.${name}.${field}`, existing[field], next[field]),
  )
}

function diffImages(existing: ExistingProduct, next: ProductValue): ImportChange[] {
  const existingById = new Map(existing.images.map(image => [image._id, image]))
  return [
    ...next.images.flatMap(({ _id, sourceUrl, alt }) => {
      const existingImage = existingById.get(_id ?? '')
      return existingImage
        ? listChange(`images.${sourceUrl}.alt`, existingImage.alt, alt)
        : [{ field: 'images', from: null, to: sourceUrl }]
    }),
    ...listChange('images.variants', listImageAssignments(existing), listImageAssignments(next)),
  ]
}

type ImageAssignments = {
  variants: readonly { _id?: string | undefined }[]
  images: readonly { _id?: string | undefined; variantIndexes: number[] }[]
}

/**
 * Returns which image each variant shows, by their ids. New images and variants are listed as
 * changes already.
 */
const listImageAssignments = ({ variants, images }: ImageAssignments) =>
  images
    .flatMap(image =>
      image.variantIndexes.map(index => `${variants[index]?._id ?? ''} ${image._id ?? ''}`),
    )
    .toSorted()

const toComparableSet = (items: readonly unknown[]) =>
  JSON.stringify(items.map(item => JSON.stringify(item).toLowerCase()).toSorted())
const getVariantName = (variant: VariantValue) => variant.options.join(' / ') || 'default'
