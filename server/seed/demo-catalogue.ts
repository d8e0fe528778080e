import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { ProductInput } from '#contract/product.ts'
import type { ProductDraft } from '../import/product/import-product-draft.ts'
import { readProducts } from '../import/product/import-product-reader.ts'
import { type DemoCategory, type DemoStore, demoCategories } from './demo-store.ts'

/** Our catalogue, read by the same reader that reads a seller's: if it could not be imported, there would be no demo. */
export async function readCatalogue(now: Date): Promise<ProductDraft[]> {
  const file = createReadStream(join(import.meta.dirname, 'catalogue.csv'))
  const { drafts, broken, problems } = await readProducts(file, { exponent: 2, now })
  if (broken.length > 0)
    throw new Error(
      `The catalogue has faults: ${problems.map(problem => problem.message).join(' ')}`,
    )
  return drafts
}

export const draftsOf = (drafts: readonly ProductDraft[], { sells }: DemoStore) =>
  drafts.filter(draft => !sells || sells.includes(draft.productType ?? ''))

/** The categories that have something in them, with those above. */
export function categoriesOf(
  drafts: readonly ProductDraft[],
  categories: readonly DemoCategory[] = demoCategories,
): DemoCategory[] {
  const types = new Set(drafts.map(draft => draft.productType ?? ''))
  return categories.flatMap(category => {
    const children = categoriesOf(drafts, category.children ?? [])
    const isUsed =
      children.length > 0 ||
      category.status === 'hidden' ||
      category.types.some(type => types.has(type))
    return isUsed ? [{ ...category, children }] : []
  })
}

/** `https://…/mug-tide.webp` is the drawing `mug-tide`. */
export const pictureName = (address: string) => basename(address, '.webp')

export const picturesOf = (drafts: readonly ProductDraft[]) =>
  drafts.flatMap(draft => (draft.images ?? []).map(image => pictureName(image.src)))
export const categoryPictures = (categories: readonly DemoCategory[]): string[] =>
  categories.flatMap(({ picture, children = [] }) => [picture, ...categoryPictures(children)])

interface Shelf {
  store: DemoStore
  /** Ids of media by the name of the drawing. */
  media: ReadonlyMap<string, { _id: string }>
  /** Ids of categories by the type of product that belongs there. */
  categories: ReadonlyMap<string, string[]>
}

const rounded = (price: number, factor: number) =>
  factor === 1 ? price : Math.round((price * factor) / 50) * 50
const given = <T>(value: T | null | undefined): T | undefined => value ?? undefined

/** What a person would have typed into the form for this product. */
export function productInput(
  draft: ProductDraft,
  { store, media, categories }: Shelf,
): ProductInput {
  const mediaOf = (src: string) => media.get(pictureName(src))?._id
  return {
    title: draft.title ?? draft.handle,
    slug: draft.handle,
    description: draft.descriptionHtml,
    status: draft.status ?? 'active',
    vendor: draft.vendor,
    productType: draft.productType,
    tags: draft.tags,
    seoTitle: draft.seoTitle,
    seoDescription: draft.seoDescription,
    options: draft.options ?? [],
    categories: categories.get(draft.productType ?? '') ?? [],
    images: (draft.images ?? []).map(({ src, alt }) => ({ media: mediaOf(src), alt })),
    variants: (draft.variants ?? []).map((variant, i) => {
      const image = draft.images?.find(each => each.variantIndexes.includes(i))
      return {
        options: variant.options,
        sku: variant.sku,
        barcode: variant.barcode,
        trackStock: variant.trackStock,
        stock: variant.stock,
        allowBackorder: variant.allowBackorder,
        price: rounded(variant.price ?? 0, store.priceFactor),
        weight: given(variant.weightGrams),
        cost: given(variant.cost),
        compareAtPrice: variant.compareAtPrice
          ? rounded(variant.compareAtPrice, store.priceFactor)
          : null,
        image: image ? mediaOf(image.src) : null,
      }
    }),
  }
}
