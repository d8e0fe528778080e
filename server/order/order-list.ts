import type { z } from 'zod'
import type { Ability } from '#contract/lib/permission.ts'
import {
  type OrderCounts,
  type OrderListQuery,
  OrderRow,
  OrderView,
  orderFilters,
  orderStatuses,
  orderViews,
  type VariantChoice,
} from '#contract/order.ts'
import { containing, type ListPlan, readPage } from '../lib/call/list.ts'
import type { Who } from '../lib/call/session.ts'
import { columnsOf, type Tx } from '../lib/db/db.ts'
import { seesContacts } from '../rule/contact-rule.ts'
import { customerOf } from './order-store.ts'

type Condition = ListPlan['where'][number]
type View = {
  status: readonly string[]
  paymentStatus?: readonly string[]
  fulfillmentStatus?: readonly string[]
}

const columns = columnsOf(OrderRow, { of: 'o', without: ['customer'] })

export const readOrders = (
  tx: Tx,
  query: OrderListQuery,
  { businessId, abilities }: Pick<Who, 'businessId' | 'abilities'>,
) =>
  readPage<OrderRow>(
    tx,
    {
      key: `order ${JSON.stringify([query.q, query.q && seesContacts(abilities), ...Object.keys(orderFilters).map(name => Reflect.get(query, name))])}`,
      from: tx`"order" o`,
      alias: 'o',
      columns: tx`${columns(tx)}, ${customerOf(tx)}`,
      where: orderFilterConditions(tx, query, abilities),
      sorts: {
        createdAt: { by: 'o.created_at', type: 'timestamptz' },
        total: { by: 'o.total', type: 'bigint' },
      },
      defaultSort: '-createdAt',
    },
    query,
    businessId,
  )

const zone = (tx: Tx) => tx`(select timezone from business where id = current_business())`

/** What the list's filters mean, on `"order" o`. Days are cut in the store's time zone. */
export function orderFilterConditions(
  tx: Tx,
  query: OrderListQuery,
  abilities: readonly Ability[],
): Condition[] {
  const {
    q,
    view,
    status,
    paymentStatus,
    fulfillmentStatus,
    customer,
    product,
    source,
    tag,
    from,
    to,
    totalFrom,
    totalTo,
  } = query
  const given = <T>(value: T | undefined, condition: (value: T) => Condition) =>
    value === undefined || value === '' ? [] : [condition(value)]
  return [
    ...given(q, text => matching(tx, text, abilities)),
    ...(view ? inView(tx, orderViews[view]) : []),
    ...inView(tx, { status, paymentStatus, fulfillmentStatus }),
    ...given(customer, id => tx`o.customer_id = ${id}`),
    ...given(
      product,
      id =>
        tx`exists (select 1 from order_line l where l.business_id = o.business_id and l.order_id = o.id and l.product_id = ${id})`,
    ),
    ...given(source, name => tx`o.source = ${name}`),
    ...given(tag, name => tx`${name} = any (o.tags)`),
    ...given(from, day => tx`o.created_at >= ${day}::date::timestamp at time zone ${zone(tx)}`),
    ...given(to, day => tx`o.created_at < (${day}::date + 1)::timestamp at time zone ${zone(tx)}`),
    ...given(totalFrom, sum => tx`o.total >= ${sum}`),
    ...given(totalTo, sum => tx`o.total <= ${sum}`),
  ]
}

/**
 * A number with or without its prefix, a part of a name, email or phone number, or a whole SKU. What somebody may not see they
 * do not find by either: an order that answers to an email says whose it is.
 */
function matching(tx: Tx, text: string, abilities: readonly Ability[]): Condition {
  const bare = text.replace(/^#/, '')
  const numbers = tx`o.number in (${text}, ${bare}, ${`#${bare}`}, (select order_prefix from business where id = current_business()) || ${bare})`
  if (text.startsWith('#')) return numbers
  // Four digits are an order more often than a piece of a phone number.
  const part = containing(text.toLowerCase())
  const parts = /^\d{1,4}$/.test(text)
    ? tx``
    : tx`or (o.search like ${part} ${seesContacts(abilities) ? tx`` : tx`and lower(o.customer_name) like ${part}`})`
  return tx`(${numbers} ${parts} or o.id in (select order_id from order_line where folded_sku = lower(${text}) and folded_sku <> ''))`
}

const inView = (
  tx: Tx,
  {
    status,
    paymentStatus,
    fulfillmentStatus,
  }: { [k in keyof View]?: readonly string[] | undefined },
): Condition[] => [
  ...(status?.length ? [tx`o.status = any (${status}::text[])`] : []),
  ...(paymentStatus?.length ? [tx`o.payment_status = any (${paymentStatus}::text[])`] : []),
  ...(fulfillmentStatus?.length
    ? [tx`o.fulfillment_status = any (${fulfillmentStatus}::text[])`]
    : []),
]

/** From the sums that the database keeps beside the orders: it costs the same however many there are. */
export async function countOrders(tx: Tx): Promise<z.infer<typeof OrderCounts>> {
  const sums = OrderView.options.map(
    view =>
      tx`coalesce(sum(n) filter (where ${inView(tx, orderViews[view]).reduce((all, one) => tx`${all} and ${one}`)}), 0)::integer as ${tx(view)}`,
  )
  const [counts] = await tx<z.infer<typeof OrderCounts>[]>`
    with o as (select status, payment_status, fulfillment_status, orders as n from order_tally)
    select coalesce(sum(n), 0)::integer as "all", ${sums.reduce((all, one) => tx`${all}, ${one}`)},
      (select jsonb_object_agg(s, coalesce((select sum(n) from o where o.status = s), 0)) from unnest(${orderStatuses}::text[]) s) as by_status
    from o`
  if (!counts) throw new Error('an aggregate gives one row')
  return counts
}

export const searchVariants = (tx: Tx, q = ''): Promise<VariantChoice[]> => tx<VariantChoice[]>`
  select v.id as "_id", p.id as product, p.title, array_to_string(v.options, ' / ') as variant_title, v.sku, v.price, v.stock, v.track_stock, v.allow_backorder,
    coalesce((select m.url from product_image i join media m on m.business_id = i.business_id and m.id = i.media_id
      where i.business_id = v.business_id and i.id = v.image_id), p.image) as image
  from product p join variant v on v.business_id = p.business_id and v.product_id = p.id
  where p.status <> 'archived' ${q ? tx`and (p.title ilike ${containing(q)} or v.sku ilike ${containing(q)} or v.barcode = ${q})` : tx``}
  order by lower(p.title), p.id, v.position limit 30`
