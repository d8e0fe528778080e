import { calculateShare } from '#contract/lib/money/share.ts'
import { sum } from '#contract/lib/sum.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import type { Tx } from '../../lib/db/db.ts'

/** The amounts of an order from which its value and its balance follow. */
export type OrderAmounts = OrderReductions & {
  total: number
  paidTotal: number
  refundedTotal: number
}
export type OrderReductions = {
  /** The part of `refundedTotal` that was paid above the total. */
  refundedOverpayment: number
  /** The price of returned and removed units that is not due, because it was not paid. */
  unsoldTotal: number
}

/**
 * Returns the final cost of an order: its total without its refunds, and without unsold units that were not
 * paid. `order_net_value` is the same in SQL.
 */
export const getOrderValue = (amounts: OrderAmounts): number =>
  Math.max(amounts.total - getRefundedValue(amounts) - amounts.unsoldTotal, 0)

/** Returns the refunds that reduce the value of an order. */
export const getRefundedValue = ({
  refundedTotal,
  refundedOverpayment,
}: Pick<OrderAmounts, 'refundedTotal' | 'refundedOverpayment'>): number =>
  refundedTotal - refundedOverpayment

type UnsoldLine = {
  _id: string
  quantity: number
  total: number
  removedQuantity: number
  returnedQuantity: number
}
const countUnsold = ({ removedQuantity, returnedQuantity }: UnsoldLine) =>
  removedQuantity + returnedQuantity

/** Returns the refunded amounts of returned and removed units, by the ids of their lines. */
export async function loadUnsoldRefunds(
  tx: Tx,
  lines: readonly UnsoldLine[],
): Promise<ReadonlyMap<string, number>> {
  const ids = lines.filter(line => countUnsold(line) > 0).map(({ _id }) => _id)
  if (ids.length === 0) return new Map()
  const rows = await tx<{ id: string; amount: number }[]>`
    select l.line_id as id, sum(l.amount)::float8 as amount
    from refund_line l join refund r on r.store_id = l.store_id and r.id = l.refund_id
    where l.line_id = any (${ids}::uuid[]) and (l.disposition <> 'keep' or r.return_id is not null)
    group by l.line_id`
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

type UnsoldOrder = OrderAmounts & { status: OrderStatus; lines: readonly UnsoldLine[] }

/**
 * Returns the price of returned and removed units that no refund names, as far as it is not paid yet. The
 * amounts are those after the change, except for the unsold total. An amount that is no longer due never
 * becomes due again.
 */
export function getUnsoldTotal(order: UnsoldOrder, refunds: ReadonlyMap<string, number>): number {
  const { status, total, paidTotal, refundedTotal, unsoldTotal } = order
  const unsold = status === 'returned' ? total : sumUnsold(order.lines, refunds)
  const due = getOrderValue(order) - (paidTotal - refundedTotal)
  return Math.min(unsold, unsoldTotal + Math.max(due, 0))
}

const sumUnsold = (lines: readonly UnsoldLine[], refunds: ReadonlyMap<string, number>) =>
  sum(
    lines.map(line => {
      const share = calculateShare(line.total, countUnsold(line), line.quantity)
      return Math.max(share - (refunds.get(line._id) ?? 0), 0)
    }),
  )
