import type { VariantChoice } from '#contract/order/order-filter.ts'
import { buildWhere, type ListDefinition, toLikePattern } from '../../lib/call/list.ts'
import { assertFound } from '../../lib/call/problem.ts'
import { resolveSearch } from '../../lib/call/search-list.ts'
import type { Tx } from '../../lib/db/db.ts'

type VariantCondition = ListDefinition['where'][number]

/**
 * Matches the variants of products that are found by their words. If an SKU or a barcode was
 * searched, only its variants match.
 */
async function findVariantConditions(tx: Tx, q: string): Promise<VariantCondition[]> {
  const pattern = toLikePattern(q)
  const beginning = pattern.slice(1)
  const hasCode = (variant: VariantCondition) =>
    tx`(${variant}.sku ilike ${beginning} or ${variant}.barcode = ${q})`
  const productConditions = await resolveSearch(
    tx,
    { alias: 'p' },
    {
      entity: 'product',
      words: q,
      textConditions: [
        tx`(p.title ilike ${pattern} or v.sku ilike ${pattern} or v.barcode = ${q})`,
      ],
      text: tx`p.searched`,
    },
  )
  return [
    ...productConditions,
    tx`(p.title ilike ${pattern} or ${hasCode(tx`v`)} or not exists (
      select 1 from variant other
      where other.store_id = p.store_id and other.product_id = p.id
        and ${hasCode(tx`other`)}))`,
  ]
}

/** Returns up to 30 variants that can be added to an order. */
export async function searchVariants(tx: Tx, q = ''): Promise<VariantChoice[]> {
  const conditions = q ? await findVariantConditions(tx, q) : []
  return selectVariants(tx, [tx`p.status <> 'archived'`, ...conditions], tx`limit 30`)
}

/** Returns the variants of an order as they are now. */
export async function listOrderVariants(tx: Tx, orderId: string): Promise<VariantChoice[]> {
  const [order] = await tx`select 1 from "order" where id = ${orderId}`
  assertFound(order, 'order_not_found')
  const isInOrder = tx`
    v.id in (select l.variant_id from order_line l where l.order_id = ${orderId})`
  return selectVariants(tx, [isInOrder])
}

const selectVariants = (tx: Tx, conditions: VariantCondition[], limit = tx``) =>
  tx<VariantChoice[]>`
    select v.id as "_id", p.id as product, p.title,
      array_to_string(v.options, ' / ') as variant_title,
      p.status = 'draft' as is_draft, v.sku, v.price, v.stock, v.track_stock,
      v.allow_backorder, p.tax_class,
      coalesce((select m.url
        from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
        where i.store_id = v.store_id and i.id = v.image_id), p.image) as image
    from product p join variant v on v.store_id = p.store_id and v.product_id = p.id
    ${buildWhere(tx, conditions)}
    order by p.title_sorted, p.id, v.position ${limit}`
