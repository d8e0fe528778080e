import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import type { FulfillmentState } from '#contract/order/order-state.ts'
import { invariantQueries } from '../../../faults/lab/invariant-queries.ts'
import type { TestApp } from '../testing.ts'
import { listWrongClaims } from './sequence-claims.ts'
import { listWrongCredits, loadDocuments } from './sequence-credits.ts'
import { type FailedAmount, listWrongRefunds, sumPending } from './sequence-refunds.ts'
import { hasWaivedReturns, sumReturnDue } from './sequence-returns.ts'
import { listWrongStocks } from './sequence-stock.ts'

type Line = Order['lines'][number]
const noAmounts = { overpayment: 0, requestedOverpayment: 0, unsoldTotal: 0 }
/**
 * An order with the refunds of what was paid above its price, the same with those that are pending or failed, and
 * the price of unsold units that is not due.
 */
type CheckedOrder = Order & typeof noAmounts
type Rule = (order: CheckedOrder) => boolean

const countRefunded = ({ refunds }: Order, line: Line, key: 'quantity' | 'amount' | 'tax') =>
  sum(refunds.flatMap(({ lines }) => lines.filter(each => each.line === line._id)).map(l => l[key]))
const sumPayments = ({ payments }: Order, kind: 'payment' | 'refund') =>
  sum(payments.filter(payment => payment.kind === kind).map(({ amount }) => amount))
const countParcelUnits = ({ fulfillments }: Order, line: Line, statuses: readonly string[]) =>
  sum(
    fulfillments
      .filter(({ status }) => statuses.includes(status))
      .flatMap(({ lines }) => lines.filter(each => each.line === line._id))
      .map(({ quantity }) => quantity),
  )
const hasStatus = (order: Order, ...statuses: Order['status'][]) => statuses.includes(order.status)
const listShippedLines = ({ lines }: Order) => lines.filter(line => line.requiresShipping)
const left = ['shipped', 'delivered', 'lost']

/** Rules of a single order, which are written without the code that they check. */
const orderRules: Record<string, Rule> = {
  'the paid amount is that of the payments': order =>
    order.paidTotal === sumPayments(order, 'payment') &&
    order.refundedTotal === sumPayments(order, 'refund'),
  'not more is refunded than was paid, also with what is pending': order =>
    order.refundedTotal + sumPending(order) <= order.paidTotal,
  'a refund is the sum of its parts': ({ refunds }) =>
    refunds.every(
      ({ lines, shipping, additionalAmount, fee, amount, tax }) =>
        amount === sum(lines.map(line => line.amount)) + shipping + additionalAmount - fee &&
        tax >= 0 &&
        tax <= amount,
    ),
  'a line is refunded at most once': order =>
    order.lines.every(
      line =>
        countRefunded(order, line, 'quantity') <= line.quantity &&
        countRefunded(order, line, 'amount') <= line.total &&
        countRefunded(order, line, 'tax') <= line.tax,
    ),
  'the shipping is refunded at most once': ({ refunds, taxIncluded, ...order }) =>
    sum(refunds.map(({ shipping }) => shipping)) <=
    order.shippingTotal + (taxIncluded ? 0 : order.shippingTax),
  'not more tax is refunded than was charged': ({ refunds, taxTotal }) =>
    sum(refunds.map(({ tax }) => tax)) <= taxTotal,
  'units that left are those of the parcels': order =>
    listShippedLines(order).every(
      line => line.fulfilledQuantity === countParcelUnits(order, line, left),
    ),
  'parcels contain at most the units to ship': order =>
    listShippedLines(order).every(
      line =>
        countParcelUnits(order, line, [...left, 'packed']) + line.removedQuantity <= line.quantity,
    ),
  'only units that left came back': order =>
    listShippedLines(order).every(line => line.returnedQuantity <= line.fulfilledQuantity),
  'units are removed or returned once': ({ lines }) =>
    lines.every(line => line.removedQuantity + line.returnedQuantity <= line.quantity),
  'units that came back are those of returns and refunds': order =>
    hasStatus(order, 'returned') ||
    order.lines.every(line => line.returnedQuantity <= countComingBack(order, line)),
  'units are returned, claimed or replaced once': order =>
    order.lines.every(
      line => line.replacedQuantity + countOpenReturns(order, line) <= line.quantity,
    ),
  'a claim has as many units as it settles': ({ returns, refunds }) =>
    returns
      .filter(({ kind }) => kind === 'claim')
      .every(({ _id, status, lines }) =>
        lines.every(({ line, quantity, replacedQuantity }) => {
          const units = refunds
            .filter(refund => refund.return === _id)
            .flatMap(refund => refund.lines.filter(each => each.line === line))
          const refunded = sum(units.map(each => each.quantity))
          const open = quantity - replacedQuantity - refunded
          return open >= 0 && (status !== 'accepted' || lines.length > 1 || open > 0)
        }),
      ),
  'the payment status follows from the payments': order =>
    order.paymentStatus === derivePaymentStatus(order),
  'the balance follows from the payments and the sold units': hasFittingBalance,
  'a return that was completed without a refund owes nothing': hasWaivedReturns,
  'the fulfillment status follows from the parcels': order =>
    order.fulfillmentStatus === deriveFulfillmentStatus(order),
  'the return progress follows from the lines': order =>
    order.returnProgress === deriveReturnProgress(order),
  'the status fits the parcels': hasFittingStatus,
  'an order that is closed owes nothing': order =>
    !hasStatus(order, 'cancelled', 'returned') || order.balance <= 0,
  'an order without units and money is canceled': order =>
    !hasStatus(order, 'pending', 'confirmed', 'processing', 'ready', 'on_hold') ||
    order.lines.some(line => line.removedQuantity < line.quantity) ||
    order.paidTotal > order.refundedTotal + sumPending(order),
  'a canceled order with refunds stays canceled': ({ timeline, refunds }) =>
    timeline
      .filter(({ type, data }) => type === 'status_changed' && data['from'] === 'cancelled')
      .every(({ at }) => refunds.every(each => each.amount === 0 || each.createdAt >= at)),
  'an order whose units all came back is returned': ({ status, returnProgress }) =>
    status === 'returned' || returnProgress !== 'returned',
  'only closed orders are in the archive': order =>
    order.archivedAt === null ||
    hasStatus(order, 'delivered', 'completed', 'cancelled', 'returned'),
}

