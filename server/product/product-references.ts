import type { ProductInput } from '#contract/product.ts'
import { refuseField } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

type Edit = Partial<ProductInput>
export type References = { media: Set<string>; categories: Set<string> }

/** Which of the pictures and categories that an edit names are the store's own. */
export async function readReferences(
  tx: Tx,
  { images = [], categories = [] }: Edit,
): Promise<References> {
  const media = images.flatMap(image =>
    image._id === undefined && image.media !== undefined ? [image.media] : [],
  )
  const [ownMedia, ownCategories] = await Promise.all([
    media.length
      ? tx<{ id: string }[]>`select id from media where id = any (${media}::uuid[])`
      : [],
    // Locked, so that none of them is deleted before the product is in it.
    categories.length
      ? tx<
          { id: string }[]
        >`select id from category where id = any (${categories}::uuid[]) order by id for key share`
      : [],
  ])
  return {
    media: new Set(ownMedia.map(row => row.id)),
    categories: new Set(ownCategories.map(row => row.id)),
  }
}

type Image = { _id: string; media: string | null }

/** Refuses whatever an edit names that is not there; another store's rows are not there either. */
export function checkReferences(body: Edit, own: References, present: Image[]): void {
  for (const [index, category] of body.categories?.entries() ?? [])
    if (!own.categories.has(category.toLowerCase()))
      throw refuseField(`categories.${index}`, 'unknown', 'This category does not exist')
  checkImages(body, own, new Set(present.map(image => image._id)))
  const shown = body.images ? body.images : present
  const kept = new Set(shown.flatMap(image => [image._id, image.media]))
  for (const image of body.images ?? [])
    if (image._id) kept.add(present.find(({ _id }) => _id === image._id)?.media)
  for (const [index, { image }] of body.variants?.entries() ?? [])
    if (image && !kept.has(image))
      throw refuseField(
        `variants.${index}.image`,
        'unknown',
        'Choose one of the pictures of this product',
      )
}

function checkImages({ images = [] }: Edit, own: References, present: Set<string>) {
  const seen = new Set<string>()
  for (const [index, { _id, media }] of images.entries()) {
    if (_id === undefined && media === undefined)
      throw refuseField(`images.${index}.media`, 'required', 'Upload a picture first')
    if (_id !== undefined && !present.has(_id))
      throw refuseField(
        `images.${index}._id`,
        'unknown',
        'This picture is no longer in the product',
      )
    if (_id === undefined && media !== undefined && !own.media.has(media))
      throw refuseField(`images.${index}.media`, 'unknown', 'This picture does not exist')
    const key = _id ?? media ?? ''
    if (seen.has(key)) throw refuseField(`images.${index}`, 'taken', 'Each picture only once')
    seen.add(key)
  }
}
