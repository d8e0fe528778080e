import { OrderRow } from '#contract/order/order.ts'
import { orderViews } from '#contract/order/order-filter.ts'
import type { Attention, Stats, StatsLink } from '#contract/staff/dashboard.ts'
import { selectColumns, type Tx } from '../lib/db/db.ts'
import { countProducts, maxCountedProducts } from '../product/rule/count-products.ts'

type OrderFilter = {
  status: readonly string[]
  paymentStatus?: readonly string[]
  fulfillmentStatus?: readonly string[]
}
/** Filters of the order lists that need attention. */
const orderTasks = {
  toConfirm: { status: ['pending'] },
  toShip: orderViews.toShip,
  unpaid: orderViews.unpaid,
  onHold: { status: ['on_hold'] },
} as const satisfies Record<string, OrderFilter>

const productTasks = {
  outOfStock: { status: 'active', stock: 'out' },
  lowStock: { status: 'active', stock: 'low' },
  productDraft: { status: 'draft' },
  productNoImage: { status: 'active', hasImage: 'false' },
  productNoPrice: { status: 'active', priceTo: '0' },
} as const satisfies Record<string, Record<string, string>>

/**
 * Returns the number of orders and products per task, with a link to the list. Omits empty lists.
 * Products without stock are the first of those with low stock, so both are counted together.
 */
export async function listAttention(
  tx: Tx,
  {
    lowStockThreshold,
    hasPendingSales,
    orderSteps,
  }: { lowStockThreshold: number; hasPendingSales: boolean; orderSteps: readonly string[] },
): Promise<Attention[]> {
  const [counts] = await tx<[Record<Attention['code'], number>]>`
    select o.*, s.*,
      (select least(coalesce(sum(records), 0), ${maxCountedProducts}) from record_tally
        where subject = 'product' and status = 'draft') as product_draft,
      ${countProducts(tx, tx`status = 'active' and image = ''`)} as product_no_image,
      ${countProducts(tx, tx`status = 'active' and price = 0`)} as product_no_price,
      (select count(*) from domain where status = 'failed') as domain_problem
    from (
      select ${sumOrders(tx, orderTasks.toConfirm)} as to_confirm,
        ${sumOrders(tx, orderTasks.toShip)} as to_ship,
        ${sumOrders(tx, orderTasks.unpaid)} as unpaid,
        ${sumOrders(tx, orderTasks.onHold)} as on_hold
      from ${tx.unsafe(hasPendingSales ? 'order_tally' : 'stored_order_tally')}
      where not is_archived
    ) o
    cross join (
      select count(*) filter (where stock <= 0) as out_of_stock, count(*) as low_stock
      from (
        select stock from product
        where track_stock and stock <= ${lowStockThreshold} and status = 'active'
        order by stock limit ${maxCountedProducts}
      ) p
    ) s`
  const createTask = (code: Attention['code'], link: StatsLink): Attention => ({
    code,
    count: counts[code],
    link,
  })
  // Stores that confirm no orders ship them at once.
  const confirmTasks = orderSteps.includes('confirmed')
    ? [createTask('toConfirm', createOrderLink(orderTasks.toConfirm))]
    : []
  return [
    ...confirmTasks,
    createTask('toShip', createOrderLink(orderTasks.toShip)),
    createTask('unpaid', createOrderLink(orderTasks.unpaid)),
    createTask('onHold', createOrderLink(orderTasks.onHold)),
    createTask('outOfStock', createProductLink(productTasks.outOfStock)),
    createTask('lowStock', createProductLink(productTasks.lowStock)),
    createTask('productDraft', createProductLink(productTasks.productDraft)),
    createTask('productNoImage', createProductLink(productTasks.productNoImage)),
    createTask('productNoPrice', createProductLink(productTasks.productNoPrice)),
    createTask('domainProblem', { list: 'domain', query: {} }),
  ].filter(({ count }) => count > 0)
}

const createOrderLink = (filter: OrderFilter): StatsLink => ({
  list: 'order',
  query: Object.fromEntries(
    Object.entries(filter).map(([name, values]) => [name, values.join(',')]),
  ),
})
const createProductLink = (query: Record<string, string>): StatsLink => ({ list: 'product', query })

const sumOrders = (
  tx: Tx,
  { status, paymentStatus, fulfillmentStatus }: OrderFilter,
) => tx`coalesce(sum(orders) filter (where status = any (${[...status]}::text[])
  ${paymentStatus ? tx`and payment_status = any (${[...paymentStatus]}::text[])` : tx``}
  ${fulfillmentStatus ? tx`and fulfillment_status = any (${[...fulfillmentStatus]}::text[])` : tx``}), 0)`

/** Returns the six active products with the least stock. */
export const listLowStock = (tx: Tx, lowStockThreshold: number) => tx<Stats['lowStock']>`
  select id as "_id", title, image, sku, stock from product
  where status = 'active' and track_stock and stock <= ${lowStockThreshold} order by stock, id limit 6`

const customerColumn = (tx: Tx) =>
  tx`json_build_object('_id', customer_id, 'name', customer_name,
    'email', customer_email, 'phone', customer_phone,
    'company', customer_company, 'vatId', customer_vat_id) as customer`

export const listRecentOrders = (tx: Tx) => tx<OrderRow[]>`
  select ${selectColumns(OrderRow, { omit: ['customer'] })(tx)}, ${customerColumn(tx)}
  from "order" order by created_at desc, id desc limit 8`