/** The units of a claim that was settled by hand can be claimed again. */
const isOpenReturn = (kind: OrderReturn['kind'], status: OrderReturn['status']) =>
  kind === 'claim'
    ? status === 'requested' || status === 'accepted'
    : status !== 'declined' && status !== 'canceled'

function countOpenReturns({ returns }: Order, line: Line): number {
  return sum(
    returns
      .filter(({ kind, status }) => isOpenReturn(kind, status))
      .flatMap(({ lines }) => lines.filter(each => each.line === line._id))
      .map(each => each.quantity - each.receivedQuantity - each.replacedQuantity),
  )
}

function countComingBack(order: Order, line: Line): number {
  const received = sum(
    order.returns
      .flatMap(({ lines }) => lines.filter(each => each.line === line._id))
      .map(({ receivedQuantity }) => receivedQuantity),
  )
  return received + countRefunded(order, line, 'quantity')
}

function derivePaymentStatus(order: CheckedOrder): string {
  const { status, total, unsoldTotal, overpayment } = order
  const paid = sumPayments(order, 'payment')
  // Pending refunds change the balance, and the status once they are confirmed.
  const balance = total - unsoldTotal - (paid - overpayment)
  const refunded = sumPayments(order, 'refund')
  const isClosed = hasStatus(order, 'cancelled', 'returned')
  if (paid === 0 && status === 'cancelled') return 'voided'
  if (paid === 0 && total === 0) return 'paid'
  if (paid === 0) return isClosed ? 'voided' : 'unpaid'
  if (!isClosed && balance > 0) return paid === refunded ? 'unpaid' : 'partially_paid'
  if (paid === refunded) return 'refunded'
  if (isClosed ? paid - overpayment > total : balance < 0) return 'overpaid'
  if (refunded > overpayment) return 'partially_refunded'
  return isClosed && paid - overpayment < total ? 'partially_paid' : 'paid'
}

/** Returns the price of units that came back or were removed and that no refund names. */
const sumUnsold = ({ lines, refunds }: Order) =>
  sum(
    lines.map(line => {
      const unsold = line.removedQuantity + line.returnedQuantity
      const named = refunds
        .flatMap(refund => refund.lines.map(row => ({ ...row, isReturn: refund.return !== null })))
        .filter(row => row.line === line._id && (row.isReturn || row.disposition !== 'keep'))
      const price = Math.round((line.total * unsold) / line.quantity)
      return Math.max(0, price - sum(named.map(({ amount }) => amount)))
    }),
  )

/** Money that was paid stays paid, and the rest is due unless its units are gone. */
function hasFittingBalance(order: CheckedOrder): boolean {
  if (hasStatus(order, 'cancelled', 'returned')) return order.balance <= 0
  const { total, overpayment, balance, unsoldTotal } = order
  const paid = sumPayments(order, 'payment')
  const unsold = sumUnsold(order)
  return (
    balance >= total - unsoldTotal - (paid - overpayment) - sumReturnDue(order) &&
    balance <= total - unsoldTotal - (paid - overpayment - sumPending(order)) &&
    unsoldTotal <= unsold &&
    (paid > 0 || unsoldTotal === unsold)
  )
}

