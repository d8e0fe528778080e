import { bulkInsert, generateIds } from '../../lib/db/bulk-write.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getReturnProgress } from '../../order/fulfillment/order-status.ts'
import type { OrderDraft, OrderLineDraft } from './import-order-draft.ts'
import {
  estimateRefundTime,
  listImportedEvents,
  listImportedPayments,
} from './import-order-history.ts'
import { createImportedRefund } from './import-order-refund.ts'
import {
  calculateImportedTotals,
  calculateLineTotals,
  type ImportedOrderTotals,
  type OrderLineTotals,
} from './import-order-totals.ts'

type ImportedLineVariant = {
  foldedSku: string
  variantId: string
  productId: string
  cost: number | null
  image: string
}
type OrderWrite = {
  draft: OrderDraft
  id: string
  totals: ImportedOrderTotals
  lineTotals: OrderLineTotals[]
  lineIds: string[]
  refund: (NonNullable<ReturnType<typeof createImportedRefund>> & { id: string }) | undefined
}

/**
 * Writes past orders with their payments, refunds, fulfillments and events, in about twelve statements,
 * and returns their ids. They do not reduce the stock, because it was counted after them.
 */
export async function writeImportedOrders(
  tx: Tx,
  drafts: readonly OrderDraft[],
): Promise<string[]> {
  const customers = await findOrCreateCustomers(tx, drafts)
  const variants = await findVariantsBySku(tx, drafts)
  const orderWrites = await prepareOrderWrites(tx, drafts)
  await bulkInsert(
    tx,
    'order',
    orderWrites.map(orderWrite =>
      toOrderRow(orderWrite, customers.get(orderWrite.draft.email) ?? null),
    ),
  )
  await bulkInsert(
    tx,
    'order_line',
    orderWrites.flatMap(orderWrite => toOrderLineRows(orderWrite, variants)),
  )
  await bulkInsert(tx, 'refund', orderWrites.flatMap(toRefundRow))
  await bulkInsert(tx, 'refund_line', orderWrites.flatMap(toRefundLineRows))
  await bulkInsert(
    tx,
    'payment',
    orderWrites.flatMap(({ id, draft, totals, refund }) =>
      listImportedPayments(draft, totals, refund?.id).map(payment => ({ orderId: id, ...payment })),
    ),
  )
  await deriveRefundedNet(tx, orderWrites)
  await bulkInsert(tx, 'fulfillment', orderWrites.flatMap(toFulfillmentRows))
  await bulkInsert(
    tx,
    'order_event',
    orderWrites.flatMap(({ id, draft, totals }) =>
      listImportedEvents(draft, totals).map(event => ({ orderId: id, ...event })),
    ),
  )
  await advanceOrderCounter(tx, drafts)
  return orderWrites.map(({ id }) => id)
}

async function prepareOrderWrites(tx: Tx, drafts: readonly OrderDraft[]): Promise<OrderWrite[]> {
  const ids = await generateIds(
    tx,
    drafts.reduce((sum, draft) => sum + 2 + draft.lines.length, 0),
  )
  let usedCount = 0
  return drafts.map(draft => {
    const totals = calculateImportedTotals(draft)
    const [id = '', refundId = '', ...lineIds] = ids.slice(
      usedCount,
      usedCount + 2 + draft.lines.length,
    )
    usedCount += 2 + draft.lines.length
    const lineTotals = calculateLineTotals(draft, totals)
    const refund = createImportedRefund(draft, totals, lineTotals)
    return { draft, id, totals, lineIds, lineTotals, refund: refund && { id: refundId, ...refund } }
  })
}

/**
 * Returns the id of each customer by email. A new customer is created with the date of the first
 * order.
 */
async function findOrCreateCustomers(
  tx: Tx,
  drafts: readonly OrderDraft[],
): Promise<ReadonlyMap<string, string>> {
  const byEmail = Map.groupBy(
    drafts.filter(draft => draft.email),
    draft => draft.email,
  )
  const emails = [...byEmail.keys()].toSorted()
  const listCustomers = () => tx<{ id: string; email: string }[]>`
    select id, folded_email as email from customer
    where folded_email = any (${emails}::text[]) and folded_email <> '' order by id`
  const existingEmails = new Set((await listCustomers()).map(row => row.email))
  await bulkInsert(
    tx,
    'customer',
    emails
      .filter(email => !existingEmails.has(email))
      .map(email => {
        const orders = byEmail.get(email) ?? []
        const [firstOrder] = orders.toSorted((a, b) => (a.placedAt < b.placedAt ? -1 : 1))
        const phone =
          orders.find(order => order.phone)?.phone ?? firstOrder?.shippingAddress?.phone ?? ''
        return {
          email,
          name: orders.find(order => order.customerName)?.customerName ?? '',
          phone,
          address: firstOrder?.shippingAddress ?? firstOrder?.billingAddress ?? {},
          createdAt: firstOrder?.placedAt,
        }
      }),
    { skipsConflicts: true },
  )
  return new Map((await listCustomers()).map(row => [row.email, row.id]))
}

/** Returns the variant of each SKU. A SKU of several variants identifies none of them. */
async function findVariantsBySku(
  tx: Tx,
  drafts: readonly OrderDraft[],
): Promise<ReadonlyMap<string, ImportedLineVariant>> {
  const skus = [
    ...new Set(
      drafts.flatMap(draft => draft.lines.map(line => line.sku.toLowerCase())).filter(Boolean),
    ),
  ]
  const rows = await tx<ImportedLineVariant[]>`
    select v.folded_sku, v.id as variant_id, v.product_id, v.cost, p.image
    from variant v join product p on p.store_id = v.store_id and p.id = v.product_id
    where v.folded_sku = any (${skus}::text[]) and v.folded_sku <> ''`
  return new Map(
    [...Map.groupBy(rows, row => row.foldedSku)].flatMap(([sku, [variant, ...others]]) =>
      variant && others.length === 0 ? [[sku, variant] as const] : [],
    ),
  )
}

