import { type ProductInput, productLimits } from '#contract/product.ts'
import { failField } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'
import type { VariantWrite } from './product-variants.ts'

/** The product's own columns of an edit, cleaned. */
export function toProductColumns(tx: Tx, body: Partial<ProductInput>) {
  const { title, slug, status, vendor, productType, seoTitle, seoDescription } = body
  const description =
    body.description === undefined ? undefined : sanitizeRichText(body.description)
  if (description && description.length > productLimits.description)
    throw failField(
      'description',
      'too_big',
      `At most ${productLimits.description} characters, the marks included`,
    )
  return {
    title,
    slug,
    description,
    status,
    vendor,
    productType,
    seoTitle,
    seoDescription,
    tags: body.tags?.map(tag => tag.replace(/\s+/g, ' ')),
    options: body.options && tx.json(body.options),
  }
}

/** The pictures become these, in this order; left out is removed. A new one takes the words of its medium. */
export function replaceImages(
  tx: Tx,
  productId: string,
  images: NonNullable<ProductInput['images']>,
) {
  const imageRecords = tx.json(
    images.map(({ _id = null, media = null, alt = null }, position) => ({
      id: _id,
      media: _id ? null : media,
      alt,
      position,
    })),
  )
  const record = tx`jsonb_to_recordset(${imageRecords}) as r (id uuid, media uuid, alt text, position integer)`
  return Promise.all([
    tx`delete from product_image where product_id = ${productId} and id not in (select r.id from ${record} where r.id is not null)`,
    tx`update product_image i set alt = coalesce(r.alt, i.alt), position = r.position from ${record}
      where i.product_id = ${productId} and i.id = r.id and (coalesce(r.alt, i.alt), r.position) is distinct from (i.alt, i.position)`,
    tx`insert into product_image (product_id, media_id, alt, position)
      select ${productId}, m.id, coalesce(r.alt, m.alt), r.position from ${record} join media m on m.id = r.media order by r.position`,
  ])
}

/** The variants become these: in three statements, however many there are. Runs after `writeImages`. */
export function replaceVariants(tx: Tx, productId: string, variants: VariantWrite[]) {
  const variantRecords = tx.json(
    variants.map(({ _id, compareAtPrice, trackStock, allowBackorder, ...rest }) => ({
      id: _id,
      compare_at_price: compareAtPrice,
      track_stock: trackStock,
      allow_backorder: allowBackorder,
      ...rest,
    })),
  )
  const record = tx`
    jsonb_to_recordset(${variantRecords}) as r (id uuid, options text[], sku text, barcode text, price bigint, compare_at_price bigint, cost bigint,
      track_stock boolean, stock integer, allow_backorder boolean, weight integer, image uuid, position integer)
    left join lateral (
      select i.id from product_image i where i.product_id = ${productId} and r.image in (i.id, i.media_id) order by i.position limit 1
    ) shown on true`
  const columns = tx`options, sku, barcode, price, compare_at_price, cost, track_stock, allow_backorder, weight, position, image_id, stock`
  const values = tx`r.options, r.sku, r.barcode, r.price, r.compare_at_price, r.cost, r.track_stock, r.allow_backorder, r.weight, r.position, shown.id`
  const currentValues = tx`v.options, v.sku, v.barcode, v.price, v.compare_at_price, v.cost, v.track_stock, v.allow_backorder, v.weight, v.position, v.image_id, v.stock`
  const keptIds = variants.flatMap(({ _id }) => (_id === null ? [] : [_id]))
  return Promise.all([
    tx`delete from variant where product_id = ${productId} and not (id = any (${keptIds}::uuid[]))`,
    keptIds.length
      ? tx`
      update variant v set (${columns}) = (${values}, coalesce(r.stock, v.stock)) from ${record}
      where v.product_id = ${productId} and v.id = r.id and (${values}, coalesce(r.stock, v.stock)) is distinct from (${currentValues})`
      : [],
    keptIds.length < variants.length
      ? tx`
      insert into variant (product_id, ${columns}) select ${productId}, ${values}, coalesce(r.stock, 0) from ${record}
      where r.id is null order by r.position`
      : [],
  ])
}

export const replaceCategories = (tx: Tx, productId: string, categories: string[]) =>
  Promise.all([
    tx`delete from product_category where product_id = ${productId} and not (category_id = any (${categories}::uuid[]))`,
    tx`insert into product_category (product_id, category_id)
    select ${productId}, id from (select distinct unnest(${categories}::uuid[]) as id) given on conflict do nothing`,
  ])
