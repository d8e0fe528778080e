import type { z } from 'zod'
import { Order } from '#contract/order/order.ts'
import type { PaymentInput } from '#contract/order/order-input.ts'
import {
  Fulfillment,
  type LinkedOrder,
  OrderDiscount,
  OrderEvent,
  OrderLine,
  OrderPayment,
  OrderRefund,
  type OrderWithdrawal,
  PendingRefund,
} from '#contract/order/order-part.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import type { BankAccount } from '#contract/payment/payment-method.ts'
import { selectSendsEmails } from '../customer/rule/mailed-order.ts'
import { assertFound, assertVersion, Problem } from '../lib/call/problem.ts'
import { selectColumns, type Tx } from '../lib/db/db.ts'
import { matchIds } from '../lib/db/match-ids.ts'
import { batch, type QueryBatch, runBatch } from '../lib/db/query-batch.ts'
import { selectPartColumns, selectParts } from '../lib/db/record-part.ts'
import { isEditableNote } from './fulfillment/order-event.ts'
import { getBalance, listAllowedTransitions } from './fulfillment/order-status.ts'
import type { OrderReductions } from './fulfillment/order-value.ts'
import type { OrderTimestamp } from './fulfillment/plan-transition.ts'
import { selectReplacedUnits } from './items/replaced-units.ts'
import { selectUncanceledLabels } from './label/uncanceled-labels.ts'
import type { RefundAmounts } from './payment/load-refund-amounts.ts'
import { withPendingRefunds } from './payment/pending-refund.ts'
import { selectRefundAmounts } from './payment/select-refund-amounts.ts'
import { selectReturns } from './return/select-returns.ts'
import { selectWithdrawals } from './return/select-withdrawals.ts'
import { getShipBy, type StoreTimes, storeTimesColumn } from './ship-by.ts'

/** The fields of an order that are not columns of its row. */
const derivedFields = [
  'lines',
  'payments',
  'pendingRefunds',
  'refunds',
  'fulfillments',
  'timeline',
  'discounts',
  'uncanceledLabels',
  'returns',
  'withdrawal',
  'originalOrder',
  'followingOrders',
  'allowedTransitions',
  'keptTotal',
  'balance',
  'shipBy',
  'isLate',
  'sendsEmails',
] as const satisfies readonly (keyof Order)[]

/** The row of an order, with columns that the status rules need and the reply does not contain. */
type OrderRecord = Omit<Order, (typeof derivedFields)[number]> & {
  previousStatus: OrderStatus | null
  deliveredAt: string | null
  isCustomerErased: boolean
} & OrderReductions
export type OrderLineRecord = OrderLine & { isStockDeducted: boolean; replacesLine: string | null }
export type LockedOrder = OrderRecord & {
  lines: OrderLineRecord[]
  fulfillments: z.infer<typeof Fulfillment>[]
  refunds: { amount: number }[]
}

type OrderParts = Pick<LockedOrder, 'lines' | 'fulfillments'> &
  Pick<
    Order,
    | 'payments'
    | 'pendingRefunds'
    | 'refunds'
    | 'timeline'
    | 'discounts'
    | 'uncanceledLabels'
    | 'returns'
    | 'followingOrders'
    | 'sendsEmails'
  > &
  RefundAmounts & {
    withdrawals: z.infer<typeof OrderWithdrawal>[]
    originals: LinkedOrder[]
    storeTimes: StoreTimes
  }

type OrderColumns = Pick<Order, 'number' | 'currency'> &
  Partial<Omit<OrderRecord, '_id' | 'customer' | 'version' | OrderTimestamp>> &
  Partial<Record<Exclude<OrderTimestamp, 'createdAt'>, Date | string | null>> & {
    customerId?: string | null
    customerName?: string
    customerEmail?: string
    customerPhone?: string
    customerCompany?: string
    customerVatId?: string
    cartHash?: Buffer
    language?: string
    paymentInstructions?: string
    bankAccount?: BankAccount | null
  }
type OrderLineColumns = Pick<OrderLine, 'title' | 'quantity' | 'unitPrice' | 'total'> &
  Partial<Omit<OrderLineRecord, '_id' | 'product' | 'variant' | `replace${string}`>> & {
    orderId: string
    productId?: string | null
    variantId?: string | null
    cost?: number | null
  }
