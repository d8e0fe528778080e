import type { z } from 'zod'
import type { ProductFields } from '#contract/product/product.ts'
import type { ImageInput } from '#contract/product/product-image.ts'
import { Variant } from '#contract/product/variant.ts'
import { bulkUpdate, toJsonRows } from '../../lib/db/bulk-write.ts'
import { selectColumns, type Tx, toRow } from '../../lib/db/db.ts'

declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    product: z.infer<typeof ProductFields>
  }
}

/**
 * A variant to store. `_id` is null for a new variant, `stock` is null for unchanged stock. `image`
 * is the id of an image of the product or of its media. `imageSource` is the URL of an image that
 * has no id yet.
 */
export type VariantWrite = Omit<Variant, '_id' | 'stock' | 'title'> & {
  _id: string | null
  stock: number | null
  imageSource?: string
}
/** An image to store. Without `_id` it is new and comes from a media or from `sourceUrl`. */
export type ImageWrite = z.infer<typeof ImageInput> & { sourceUrl?: string }

/** A product to store. Missing columns and parts stay unchanged. */
export type ProductWrite = {
  id: string
  columns: Partial<z.infer<typeof ProductFields>>
  images?: readonly ImageWrite[] | undefined
  variants?: readonly VariantWrite[] | undefined
  categories?: readonly string[] | undefined
}

/** A new product to store, with all required columns. */
export type NewProductWrite = ProductWrite & { columns: z.infer<typeof ProductFields> }

/** Inserts products with their parts. All products must set the same columns. */
export const insertProducts = (tx: Tx, products: readonly NewProductWrite[]) =>
  Promise.all([insertProductRows(tx, products), writeParts(tx, products, { areNew: true })])

/**
 * Inserts the products with the columns that follow from their variants, so that the triggers of the
 * variants do not write the products and their search words again.
 */
async function insertProductRows(tx: Tx, products: readonly NewProductWrite[]) {
  const rows = products.map(({ id, columns }) => toRow({ id, ...columns }))
  const [first] = rows
  if (!first) return
  const records = products.map(({ variants = [] }, index) => ({
    ...rows[index],
    variants: variants.map(toRow),
  }))
  const columns = Object.keys(first)
  await tx`
    insert into product (
      ${tx(columns)}, price, compare_at_price, sku, codes, stock, track_stock, variant_count)
    select ${tx.unsafe(columns.map(column => `r."${column}"`).join(', '))}, s.*
    from jsonb_array_elements(${toJsonRows(tx, records)}) as source (fields),
      jsonb_populate_record(null::product, source.fields) as r,
      summarize_variants(array(
        select jsonb_populate_record(null::variant, variant)
        from jsonb_array_elements(source.fields -> 'variants') variant)) as s`
}

/** Updates products with their parts. All products must set the same columns. */
export const updateProducts = (tx: Tx, products: readonly ProductWrite[]) =>
  Promise.all([
    bulkUpdate(
      tx,
      'product',
      products.map(({ id, columns }) => ({ _id: id, ...columns })),
      { incrementsVersion: true },
    ),
    writeParts(tx, products, { areNew: false }),
  ])

type PartOptions = { areNew: boolean }

/**
 * Sends all statements at once. Images come first, because variants refer to them. New products have
 * no parts to update or delete.
 */
function writeParts(tx: Tx, products: readonly ProductWrite[], options: PartOptions) {
  const withImages = products.filter(product => product.images !== undefined)
  const withVariants = products.filter(product => product.variants !== undefined)
  const withCategories = products.filter(product => product.categories !== undefined)
  return Promise.all([
    withImages.length ? writeImages(tx, withImages, options) : [],
    withVariants.length ? writeVariants(tx, withVariants, options) : [],
    withCategories.length ? writeCategories(tx, withCategories, options) : [],
  ])
}

const listIds = (products: readonly ProductWrite[]) => products.map(product => product.id)

