import { countLineUnits, listOpenUnits } from './open-units.ts'
import type { Order } from './order.ts'
import type { LineUnits } from './order-input.ts'
import type { OrderLine, OrderRefund, OrderReturn } from './order-part.ts'
import type { unitDispositions } from './order-state.ts'

type ReturnLine = Pick<
  OrderReturn['lines'][number],
  'line' | 'quantity' | 'receivedQuantity' | 'replacedQuantity' | 'refundedQuantity'
>
type ReturnedOrder = {
  lines: readonly Pick<
    OrderLine,
    '_id' | 'fulfilledQuantity' | 'returnedQuantity' | 'replacedQuantity'
  >[]
  returns: readonly (Pick<OrderReturn, 'kind' | 'status'> & { lines: readonly ReturnLine[] })[]
}

const endedStates: readonly OrderReturn['status'][] = ['declined', 'canceled']

/**
 * Returns the units that no other return or claim can contain, because this one does. Received units count
 * as returned, and replaced ones as replaced. A claim that has ended binds only the units that it refunded.
 */
function listBoundUnits({ kind, status, lines }: ReturnedOrder['returns'][number]): LineUnits[] {
  const isEnded = endedStates.includes(status) || (kind === 'claim' && status === 'settled')
  return lines.map(line => ({
    line: line.line,
    quantity: isEnded
      ? line.refundedQuantity
      : line.quantity - line.receivedQuantity - line.replacedQuantity,
  }))
}

/** Returns how many units of each line were shipped, were not replaced and are in no return and no claim. */
function listUnboundUnits({ lines, returns }: ReturnedOrder): LineUnits[] {
  // The units of a canceled return can still be sent back, even if their price was refunded.
  const boundUnits = returns
    .filter(({ kind, status }) => kind === 'claim' || !endedStates.includes(status))
    .flatMap(listBoundUnits)
  return lines.map(({ _id, fulfilledQuantity, returnedQuantity, replacedQuantity }) => ({
    line: _id,
    quantity: Math.max(
      0,
      fulfilledQuantity - returnedQuantity - replacedQuantity - countLineUnits(boundUnits, _id),
    ),
  }))
}

type ShippedOrder = ReturnedOrder & {
  fulfillments: readonly Pick<Order['fulfillments'][number], 'status' | 'lines'>[]
}

/**
 * Returns how many units of each line can be sent back: those of `listUnboundUnits` without the ones in lost
 * parcels. Units that were replaced, claimed or refunded without a return are assumed to be the lost ones.
 */
export function listReturnableUnits(order: ShippedOrder): LineUnits[] {
  const lostUnits = order.fulfillments
    .filter(({ status }) => status === 'lost')
    .flatMap(({ lines }) => lines)
  const receivedUnits = order.returns
    .flatMap(({ lines }) => lines)
    .map(({ line, receivedQuantity: quantity }) => ({ line, quantity }))
  const claimedUnits = order.returns.filter(({ kind }) => kind === 'claim').flatMap(listBoundUnits)
  return listUnboundUnits(order).map(({ line, quantity }) => {
    const { returnedQuantity = 0, replacedQuantity = 0 } =
      order.lines.find(({ _id }) => _id === line) ?? {}
    const refunded = returnedQuantity - countLineUnits(receivedUnits, line)
    const settled = refunded + replacedQuantity + countLineUnits(claimedUnits, line)
    const lost = Math.max(0, countLineUnits(lostUnits, line) - settled)
    return { line, quantity: Math.max(0, quantity - lost) }
  })
}

export type ReplaceableOrder = ReturnedOrder & {
  refunds: readonly (Pick<OrderRefund, 'return'> & {
    lines: readonly Pick<OrderRefund['lines'][number], 'line' | 'quantity' | 'disposition'>[]
  })[]
}

/**
 * Returns how many units of each line can be replaced, also lost ones: those that are in no return and no claim and
 * whose price was not refunded.
 */
export function listReplaceableUnits(order: ReplaceableOrder): LineUnits[] {
  // Units of other returns, and those that came back with a refund, are not returnable.
  const refundedUnits = [
    ...order.refunds
      .filter(refund => refund.return === null)
      .flatMap(({ lines }) => lines)
      .filter(({ disposition }) => disposition === 'keep'),
    ...order.returns
      .filter(({ kind, status }) => kind === 'return' && endedStates.includes(status))
      .flatMap(listBoundUnits),
  ]
  return listUnboundUnits(order).map(({ line, quantity }) => ({
    line,
    quantity: Math.max(0, quantity - countLineUnits(refundedUnits, line)),
  }))
}

/** Returns how many units of each line of a claim or a return were neither replaced nor refunded with it. */
export const listOpenClaimUnits = ({ lines }: { lines: readonly ReturnLine[] }): LineUnits[] =>
  lines.map(({ line, quantity, replacedQuantity, refundedQuantity }) => ({
    line,
    quantity: Math.max(0, quantity - replacedQuantity - refundedQuantity),
  }))

type Disposition = (typeof unitDispositions)[number]
type RefundableLine = ReplaceableOrder['lines'][number] &
  Pick<OrderLine, 'quantity' | 'removedQuantity' | 'requiresShipping'>