/** The ids of a payment on the page of a provider. */
export type ProviderPayment = { provider: PaymentProviderCode; providerPaymentId: string }
type PaymentColumns = Omit<z.infer<typeof PaymentInput>, 'method' | 'version'> &
  Pick<z.infer<typeof OrderPayment>, 'kind' | 'method'> &
  Partial<ProviderPayment> & {
    orderId: string
    refundId?: string
    /** The part of a refund that was paid above the total. */
    overpayment?: number
    at?: Date | string
  }
type FulfillmentColumns = Partial<
  Omit<z.infer<typeof Fulfillment>, '_id' | 'createdAt' | 'shippedAt' | 'deliveredAt'>
> & { orderId: string } & Partial<
    Record<'createdAt' | 'shippedAt' | 'deliveredAt', Date | string | null>
  >
declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    order: OrderColumns
    order_line: OrderLineColumns
    payment: PaymentColumns
    fulfillment: FulfillmentColumns
  }
}

export const customerColumn = (tx: Tx) => tx`
  jsonb_build_object('_id', o.customer_id, 'name', o.customer_name,
    'email', o.customer_email, 'phone', o.customer_phone,
    'company', o.customer_company, 'vatId', o.customer_vat_id) as customer`
const columns = {
  order: selectColumns(Order, {
    alias: 'o',
    omit: ['customer', ...derivedFields],
  }),
  line: selectPartColumns(OrderLine, { omit: ['product', 'variant', 'replacedQuantity'] }),
  fulfillment: selectPartColumns(Fulfillment),
  payment: selectPartColumns(OrderPayment),
  pendingRefund: selectPartColumns(PendingRefund),
  event: selectPartColumns(OrderEvent, { omit: ['hasDetails', 'isEditable'] }),
  refund: selectPartColumns(OrderRefund, { omit: ['lines', 'return', 'failedAmount'] }),
  discount: selectPartColumns(OrderDiscount),
}
const orderColumns = (tx: Tx) => tx`${columns.order(tx)}, o.previous_status,
  o.delivered_at, o.is_customer_erased, o.unsold_total, o.refunded_overpayment, ${customerColumn(tx)}`
const lineColumns = (tx: Tx) =>
  tx`${columns.line(tx)}, product_id as product, variant_id as variant,
    is_stock_deducted as "isStockDeducted", replaces_line_id as "replacesLine",
    ${selectReplacedUnits(tx, tx`order_line.id`)} as "replacedQuantity"`

const selectReferences = (tx: Tx, condition: ReturnType<Tx>) =>
  tx<LinkedOrder[]>`select id as "_id", number from "order" where ${condition} order by id`

/** Returns the query that reads a whole order. */
export const getOrderBatch = (tx: Tx, id: string): QueryBatch<Order> => {
  const lines = tx`
    select ${lineColumns(tx)} from order_line where order_id = ${id} order by position, id`
  const fulfillments = tx`
    select ${columns.fulfillment(tx)} from fulfillment where order_id = ${id} order by id`
  const payments = tx`
    select ${columns.payment(tx)} from payment where order_id = ${id} order by id`
  const pendingRefunds = tx`
    select ${columns.pendingRefund(tx)} from payment_refund
    where order_id = ${id} and state = 'pending' order by id`
  const refundLines = tx`
    select line_id as line, quantity, amount, tax, disposition from refund_line
    where refund_id = refund.id order by id`
  const refunds = tx`
    select ${columns.refund(tx)}, return_id as return, ${selectParts(tx, refundLines)} as lines,
      failed_refund_amount(refund, o) as "failedAmount" from refund
    where order_id = ${id} order by id`
  const timeline = tx`
    select ${columns.event(tx)}, before is not null as "hasDetails",
      ${isEditableNote(tx)} as "isEditable"
    from order_event where order_id = ${id} order by id`
  const discounts = tx`
    select ${columns.discount(tx)} from order_discount where order_id = ${id} order by id`
  const originalOrders = selectReferences(tx, tx`id = o.original_order_id`)
  const followingOrders = selectReferences(tx, tx`original_order_id = ${id}`)
  const orders = tx<(OrderRecord & OrderParts)[]>`
    select ${orderColumns(tx)}, ${selectParts(tx, lines)} as lines,
      ${selectParts(tx, fulfillments)} as fulfillments,
      ${selectParts(tx, payments)} as payments, ${selectParts(tx, refunds)} as refunds,
      ${selectParts(tx, pendingRefunds)} as pending_refunds,
      ${selectParts(tx, timeline)} as timeline, ${selectParts(tx, discounts)} as discounts,
      ${selectParts(tx, selectUncanceledLabels(tx, id))} as uncanceled_labels,
      ${selectParts(tx, selectReturns(tx, id))} as returns,
      ${selectParts(tx, selectWithdrawals(tx, id))} as withdrawals,
      ${selectParts(tx, originalOrders)} as originals, ${selectParts(tx, followingOrders)} as following_orders,
      amounts.*, ${selectSendsEmails(tx)} as sends_emails, ${storeTimesColumn(tx)}
    from "order" o cross join lateral order_refund_amounts(o) amounts where o.id = ${id}`
  return batch([orders], ([[row]]) => {
    const found = assertFound(row, 'order_not_found')
    const { withdrawals, originals, pendingOverpayment, storeTimes, ...order } = found
    const refunds = [...order.refunds, ...order.pendingRefunds]
    return {
      ...order,
      withdrawal: withdrawals[0] ?? null,
      originalOrder: originals[0] ?? null,
      balance: getBalance(withPendingRefunds(order, { ...order, pendingOverpayment })),
      ...getShipBy(order, storeTimes),
      allowedTransitions:
        order.archivedAt === null ? listAllowedTransitions({ ...order, refunds }) : [],
    }
  })
}