function deriveFulfillmentStatus(order: Order): string {
  const lines = listShippedLines(order)
  const toShip = sum(lines.map(line => line.quantity - line.removedQuantity))
  const count = (statuses: readonly string[]) =>
    sum(lines.map(line => countParcelUnits(order, line, statuses)))
  const delivered = count(['delivered'])
  if (toShip === 0) return 'not_required'
  if (count(left) === 0) return 'unfulfilled'
  if (delivered > 0) return delivered < toShip ? 'partially_delivered' : 'delivered'
  return count(left) < toShip ? 'partially_fulfilled' : 'fulfilled'
}

function deriveReturnProgress({ lines }: Order): string {
  if (lines.every(line => line.returnedQuantity === 0)) return 'none'
  const kept = sum(lines.map(line => line.quantity - line.returnedQuantity - line.removedQuantity))
  return kept > 0 ? 'partially_returned' : 'returned'
}

function hasFittingStatus(order: Order): boolean {
  const lines = listShippedLines(order)
  const toShip = sum(lines.map(line => line.quantity - line.removedQuantity))
  const gone = sum(lines.map(line => countParcelUnits(order, line, left)))
  const isAllGone = gone === toShip
  const hasParcel = (...statuses: FulfillmentState[]) =>
    order.fulfillments.some(({ status }) => statuses.includes(status))
  const isLost = hasParcel('lost') && !hasParcel('shipped', 'delivered')
  switch (order.status) {
    case 'draft':
      return order.fulfillments.length === 0 && order.refunds.length === 0 && order.paidTotal === 0
    case 'cancelled':
      return order.fulfillments.every(({ status }) => status === 'cancelled')
    case 'pending':
    case 'confirmed':
    case 'ready':
    case 'processing':
      return gone === 0 || !isAllGone || toShip === 0
    case 'shipped':
      return isAllGone && (toShip === 0 || hasParcel('shipped') || isLost)
    case 'delivered':
      return isAllGone && !hasParcel('shipped') && !isLost
    case 'completed':
      return isAllGone
    case 'returned':
      return order.lines.every(
        line => line.returnedQuantity + line.removedQuantity === line.quantity,
      )
    default:
      return true
  }
}

/** Returns the names of the rules that the orders of the store break. */
export async function listBrokenRules(t: TestApp, orders: readonly Order[], moneyIn: number) {
  const checkedOrders = await loadCheckedOrders(t, orders)
  const broken = checkedOrders.flatMap(order =>
    Object.entries(orderRules)
      .filter(([, holds]) => !holds(order))
      .map(([name]) => `${order.number}: ${name}`),
  )
  if (!isMoneyKept(orders, moneyIn)) broken.push('the money that came in is kept or was paid back')
  return t.inStore(async tx => {
    for (const [name, query] of Object.entries(invariantQueries)) {
      const rows = await tx.unsafe(`select * from (${query}) violations limit 3`)
      if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows)}`)
    }
    const failed = await tx<FailedAmount[]>`
      select order_id, amount::float8 as amount from payment_refund where state = 'failed'`
    const documents = await loadDocuments(tx)
    const variants = await tx<{ id: string; stock: number }[]>`select id, stock from variant`
    return [
      ...broken,
      ...listWrongRefunds(orders, failed),
      ...listWrongClaims(orders),
      ...listWrongCredits(documents),
      ...listWrongStocks(orders, variants),
    ]
  })
}

const loadCheckedOrders = (t: TestApp, orders: readonly Order[]): Promise<CheckedOrder[]> =>
  t.inStore(async tx => {
    const rows = await tx<({ id: string } & typeof noAmounts)[]>`
      select o.id, o.unsold_total, coalesce((
        select sum(p.overpayment) from payment p where p.order_id = o.id
      ), 0)::float8 as overpayment, coalesce((
        select sum(r.overpayment) from refund r where r.order_id = o.id
      ), 0)::float8 as "requestedOverpayment" from "order" o`
    return orders.map(order => ({
      ...order,
      ...(rows.find(({ id }) => id === order._id) ?? noAmounts),
    }))
  })

/** Money that pays another order is neither kept twice nor paid back. */
function isMoneyKept(orders: readonly Order[], moneyIn: number): boolean {
  const numbers = orders.map(({ number }) => number)
  const add = (kind: 'payment' | 'refund', isTransfer: boolean) =>
    sum(
      orders
        .flatMap(({ payments }) => payments)
        .filter(each => each.kind === kind && numbers.includes(each.reference) === isTransfer)
        .map(({ amount }) => amount),
    )
  const kept = sum(orders.map(({ paidTotal, refundedTotal }) => paidTotal - refundedTotal))
  return (
    add('payment', true) === add('refund', true) &&
    add('payment', false) === moneyIn &&
    kept + add('refund', false) === moneyIn
  )
}
