import type { ProductDraft } from './import-product-draft.ts'
import { productLimits } from './import-product-draft.ts'
import type { ExistingProduct, ImportedImage, ImportedVariant } from './import-product-value.ts'

/**
 * Returns the stored images with their values from the file, followed by the file's new images.
 */
export function mergeImages(
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  variants: readonly ImportedVariant[],
): ImportedImage[] {
  const fileImages = (draft.images ?? []).map(image => matchImage(image, draft, existing, variants))
  const assignedIndexes = new Set(fileImages.flatMap(image => image.variantIndexes))
  const storedImages = (existing?.images ?? []).map((image): ImportedImage => {
    const fileImage = fileImages.find(each => each._id === image._id)
    // A variant with an image in the file shows only that image. Other variants keep their images.
    const keptIndexes = listStoredIndexes(image, existing, variants).filter(
      index => !assignedIndexes.has(index),
    )
    const variantIndexes = new Set([...keptIndexes, ...(fileImage?.variantIndexes ?? [])])
    return {
      _id: image._id,
      sourceUrl: image.imageUrls[0] ?? '',
      alt: fileImage?.alt ?? image.alt,
      variantIndexes: [...variantIndexes].toSorted((a, b) => a - b),
    }
  })
  const newImages = fileImages.filter(image => !image._id)
  return [...storedImages, ...newImages].slice(
    0,
    Math.max(productLimits.images, storedImages.length),
  )
}

type DraftImage = NonNullable<ProductDraft['images']>[number]

/** Returns an image of the file with the id of the stored image with the same URL. */
function matchImage(
  { sourceUrl, alt, variantIndexes }: DraftImage,
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  variants: readonly ImportedVariant[],
): ImportedImage {
  const match = existing?.images.find(each => each.imageUrls.includes(sourceUrl))
  return {
    _id: match?._id,
    sourceUrl,
    alt: alt ?? match?.alt ?? '',
    variantIndexes: variantIndexes
      .map(index => findPlannedIndex(draft, variants, index))
      .filter(index => index >= 0),
  }
}

/** Returns the indexes of the planned variants that show a stored image. */
const listStoredIndexes = (
  image: ExistingProduct['images'][number],
  existing: ExistingProduct | undefined,
  variants: readonly ImportedVariant[],
) =>
  image.variantIndexes
    .map(index => existing?.variants[index]?._id)
    .map(id => variants.findIndex(variant => variant._id === id && id !== undefined))
    .filter(index => index >= 0)

/** Returns the index of the draft's variant among the planned ones, or -1. */
function findPlannedIndex(
  draft: ProductDraft,
  variants: readonly ImportedVariant[],
  index: number,
): number {
  const draftVariant = draft.variants?.[index]
  if (!draftVariant) return -1
  return variants.findIndex(
    variant =>
      JSON.stringify(variant.options) === JSON.stringify(draftVariant.options) ||
      (draft.options === undefined && variant.sku === draftVariant.sku),
  )
}