export const getOrder = (tx: Tx, id: string) => runBatch(getOrderBatch(tx, id))

/**
 * Locks an order until the end of the transaction.
 * @throws Problem 404 order_not_found, or 409 version_conflict with the current order
 */
export async function lockOrder(tx: Tx, id: string, version?: number): Promise<LockedOrder> {
  const [row] = await lockOrders(tx, [id])
  const order = assertFound(row, 'order_not_found')
  if (version !== undefined && version !== order.version)
    assertVersion(await getOrder(tx, id), version)
  return order
}

/** Locks orders in the order of their ids, with those that they exchange or replace. Returns the orders that exist. */
export const lockOrders = (tx: Tx, ids: readonly string[]) => loadOrders(tx, ids, tx`for update`)

/** Like `lockOrders`, but without the lock unless one is given. */
export async function loadOrders(tx: Tx, ids: readonly string[], lock = tx``) {
  const [rows, getParts, refunds] = await Promise.all([
    // Sent before the queries of the lines, which would otherwise be read before the lock is acquired.
    tx<OrderRecord[]>`
      select ${orderColumns(tx)} from "order" o where o.id in (
        select id from "order" where id ${matchIds(tx, ids)}
        union all
        select original_order_id from "order" where id ${matchIds(tx, ids)} and return_id is not null
      ) order by o.id ${lock}`.execute(),
    loadLinesAndFulfillments(tx, ids),
    selectRefundAmounts(tx, ids),
  ])
  const refundsByOrder = Map.groupBy(refunds, ({ orderId }) => orderId)
  return rows
    .filter(({ _id }) => ids.includes(_id))
    .map(row => ({ ...row, ...getParts(row._id), refunds: refundsByOrder.get(row._id) ?? [] }))
}

/** Locks an order for a change by staff. @throws Problem like `lockOrder`, or 409 order_archived */
export async function lockChangeableOrder(
  tx: Tx,
  id: string,
  version?: number,
): Promise<LockedOrder> {
  const order = await lockOrder(tx, id, version)
  assertChangeable(order)
  return order
}

/** @throws Problem 409 order_archived */
export function assertChangeable({ archivedAt }: Pick<Order, 'archivedAt'>): void {
  if (archivedAt !== null) throw new Problem(409, 'order_archived')
}

type OrderLinesAndFulfillments = Pick<LockedOrder, 'lines' | 'fulfillments'>

/** Returns a function that returns the current lines and fulfillments of one of the orders. */
export async function loadLinesAndFulfillments(
  tx: Tx,
  ids: readonly string[],
): Promise<(id: string) => OrderLinesAndFulfillments> {
  const [lines, fulfillments] = await Promise.all([
    tx<(OrderLineRecord & { orderId: string })[]>`
      select order_id, ${lineColumns(tx)} from order_line
      where order_id ${matchIds(tx, ids)} order by position, id`,
    tx<(z.infer<typeof Fulfillment> & { orderId: string })[]>`
      select order_id, ${columns.fulfillment(tx)} from fulfillment
      where order_id ${matchIds(tx, ids)} order by id`,
  ])
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const fulfillmentsByOrder = Map.groupBy(fulfillments, ({ orderId }) => orderId)
  return id => ({
    lines: linesByOrder.get(id) ?? [],
    fulfillments: fulfillmentsByOrder.get(id) ?? [],
  })
}