/** An image without an alt text keeps the stored one or gets that of its media. */
function writeImages(tx: Tx, products: readonly ProductWrite[], { areNew }: PartOptions) {
  const imageRecords = products.flatMap(({ id: product_id, images = [] }) =>
    images.map(
      ({ _id: id = null, media = null, alt = null, sourceUrl = '', ...image }, position) => ({
        product_id,
        id,
        media: id ? null : media,
        source_url: sourceUrl,
        alt,
        position,
        focus_x: image.focusX ?? null,
        focus_y: image.focusY ?? null,
      }),
    ),
  )
  const record = tx`
    jsonb_to_recordset(${tx.json(imageRecords)}) as r (
      product_id uuid, id uuid, media uuid, source_url text, alt text, position integer,
      focus_x integer, focus_y integer)`
  return Promise.all([
    areNew
      ? []
      : tx`
      delete from product_image where product_id = any (${listIds(products)}::uuid[])
        and id not in (select r.id from ${record} where r.id is not null)`,
    areNew
      ? []
      : tx`
      update product_image i
      set alt = coalesce(r.alt, i.alt), position = r.position,
        focus_x = coalesce(r.focus_x, i.focus_x), focus_y = coalesce(r.focus_y, i.focus_y)
      from ${record}
      where i.product_id = r.product_id and i.id = r.id
        and (coalesce(r.alt, i.alt), r.position, coalesce(r.focus_x, i.focus_x), coalesce(r.focus_y, i.focus_y))
          is distinct from (i.alt, i.position, i.focus_x, i.focus_y)`,
    tx`
      insert into product_image (product_id, media_id, source_url, state, alt, position, focus_x, focus_y)
      select r.product_id, m.id, r.source_url,
        case when m.id is null then 'waiting' else 'ready' end,
        coalesce(r.alt, m.alt, ''), r.position, coalesce(r.focus_x, 50), coalesce(r.focus_y, 50)
      from ${record} left join media m on m.id = r.media
      where r.id is null and (m.id is not null or r.source_url <> '')
      order by r.product_id, r.position`,
  ])
}

const plainColumns = { omit: ['_id', 'title', 'image', 'stock'] }
const variantColumns = selectColumns(Variant, plainColumns)
const newVariantColumns = selectColumns(Variant, { ...plainColumns, alias: 'r' })
const storedVariantColumns = selectColumns(Variant, { ...plainColumns, alias: 'v' })

const toVariantRecord = (productId: string, { image, ...variant }: VariantWrite) => ({
  productId,
  imageId: image,
  ...variant,
})

function writeVariants(tx: Tx, products: readonly ProductWrite[], { areNew }: PartOptions) {
  const variantRecords = products.flatMap(({ id, variants = [] }) =>
    variants.map(variant => toVariantRecord(id, variant)),
  )
  const records = toJsonRows(tx, variantRecords)
  const record = tx`
    jsonb_array_elements(${records}) as source (fields)
    cross join lateral jsonb_populate_record(null::variant, source.fields) as r
    left join lateral (
      select i.id from product_image i
      where i.product_id = r.product_id
        and (r.image_id in (i.id, i.media_id) or i.source_url = source.fields ->> 'image_source')
      order by i.position limit 1
    ) shown on true`
  const columns = tx`${variantColumns(tx)}, image_id, stock`
  const values = tx`${newVariantColumns(tx)}, shown.id`
  const storedValues = tx`${storedVariantColumns(tx)}, v.image_id, v.stock`
  const storedIds = variantRecords.flatMap(({ _id }) => _id ?? [])
  return Promise.all([
    areNew
      ? []
      : tx`
      delete from variant
      where product_id = any (${listIds(products)}::uuid[])
        and not (id = any (${storedIds}::uuid[]))`,
    storedIds.length
      ? tx`
      update variant v set (${columns}) = (${values}, coalesce(r.stock, v.stock)) from ${record}
      where v.product_id = r.product_id and v.id = r.id
        and (${values}, coalesce(r.stock, v.stock)) is distinct from (${storedValues})`
      : [],
    storedIds.length < variantRecords.length
      ? tx`
      insert into variant (product_id, ${columns})
      select r.product_id, ${values}, coalesce(r.stock, 0) from ${record}
      cross join set_config('app.are_products_new', ${areNew ? 'on' : ''}, true)
      where r.id is null order by r.product_id, r.position`
      : [],
  ])
}

function writeCategories(tx: Tx, products: readonly ProductWrite[], { areNew }: PartOptions) {
  const links = products.flatMap(({ id: product_id, categories = [] }) =>
    categories.map(category_id => ({ product_id, category_id })),
  )
  const record = tx`jsonb_to_recordset(${tx.json(links)}) as r (product_id uuid, category_id uuid)`
  return Promise.all([
    areNew
      ? []
      : tx`
      delete from product_category c where c.product_id = any (${listIds(products)}::uuid[])
        and not exists (
          select 1 from ${record}
          where r.product_id = c.product_id and r.category_id = c.category_id)`,
    tx`
      insert into product_category (product_id, category_id)
      select distinct r.product_id, r.category_id from ${record} on conflict do nothing`,
  ])
}
