import type { Tx } from '../../lib/db/db.ts'
import { insertSet, newIds } from '../../lib/db/row-set.ts'
import type { OrderDraft } from './import-order-draft.ts'
import { eventsOf, paymentsOf } from './import-order-past.ts'
import { type LinePart, type Sums, settleLines, sumsOf } from './import-order-sums.ts'

type Variant = {
  skuKey: string
  variantId: string
  productId: string
  cost: number | null
  image: string
}
type Placed = { draft: OrderDraft; id: string; sums: Sums; parts: LinePart[]; lineIds: string[] }

/**
 * Writes orders that were, with what happened to them, in about ten statements however many there are; gives their ids.
 * They take no stock: it was counted since.
 */
export async function writeOrders(tx: Tx, drafts: readonly OrderDraft[]): Promise<string[]> {
  const customers = await customersFor(tx, drafts)
  const variants = await variantsBySku(tx, drafts)
  const placed = await place(tx, drafts)
  await insertSet(
    tx,
    'order',
    placed.map(one => orderRow(one, customers.get(one.draft.email) ?? null)),
  )
  await insertSet(
    tx,
    'order_line',
    placed.flatMap(one => lineRows(one, variants)),
  )
  await insertSet(
    tx,
    'payment',
    placed.flatMap(({ id, draft, sums }) =>
      paymentsOf(draft, sums).map(payment => ({ orderId: id, ...payment })),
    ),
  )
  await insertSet(tx, 'fulfillment', placed.flatMap(parcelRows))
  await insertSet(
    tx,
    'order_event',
    placed.flatMap(({ id, draft, sums }) =>
      eventsOf(draft, sums).map(event => ({ orderId: id, ...event })),
    ),
  )
  await moveCounter(tx, drafts)
  return placed.map(({ id }) => id)
}

async function place(tx: Tx, drafts: readonly OrderDraft[]): Promise<Placed[]> {
  const ids = await newIds(
    tx,
    drafts.reduce((sum, draft) => sum + 1 + draft.lines.length, 0),
  )
  let used = 0
  return drafts.map(draft => {
    const sums = sumsOf(draft)
    const [id = '', ...lineIds] = ids.slice(used, used + 1 + draft.lines.length)
    used += 1 + draft.lines.length
    return { draft, id, sums, lineIds, parts: settleLines(draft, sums) }
  })
}

/** By email; who is not there yet is made as of the first order. */
async function customersFor(
  tx: Tx,
  drafts: readonly OrderDraft[],
): Promise<ReadonlyMap<string, string>> {
  const byEmail = Map.groupBy(
    drafts.filter(draft => draft.email),
    draft => draft.email,
  )
  const emails = [...byEmail.keys()].toSorted()
  const find = () =>
    tx<
      { id: string; email: string }[]
    >`select id, email from customer where email = any (${emails}::text[]) and email <> '' order by id`
  const known = new Set((await find()).map(row => row.email))
  await insertSet(
    tx,
    'customer',
    emails
      .filter(email => !known.has(email))
      .map(email => {
        const orders = byEmail.get(email) ?? []
        const [first] = orders.toSorted((a, b) => (a.placedAt < b.placedAt ? -1 : 1))
        const phone =
          orders.find(order => order.phone)?.phone ?? first?.shippingAddress?.phone ?? ''
        return {
          email,
          name: orders.find(order => order.customerName)?.customerName ?? '',
          phone,
          address: first?.shippingAddress ?? first?.billingAddress ?? {},
          createdAt: first?.placedAt,
        }
      }),
    { skipsTaken: true },
  )
  return new Map((await find()).map(row => [row.email, row.id]))
}

/** A SKU that several variants have says nothing about which was sold. */
async function variantsBySku(
  tx: Tx,
  drafts: readonly OrderDraft[],
): Promise<ReadonlyMap<string, Variant>> {
  const skus = [
    ...new Set(
      drafts.flatMap(draft => draft.lines.map(line => line.sku.toLowerCase())).filter(Boolean),
    ),
  ]
  const rows = await tx<Variant[]>`
    select v.sku_key, v.id as variant_id, v.product_id, v.cost, p.image
    from variant v join product p on p.business_id = v.business_id and p.id = v.product_id
    where v.sku_key = any (${skus}::text[]) and v.sku_key <> ''`
  return new Map(
    [...Map.groupBy(rows, row => row.skuKey)].flatMap(([sku, [first, ...others]]) =>
      first && others.length === 0 ? [[sku, first] as const] : [],
    ),
  )
}

