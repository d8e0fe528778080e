import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { FulfillmentState } from '#contract/order/order-state.ts'
import { invariantQueries } from '../../../faults/lab/invariant-queries.ts'
import type { TestApp } from '../testing.ts'

type Line = Order['lines'][number]
type Rule = (order: Order) => boolean

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
const sumPending = ({ pendingRefunds }: Order) => sum(pendingRefunds.map(({ amount }) => amount))
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
    hasStatus(order, 'returned', 'completed', 'delivered') ||
    order.lines.every(line => line.returnedQuantity <= countComingBack(order, line)),
  'the payment status follows from the payments': order =>
    order.paymentStatus === derivePaymentStatus(order),
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
  'only closed orders are in the archive': order =>
    order.archivedAt === null ||
    hasStatus(order, 'delivered', 'completed', 'cancelled', 'returned'),
}

function countComingBack(order: Order, line: Line): number {
  const received = sum(
    order.returns
      .flatMap(({ lines }) => lines.filter(each => each.line === line._id))
      .map(({ receivedQuantity }) => receivedQuantity),
  )
  return received + countRefunded(order, line, 'quantity')
}

function derivePaymentStatus(order: Order): string {
  const paid = sumPayments(order, 'payment')
  const kept = paid - sumPayments(order, 'refund')
  if (paid === 0 && order.status === 'cancelled') return 'voided'
  if (paid === 0) return order.total === 0 ? 'paid' : 'unpaid'
  if (kept === 0) return 'refunded'
  if (kept === order.total) return 'paid'
  if (kept > order.total) return 'overpaid'
  return kept < paid ? 'partially_refunded' : 'partially_paid'
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
      return isAllGone && (lines.length === 0 || hasParcel('shipped') || isLost)
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

type FailedRefund = { orderId: string; amount: number }

/** The refunds of an order are equal to the amounts that were refunded, are pending, or failed at the provider. */
function listWrongRefunds(orders: readonly Order[], failed: readonly FailedRefund[]): string[] {
  return orders.flatMap(order => {
    const requested = sum(order.refunds.map(({ amount }) => amount))
    const failedAmount = sum(
      failed.filter(({ orderId }) => orderId === order._id).map(({ amount }) => amount),
    )
    const found = order.refundedTotal + sumPending(order) + failedAmount
    return requested === found ? [] : [`${order.number}: refunds over ${requested}, not ${found}`]
  })
}

type IssuedDocument = {
  id: string
  orderId: string
  correctsId: string | null
  kind: 'invoice' | 'credit_note'
  total: number
  creditedTotal: number
  /** The money that was returned, also before the document was issued. */
  refundedTotal: number
  /** The part of refunds that also wait for a provider. They are credited afterwards. */
  waitingTotal: number
  /** The part of it that can be an overpayment, or is above the total of the document. */
  overpaid: number
  document: InvoiceDocument
}

/** Returns the names of the rules that the orders of the store break. */
export async function listBrokenRules(t: TestApp, orders: readonly Order[], moneyIn: number) {
  const broken = orders.flatMap(order =>
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
    const failed = await tx<FailedRefund[]>`
      select order_id, amount::float8 as amount from payment_refund where state = 'failed'`
    const documents = await tx<IssuedDocument[]>`
      select i.id, i.order_id, i.corrects_id, i.kind, i.total, i.credited_total, i.document,
        o.refunded_total, coalesce((
          select sum(p.amount) from payment p
          where p.order_id = o.id and p.kind = 'refund' and exists (
            select from payment_refund r where r.refund_id = p.refund_id and r.state = 'pending')
        ), 0)::float8 as waiting_total,
        (greatest(o.paid_total - o.total, 0) + greatest(o.total - i.total, 0))::float8 as overpaid
      from invoice i join "order" o on o.id = i.order_id where i.number is not null order by i.id`
    return [...broken, ...listWrongRefunds(orders, failed), ...listWrongCredits(documents)]
  })
}

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

/** An invoice less its credit notes is what the store keeps of it, at each tax rate. */
function listWrongCredits(documents: readonly IssuedDocument[]): string[] {
  return documents
    .filter(({ kind }) => kind === 'invoice')
    .flatMap(invoice => {
      const notes = documents.filter(({ correctsId }) => correctsId === invoice.id)
      const credited = sum(notes.map(({ total }) => total))
      // Another invoice can be issued once the earlier one is credited.
      const isLast = !documents.some(
        ({ id, kind, orderId }) =>
          kind === 'invoice' && orderId === invoice.orderId && id > invoice.id,
      )
      const { total, refundedTotal, waitingTotal, overpaid } = invoice
      const highest = isLast ? Math.min(total, refundedTotal) : total
      // Overpayments are not credited.
      const lowest = isLast
        ? Math.min(total, Math.max(refundedTotal - waitingTotal - overpaid, 0))
        : total
      const rates = [...new Set([invoice, ...notes].flatMap(({ document }) => document.taxes))]
      const isNegative = rates.some(({ rate }) =>
        (['base', 'tax'] as const).some(
          key => sumRate(invoice, rate, key) < sumRates(notes, rate, key),
        ),
      )
      return [
        ...(credited === invoice.creditedTotal
          ? []
          : ['the credit notes are those of the invoice']),
        ...(credited >= lowest && credited <= highest
          ? []
          : [`credit notes over ${credited} instead of ${lowest} to ${highest}`]),
        ...(isNegative ? ['more is credited at a tax rate than was charged'] : []),
      ]
    })
}

const sumRate = ({ document }: IssuedDocument, wanted: number, key: 'base' | 'tax') =>
  sum(document.taxes.filter(({ rate }) => rate === wanted).map(tax => tax[key]))
const sumRates = (documents: readonly IssuedDocument[], rate: number, key: 'base' | 'tax') =>
  sum(documents.map(document => sumRate(document, rate, key)))
