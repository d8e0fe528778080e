import type { ProductInput } from '#contract/product/product.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

type ProductReferenceInput = Partial<ProductInput>
export type ProductReferences = { media: Set<string>; categories: Set<string> }

/** Returns the media and categories of an edit that exist in the store. */
export async function loadReferences(
  tx: Tx,
  { images = [], categories = [] }: ProductReferenceInput,
): Promise<ProductReferences> {
  const media = images.flatMap(image =>
    image._id === undefined && image.media !== undefined ? [image.media] : [],
  )
  const [mediaRows, categoryRows] = await Promise.all([
    media.length
      ? tx<{ id: string }[]>`select id from media where id = any (${media}::uuid[])`
      : [],
    // The lock keeps the categories from being deleted before the product is added.
    categories.length
      ? tx<
          { id: string }[]
        >`select id from category where id = any (${categories}::uuid[]) order by id for key share`
      : [],
  ])
  return {
    media: new Set(mediaRows.map(row => row.id)),
    categories: new Set(categoryRows.map(row => row.id)),
  }
}

type ImageReference = { _id: string; media: string | null }

/**
 * Checks that the categories, media and images of an edit exist in the store.
 * @throws Problem 422 on the field
 */
export function checkReferences(
  body: ProductReferenceInput,
  references: ProductReferences,
  currentImages: ImageReference[],
): void {
  for (const [index, category] of body.categories?.entries() ?? [])
    if (!references.categories.has(category.toLowerCase()))
      throw createFieldProblem(`categories.${index}`, 'category_not_found')
  checkImages(body, references, new Set(currentImages.map(image => image._id)))
  const effectiveImages = body.images ?? currentImages
  const selectableImageIds = new Set(effectiveImages.flatMap(image => [image._id, image.media]))
  for (const image of body.images ?? [])
    if (image._id) selectableImageIds.add(currentImages.find(({ _id }) => _id === image._id)?.media)
  for (const [index, { image }] of body.variants?.entries() ?? [])
    if (image && !selectableImageIds.has(image))
      throw createFieldProblem(`variants.${index}.image`, 'image_choice_invalid')
}

function checkImages(
  { images = [] }: ProductReferenceInput,
  references: ProductReferences,
  currentImageIds: Set<string>,
) {
  const seenIds = new Set<string>()
  for (const [index, { _id, media }] of images.entries()) {
    if (_id === undefined && media === undefined)
      throw createFieldProblem(`images.${index}.media`, 'image_upload_missing')
    if (_id !== undefined && !currentImageIds.has(_id))
      throw createFieldProblem(`images.${index}._id`, 'image_not_in_product')
    if (_id === undefined && media !== undefined && !references.media.has(media))
      throw createFieldProblem(`images.${index}.media`, 'image_not_found')
    const key = _id ?? media ?? ''
    if (seenIds.has(key)) throw createFieldProblem(`images.${index}`, 'duplicate_image')
    seenIds.add(key)
  }
}