export type RefundableOrder = Pick<Order, 'status'> &
  Omit<ReplaceableOrder, 'lines'> & {
    lines: readonly RefundableLine[]
    fulfillments: Parameters<typeof listOpenUnits>[0]['fulfillments']
  }
/** Units that a refund can name: those that did not leave the store, and those that did. */
type MovableUnits = { line: string; open: number; shipped: number }

/** Returns whether all units of the order went back before, so that a refund moves none of them. */
export const hasReturnedUnits = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'cancelled' || status === 'returned'

/**
 * Returns the units of each line that a refund can take off the order, or that the customer keeps.
 * Packed units, and those in a return or a claim, have to leave their parcel or return first.
 */
export function listMovableUnits(order: RefundableOrder, disposition: Disposition): MovableUnits[] {
  const isKept = disposition === 'keep'
  const openUnits = listOpenUnits(order)
  const shippedUnits = listShippedUnits(order, disposition)
  return order.lines.map(line => ({
    line: line._id,
    open: isKept
      ? line.quantity - line.removedQuantity - line.fulfilledQuantity
      : countOpenUnits(line, openUnits),
    shipped: countLineUnits(shippedUnits, line._id),
  }))
}

/** Lost units are kept or written off: they can't go into the stock. */
function listShippedUnits(order: RefundableOrder, disposition: Disposition): LineUnits[] {
  if (disposition === 'keep') return listReplaceableUnits(order)
  return disposition === 'restock' ? listReturnableUnits(order) : listUnboundUnits(order)
}

function countOpenUnits(line: RefundableLine, openUnits: ReturnType<typeof listOpenUnits>): number {
  const { quantity, fulfilledQuantity, returnedQuantity, removedQuantity } = line
  return line.requiresShipping
    ? countLineUnits(openUnits, line._id)
    : quantity - Math.max(fulfilledQuantity, returnedQuantity) - removedQuantity
}

/**
 * Returns the units of each line of an order, or of its return, that can be refunded: those whose price
 * was not refunded yet.
 */
export function listRefundableUnits(
  order: RefundableOrder,
  { disposition, orderReturn }: { disposition: Disposition; orderReturn?: OrderReturn | undefined },
): { line: string; quantity: number }[] {
  return limitToUnrefunded(
    order,
    orderReturn ? listOpenClaimUnits(orderReturn) : listUnits(order, disposition),
  )
}

/**
 * Returns how many units of each line of a return or a claim settle it once their price is refunded or they are
 * exchanged or replaced. Missing units do not count, nor do those whose price was refunded before.
 */
export const listUnsettledUnits = (
  order: Pick<RefundableOrder, 'refunds'> & { lines: readonly RefundedLine[] },
  { lines }: { lines: readonly (ReturnLine & { missingQuantity: number })[] },
): LineUnits[] =>
  limitToUnrefunded(
    order,
    listOpenClaimUnits({
      lines: lines.map(line => ({ ...line, quantity: line.quantity - line.missingQuantity })),
    }),
  )

/**
 * Returns whether staff can open a return again: one that was settled by hand, because the price of units was not
 * returned, or a declined one whose units can still be sent back. An order whose units are all back has none to
 * receive.
 */
export function isReopenable(order: ReopenedOrder, orderReturn: OrderReturn): boolean {
  if (orderReturn.kind !== 'return' || hasReturnedUnits(order)) return false
  if (orderReturn.status === 'declined') {
    const units = listReturnableUnits(order)
    return orderReturn.lines.every(each => each.quantity <= countLineUnits(units, each.line))
  }
  return (
    orderReturn.status === 'settled' &&
    listUnsettledUnits(order, orderReturn).some(({ quantity }) => quantity > 0)
  )
}
type ReopenedOrder = Pick<Order, 'status' | 'lines' | 'refunds' | 'returns' | 'fulfillments'>

const limitToUnrefunded = (
  order: Parameters<typeof countUnrefunded>[0],
  units: readonly LineUnits[],
): LineUnits[] =>
  units.map(({ line, quantity }) => ({
    line,
    quantity: Math.max(0, Math.min(quantity, countUnrefunded(order, line))),
  }))

function listUnits(order: RefundableOrder, disposition: Disposition) {
  if (hasReturnedUnits(order))
    return order.lines.map(({ _id: line, quantity }) => ({ line, quantity }))
  return listMovableUnits(order, disposition).map(({ line, open, shipped }) => ({
    line,
    quantity: open + shipped,
  }))
}

type RefundedLine = Pick<OrderLine, '_id' | 'quantity'>
const countUnrefunded = (
  order: Pick<RefundableOrder, 'refunds'> & { lines: readonly RefundedLine[] },
  id: string,
): number => {
  const line = order.lines.find(({ _id }) => _id === id)
  return (line?.quantity ?? 0) - countRefundedUnits(order, id)
}

/** Returns how many units of a line were refunded, whether they were sent back or not. */
export const countRefundedUnits = (
  { refunds }: { refunds: readonly { lines: readonly LineUnits[] }[] },
  line: string,
): number =>
  countLineUnits(
    refunds.flatMap(({ lines }) => lines),
    line,
  )
