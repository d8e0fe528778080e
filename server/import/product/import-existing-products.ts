import type { Tx } from '../../lib/db/db.ts'
import { listIdentifyingSkus, type ProductLookups } from '../import-plan.ts'
import { type CategoryPaths, createPathKey } from './import-category-path.ts'
import type { ProductDraft } from './import-product-draft.ts'
import type { ExistingProduct, VariantValue } from './import-product-value.ts'

type ExistingProductRow = Omit<ExistingProduct, 'variants' | 'images' | 'categories'>
type ExistingVariantRow = VariantValue & { id: string; productId: string; imageId: string | null }
type ExistingImageRow = {
  id: string
  productId: string
  alt: string
  sourceUrl: string
  url: string
}

/** Products that these drafts may mean: by handle, or by a SKU that no other product of the file has. */
export async function findCandidateIds(
  tx: Tx,
  drafts: readonly ProductDraft[],
  skuUses: ReadonlyMap<string, number>,
): Promise<string[]> {
  const handles = drafts.map(draft => draft.handle)
  const skus = drafts.flatMap(draft => listIdentifyingSkus(draft, skuUses))
  const rows = await tx<{ id: string }[]>`
    select id from product where slug = any (${handles}::text[])
    union select product_id from variant where sku_key = any (${skus}::text[]) and sku_key <> ''`
  return rows.map(row => row.id)
}

/** Nobody else changes these products until the transaction ends. Variants first and each by id, as orders lock them. */
export async function lockProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx`select id from variant where product_id = any (${ids}::uuid[]) order by id for no key update`
  await tx`select id from product where id = any (${ids}::uuid[]) order by id for no key update`
}

/** These products whole, in the order of their ids, in four queries however many there are. `site`: where the store's pictures are shown. */
export async function loadExistingProducts(
  tx: Tx,
  ids: readonly string[],
  { pathById: pathOf }: Pick<CategoryPaths, 'pathById'>,
  siteUrl: string,
): Promise<ExistingProduct[]> {
  if (ids.length === 0) return []
  const [products, variants, images, links] = await Promise.all([
    tx<ExistingProductRow[]>`
      select id, slug as handle, title, description as description_html, vendor, product_type, tags, status, options, seo_title, seo_description
      from product where id = any (${ids}::uuid[]) order by id`,
    tx<ExistingVariantRow[]>`
      select id, product_id, options, sku, barcode, price, compare_at_price, cost, track_stock, stock, allow_backorder, weight as weight_grams, image_id
      from variant where product_id = any (${ids}::uuid[]) order by product_id, position, id`,
    tx<ExistingImageRow[]>`
      select i.id, i.product_id, i.alt, i.source_url, coalesce(m.url, '') as url
      from product_image i left join media m on m.business_id = i.business_id and m.id = i.media_id
      where i.product_id = any (${ids}::uuid[]) order by i.product_id, i.position, i.id`,
    tx<{ productId: string; categoryId: string }[]>`
      select product_id, category_id from product_category where product_id = any (${ids}::uuid[]) order by product_id, category_id`,
  ])
  const variantsByProductId = Map.groupBy(variants, row => row.productId)
  const imagesByProductId = Map.groupBy(images, row => row.productId)
  const categoryLinksByProductId = Map.groupBy(links, row => row.productId)
  return products.map(product => {
    const productVariants = variantsByProductId.get(product.id) ?? []
    return {
      ...product,
      variants: productVariants.map(({ productId: _, imageId: __, ...variant }) => variant),
      images: (imagesByProductId.get(product.id) ?? []).map(({ id, alt, sourceUrl, url }) => ({
        id,
        alt,
        imageUrls: [url && `${siteUrl}${url}`, sourceUrl].filter(Boolean),
        variantIndexes: productVariants.flatMap((variant, index) =>
          variant.imageId === id ? [index] : [],
        ),
      })),
      // By path, so that what is written out does not depend on the ids of one store.
      categories: (categoryLinksByProductId.get(product.id) ?? [])
        .map(link => pathOf.get(link.categoryId) ?? [])
        .toSorted((a, b) => (createPathKey(a) < createPathKey(b) ? -1 : 1)),
    }
  })
}

export function createProductLookups(products: readonly ExistingProduct[]): ProductLookups {
  const byHandle = new Map(products.map(product => [product.handle, product]))
  const bySku = new Map<string, Set<ExistingProduct>>()
  for (const product of products) {
    for (const { sku } of product.variants) {
      const key = sku.toLowerCase()
      if (key) bySku.set(key, (bySku.get(key) ?? new Set()).add(product))
    }
  }
  return {
    findByHandle: handle => byHandle.get(handle),
    findBySku: sku => [...(bySku.get(sku) ?? [])],
  }
}