const isPast = (draft: OrderDraft, ...statuses: OrderDraft['status'][]) =>
  statuses.includes(draft.status)

function orderRow({ draft, id, sums }: Placed, customerId: string | null) {
  const sentAt = draft.fulfilledAt || draft.placedAt
  return {
    _id: id,
    number: draft.number,
    status: draft.status,
    paymentStatus: draft.paymentStatus,
    fulfillmentStatus: draft.fulfillmentStatus,
    customerId,
    customerName: draft.customerName,
    customerEmail: draft.email,
    customerPhone: draft.phone,
    shippingAddress: draft.shippingAddress ?? {},
    billingAddress: draft.billingAddress ?? {},
    shippingMethod: draft.shippingMethod,
    currency: draft.currency,
    ...sums,
    taxIncluded: draft.isTaxIncluded,
    itemCount: draft.lines.reduce((sum, line) => sum + line.quantity, 0),
    note: draft.note,
    tags: draft.tags,
    source: 'import',
    confirmedAt: isPast(draft, 'draft', 'pending', 'cancelled')
      ? null
      : draft.paidAt || draft.placedAt,
    shippedAt: isPast(draft, 'shipped', 'delivered', 'completed', 'returned') ? sentAt : null,
    deliveredAt: isPast(draft, 'delivered', 'completed') ? sentAt : null,
    completedAt: isPast(draft, 'completed') ? sentAt : null,
    cancelledAt: isPast(draft, 'cancelled') ? draft.cancelledAt || draft.placedAt : null,
    createdAt: draft.placedAt,
  }
}

function lineRows({ draft, id, parts, lineIds }: Placed, variants: ReadonlyMap<string, Variant>) {
  return draft.lines.map(({ title, sku, quantity, unitPrice, requiresShipping }, position) => {
    const sold = variants.get(sku.toLowerCase())
    return {
      _id: lineIds[position],
      orderId: id,
      position,
      title,
      sku,
      quantity,
      unitPrice,
      requiresShipping,
      ...parts[position],
      tookStock: false,
      productId: sold?.productId ?? null,
      variantId: sold?.variantId ?? null,
      cost: sold?.cost ?? null,
      image: sold?.image ?? '',
      returned: draft.status === 'returned' ? quantity : 0,
    }
  })
}

/** One parcel for all that was sent: which pieces went together the file does not say. */
function parcelRows({ draft, id, parts, lineIds }: Placed) {
  const lines = draft.lines.flatMap((line, i) => {
    const quantity = parts[i]?.fulfilled ?? 0
    return line.requiresShipping && quantity > 0 ? [{ line: lineIds[i] ?? '', quantity }] : []
  })
  if (lines.length === 0) return []
  const at = draft.fulfilledAt || draft.placedAt
  const isThere = isPast(draft, 'delivered', 'completed') || draft.fulfillmentStatus === 'delivered'
  return [
    {
      orderId: id,
      number: `${draft.number}-F1`,
      status: isThere ? 'delivered' : 'shipped',
      lines,
      shippedAt: at,
      deliveredAt: isThere ? at : null,
    },
  ]
}

/** Numbers that the store would give itself are behind it now. Last: whoever takes an order waits for this row. */
async function moveCounter(tx: Tx, drafts: readonly OrderDraft[]): Promise<void> {
  const numbers = drafts.map(draft => draft.number)
  await tx`
    with used as (
      select max(substr(n, length(b.order_prefix) + 1)::bigint) as last from unnest(${numbers}::text[]) n, business b
      where b.id = current_business() and starts_with(n, b.order_prefix) and substr(n, length(b.order_prefix) + 1) ~ '^[0-9]{1,15}$'
    )
    insert into order_counter (business_id, last_number) select current_business(), last from used where last is not null
    on conflict (business_id) do update set last_number = greatest(order_counter.last_number, excluded.last_number)`
}
