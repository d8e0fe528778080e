import { ProductFields } from '#contract/product/product.ts'
import { selectColumns, type Tx } from '../../lib/db/db.ts'
import { type FileIdentifiers, listIdentifyingSkus, type ProductLookups } from '../import-plan.ts'
import { type CategoryPaths, createPathKey } from './import-category-path.ts'
import { type ProductDraft, VariantFields } from './import-product-draft.ts'
import type { ExistingProduct, VariantValue } from './import-product-value.ts'

type ExistingProductRow = Omit<ExistingProduct, 'variants' | 'images' | 'categories'>
type ExistingVariantRow = VariantValue & { _id: string; productId: string; imageId: string | null }
type ExistingImageRow = {
  _id: string
  productId: string
  alt: string
  sourceUrl: string
  url: string
}
const productColumns = selectColumns(ProductFields)
const variantColumns = selectColumns(VariantFields)

/**
 * Returns the ids of products with the slug of a draft, or with a SKU that only this draft of the
 * file has.
 */
export async function findCandidateIds(
  tx: Tx,
  drafts: readonly ProductDraft[],
  identifiers: FileIdentifiers,
): Promise<string[]> {
  const slugs = drafts.map(draft => draft.slug)
  const skus = drafts.flatMap(draft => listIdentifyingSkus(draft, identifiers))
  const rows = await tx<{ id: string }[]>`
    select id from product where slug = any (${slugs}::text[])
    union select product_id from variant where folded_sku = any (${skus}::text[]) and folded_sku <> ''`
  return rows.map(row => row.id)
}

/**
 * Locks the products until the end of the transaction: variants first, in the order of ids, as
 * orders do.
 */
export async function lockProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx`select id from variant where product_id = any (${ids}::uuid[]) order by id for no key update`
  await tx`select id from product where id = any (${ids}::uuid[]) order by id for no key update`
}

/**
 * Returns the products with their parts, in the order of their ids, in four queries. `siteUrl` is
 * the base of image URLs.
 */
export async function loadExistingProducts(
  tx: Tx,
  ids: readonly string[],
  { pathById }: Pick<CategoryPaths, 'pathById'>,
  siteUrl: string,
): Promise<ExistingProduct[]> {
  if (ids.length === 0) return []
  const [products, variants, images, links] = await Promise.all([
    tx<ExistingProductRow[]>`
      select id as "_id", ${productColumns(tx)} from product where id = any (${ids}::uuid[]) order by id`,
    tx<ExistingVariantRow[]>`
      select id as "_id", product_id, image_id, ${variantColumns(tx)}
      from variant where product_id = any (${ids}::uuid[]) order by product_id, position, id`,
    tx<ExistingImageRow[]>`
      select i.id as "_id", i.product_id, i.alt, i.source_url, coalesce(m.url, '') as url
      from product_image i left join media m on m.store_id = i.store_id and m.id = i.media_id
      where i.product_id = any (${ids}::uuid[]) order by i.product_id, i.position, i.id`,
    tx<{ productId: string; categoryId: string }[]>`
      select product_id, category_id from product_category
      where product_id = any (${ids}::uuid[]) order by product_id, category_id`,
  ])
  const variantsByProductId = Map.groupBy(variants, row => row.productId)
  const imagesByProductId = Map.groupBy(images, row => row.productId)
  const categoryLinksByProductId = Map.groupBy(links, row => row.productId)
  return products.map(product => {
    const productVariants = variantsByProductId.get(product._id) ?? []
    const productImages = imagesByProductId.get(product._id) ?? []
    return {
      ...product,
      variants: productVariants.map(({ productId: _, imageId: __, ...variant }) => variant),
      images: productImages.map(({ _id, alt, sourceUrl, url }) => ({
        _id,
        alt,
        imageUrls: [url && `${siteUrl}${url}`, sourceUrl].filter(Boolean),
        variantIndexes: productVariants.flatMap((variant, index) =>
          variant.imageId === _id ? [index] : [],
        ),
      })),
      // Sorted by path, so that an export does not depend on the ids of a store.
      categories: (categoryLinksByProductId.get(product._id) ?? [])
        .map(link => pathById.get(link.categoryId) ?? [])
        .toSorted((a, b) => (createPathKey(a) < createPathKey(b) ? -1 : 1)),
    }
  })
}

export function createProductLookups(products: readonly ExistingProduct[]): ProductLookups {
  const byHandle = new Map(products.map(product => [product.slug, product]))
  const bySku = new Map<string, Set<ExistingProduct>>()
  for (const product of products) {
    for (const { sku } of product.variants) {
      const key = sku.toLowerCase()
      if (key) bySku.set(key, (bySku.get(key) ?? new Set()).add(product))
    }
  }
  return {
    findByHandle: slug => byHandle.get(slug),
    findBySku: sku => [...(bySku.get(sku) ?? [])],
  }
}