const hasStatus = (draft: OrderDraft, ...statuses: OrderDraft['status'][]) =>
  statuses.includes(draft.status)

function toOrderRow({ draft, id, totals }: OrderWrite, customerId: string | null) {
  const sentAt = draft.fulfilledAt || draft.placedAt
  return {
    _id: id,
    number: draft.number,
    status: draft.status,
    paymentStatus: draft.paymentStatus,
    fulfillmentStatus: draft.fulfillmentStatus,
    returnProgress: getReturnProgress(draft.lines),
    customerId,
    customerName: draft.customerName,
    customerEmail: draft.email,
    customerPhone: draft.phone,
    shippingAddress: draft.shippingAddress ?? {},
    billingAddress: draft.billingAddress ?? {},
    shippingMethod: draft.shippingMethod,
    currency: draft.currency,
    ...totals,
    taxIncluded: draft.isTaxIncluded,
    itemCount: draft.lines.reduce((sum, line) => sum + line.quantity, 0),
    note: draft.note,
    tags: draft.tags,
    source: 'import' as const,
    confirmedAt: hasStatus(draft, 'draft', 'pending', 'cancelled')
      ? null
      : draft.paidAt || draft.placedAt,
    shippedAt: hasStatus(draft, 'shipped', 'delivered', 'completed', 'returned') ? sentAt : null,
    deliveredAt: hasStatus(draft, 'delivered', 'completed') ? sentAt : null,
    completedAt: hasStatus(draft, 'completed') ? sentAt : null,
    canceledAt: hasStatus(draft, 'cancelled') ? draft.canceledAt || draft.placedAt : null,
    createdAt: draft.placedAt,
  }
}

function toOrderLineRows(
  { draft, id, lineTotals: parts, lineIds }: OrderWrite,
  variants: ReadonlyMap<string, ImportedLineVariant>,
) {
  return draft.lines.map((line, position) => {
    const { title, sku, quantity, unitPrice, requiresShipping } = line
    const { fulfilledQuantity, returnedQuantity, removedQuantity } = line
    const soldVariant = variants.get(sku.toLowerCase())
    const { discount = 0, tax = 0, total = 0 } = parts[position] ?? {}
    return {
      _id: lineIds[position],
      orderId: id,
      position,
      title,
      sku,
      quantity,
      unitPrice,
      requiresShipping,
      discount,
      tax,
      total,
      fulfilledQuantity,
      isStockDeducted: false,
      productId: soldVariant?.productId ?? null,
      variantId: soldVariant?.variantId ?? null,
      cost: soldVariant?.cost ?? null,
      image: soldVariant?.image ?? '',
      returnedQuantity,
      removedQuantity,
    }
  })
}

function toRefundRow({ draft, id: orderId, refund }: OrderWrite) {
  if (!refund) return []
  const { id: _id, lines: _, ...amounts } = refund
  const createdAt = estimateRefundTime(draft)
  return [{ _id, orderId, reason: 'other' as const, note: '', createdAt, ...amounts }]
}

const toRefundLineRows = ({ lineIds, refund }: OrderWrite) =>
  (refund?.lines ?? []).flatMap((parts, i) =>
    parts.map(part => ({ refundId: refund?.id ?? '', lineId: lineIds[i] ?? '', ...part })),
  )

/** The order was written before the refunds, from which a trigger derives its net refund. */
const deriveRefundedNet = (tx: Tx, orderWrites: readonly OrderWrite[]) => tx`
  update "order" set refunded_net = refunded_net
  where id = any (${orderWrites.flatMap(({ id, refund }) => (refund ? [id] : []))}::uuid[])`

/**
 * Returns a fulfillment for the delivered units and one for those on their way, because the file does not
 * distinguish other ones.
 */
function toFulfillmentRows({ draft, id, lineIds }: OrderWrite) {
  const listUnits = (count: (line: OrderLineDraft) => number) =>
    draft.lines.flatMap((line, i) => {
      const quantity = count(line)
      return line.requiresShipping && quantity > 0 ? [{ line: lineIds[i] ?? '', quantity }] : []
    })
  const shippedAt = draft.fulfilledAt || draft.placedAt
  const parcels = [
    { lines: listUnits(({ deliveredQuantity }) => deliveredQuantity), isDelivered: true },
    {
      lines: listUnits(line => line.fulfilledQuantity - line.deliveredQuantity),
      isDelivered: false,
    },
  ]
  return parcels
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, isDelivered }, i) => ({
      orderId: id,
      number: `${draft.number}-F${i + 1}`,
      status: isDelivered ? ('delivered' as const) : ('shipped' as const),
      lines,
      shippedAt,
      deliveredAt: isDelivered ? shippedAt : null,
    }))
}

/**
 * Advances the order counter beyond the imported numbers. It runs last, because new orders wait for
 * this row.
 */
async function advanceOrderCounter(tx: Tx, drafts: readonly OrderDraft[]): Promise<void> {
  const numbers = drafts.map(draft => draft.number)
  await tx`
    with used as (
      select max(substr(n, length(s.order_prefix) + 1)::bigint) as last
      from unnest(${numbers}::text[]) n, store s
      where s.id = current_store() and starts_with(n, s.order_prefix)
        and substr(n, length(s.order_prefix) + 1) ~ '^[0-9]{1,15}$'
    )
    insert into order_counter (store_id, last_number)
    select current_store(), last from used where last is not null
    on conflict (store_id) do update set last_number = greatest(order_counter.last_number, excluded.last_number)`
}
