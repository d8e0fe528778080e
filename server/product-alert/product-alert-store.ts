import type { Page } from '#contract/lib/call/api.ts'
import type {
  ProductAlert,
  ProductAlertCounts,
  ProductAlertListQuery,
} from '#contract/product/product-alert.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

export const listProductAlerts = (
  tx: Tx,
  query: ProductAlertListQuery,
  storeId: string,
): Promise<Page<ProductAlert>> =>
  listPage<ProductAlert>(
    tx,
    {
      key: `productAlert ${JSON.stringify([query.q, query.kind, query.state, query.product])}`,
      from: tx`
        product_alert a
        join variant v on v.store_id = a.store_id and v.id = a.variant_id
        join product p on p.store_id = v.store_id and p.id = v.product_id`,
      alias: 'a',
      columns: tx`
        a.id as "_id", a.kind, a.state, a.email, p.id as product, p.title as product_title,
        array_to_string(v.options, ' / ') as variant_title, a.price, a.consent_text, a.created_at,
        a.sent_at`,
      where: buildConditions(tx, query),
      sorts: {
        createdAt: { expression: 'a.created_at', type: 'timestamptz' },
        email: { expression: 'a.email', type: 'text' },
      },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

const buildConditions = (tx: Tx, { q, kind, state, product }: ProductAlertListQuery) => [
  ...(kind ? [tx`a.kind = ${kind}`] : []),
  ...(state ? [tx`a.state = ${state}`] : []),
  ...(product ? [tx`p.id = ${product}`] : []),
  ...(q ? [tx`(a.email ilike ${toLikePattern(q)} or p.title ilike ${toLikePattern(q)})`] : []),
]

export async function countProductAlerts(tx: Tx, product: string): Promise<ProductAlertCounts> {
  const [row] = await tx<ProductAlertCounts[]>`
    select count(a.id) filter (where a.kind = 'stock')::integer as stock,
      count(a.id) filter (where a.kind = 'price')::integer as price,
      (select count(*)::integer from wish_list_item i where i.product_id = ${product}) as wish_lists
    from product p
    left join variant v on v.store_id = p.store_id and v.product_id = p.id
    left join product_alert a on a.store_id = v.store_id and a.variant_id = v.id and a.state = 'confirmed'
    where p.id = ${product}
    group by p.id`
  return assertFound(row, 'product_not_found')
}

export async function deleteProductAlert(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from product_alert where id = ${id} returning id`
  assertFound(row, 'product_alert_not_found')
}
