import type { z } from 'zod'
import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { RefundInput } from '#contract/order/order-input.ts'
import type { OrderRefund } from '#contract/order/order-part.ts'
import { getPaidShipping } from '#contract/order/order-totals.ts'
import { hasReturnedUnits } from '#contract/order/returnable-units.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import { insertRow, insertRows, type Tx } from '../../lib/db/db.ts'
import type { LockedOrder } from '../order-store.ts'
import { formatMoney, getOverpaidAmount } from '../payment/order-payment.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { getRefundTax, priceRefundedUnits } from './refund-amounts.ts'
import { payRefund } from './refund-payments.ts'
import { moveRefundedUnits } from './refund-units.ts'
import { settleRefundedReturns, settleReturn } from './settle-return.ts'

type RefundChange = OrderChangeOf<'refund'>
type EarlierRefunds = {
  lines: { line: string; quantity: number; amount: number }[]
  shipping: number
  additionalAmount: number
  overpayment: number
  tax: number
  /** The overpaid amount that was not returned yet. It contains no tax of the order. */
  overpaid: number
}
declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    refund: Omit<OrderRefund, '_id' | 'createdAt' | 'lines' | 'return' | 'failedAmount'> & {
      orderId: string
      /** The part of the additional amount that was paid above the total. It reduces no price. */
      overpayment: number
      returnId?: string | undefined
      createdAt?: string
    }
    refund_line: Omit<OrderRefund['lines'][number], 'line'> & { refundId: string; lineId: string }
  }
}
type PricedRefund = {
  lines: (RefundChange['lines'][number] & { amount: number; tax: number })[]
  shipping: number
  additionalAmount: number
  overpayment: number
  fee: number
  amount: number
  tax: number
}

/**
 * Refunds units, shipping or an additional amount, and moves the units. With a new order, the refund pays
 * that order first.
 * @throws Problem 422 if more is returned than was paid or ordered, or for a draft
 */
export async function refundOrder(
  context: ChangeContext,
  input: RefundChange,
  newOrder?: Pick<Order, 'number' | 'total'>,
): Promise<AppliedChange & { refund: { amount: number; tax: number } }> {
  const { tx, order } = context
  const { _id: orderId } = order
  const change = input.return ? keepUnits(input) : input
  const { reason, note = '' } = change
  const { amountPath = newOrder ? 'amount' : 'change.additionalAmount' } = context
  if (order.status === 'draft') throw createFieldProblem(amountPath, 'nothing_to_refund')
  const before = await loadEarlierRefunds(tx, orderId)
  const overpaid = await getOverpaidAmount(tx, order)
  const { lines, ...amounts } = priceRefund(order, { ...before, overpaid }, change)
  const returnNumber = change.return && (await settleReturn(context, change.return, change))
  if (!change.return) await moveRefundedUnits({ tx, order }, change)
  const refundId = await insertRow(tx, 'refund', {
    orderId,
    returnId: change.return,
    reason,
    note,
    ...amounts,
  })
  await insertRows(
    tx,
    'refund_line',
    lines.map(({ line: lineId, ...line }) => ({ refundId, lineId, ...line })),
  )
  const transfer = newOrder && {
    amount: Math.min(amounts.amount, newOrder.total),
    orderNumber: newOrder.number,
  }
  const { event, ...paid } = await payRefund(context, {
    ...change,
    refundId,
    amount: amounts.amount,
    amountPath,
    transfer,
  })
  await settleRefundedReturns(tx, { ...order, refundedTotal: paid.refundedTotal })
  return {
    ...paid,
    event: {
      type: event.type,
      data: {
        ...event.data,
        refundReason: reason,
        units: sum(lines.map(line => line.quantity)),
        ...(returnNumber && { return: returnNumber }),
        ...(note && { note }),
      },
    },
    refund: { amount: amounts.amount, tax: amounts.tax },
  }
}

/** The refund of a return or a claim moves no units: the receipt of the return does. */
const keepUnits = (change: RefundChange): RefundChange => ({
  ...change,
  lines: change.lines.map(line => ({ ...line, disposition: 'keep' })),
})

async function loadEarlierRefunds(
  tx: Tx,
  orderId: string,
): Promise<Omit<EarlierRefunds, 'overpaid'>> {
  const [row] = await tx<Omit<EarlierRefunds, 'overpaid'>[]>`
    select coalesce(sum(r.shipping), 0)::float8 as shipping,
      coalesce(sum(r.additional_amount), 0)::float8 as additional_amount,
      coalesce(sum(r.overpayment), 0)::float8 as overpayment,
      coalesce(sum(r.tax), 0)::float8 as tax,
      (
        select coalesce(json_agg(l), '[]') from (
          select line_id as line, sum(quantity)::integer as quantity, sum(amount)::float8 as amount
          from refund_line
          where refund_id in (select id from refund where order_id = ${orderId})
          group by line_id
        ) l
      ) as lines
    from refund r where r.order_id = ${orderId}`
  return row ?? { lines: [], shipping: 0, additionalAmount: 0, overpayment: 0, tax: 0 }
}

/** @throws Problem 422 at the field that asks for too much */
function priceRefund(
  order: LockedOrder,
  before: EarlierRefunds,
  change: RefundChange,
): PricedRefund {
  const [shipping, additionalAmount, fee] = [
    change.shipping ?? 0,
    change.additionalAmount ?? 0,
    change.fee ?? 0,
  ]
  const lines = change.lines
    .map((input, i) => priceLine(order, before, { change, input, path: `change.lines.${i}` }))
    .filter(({ quantity, amount }) => quantity > 0 || amount > 0)
  const paidShipping = getPaidShipping(order)
  assertAtMost(order, 'change.shipping', shipping, paidShipping - before.shipping)
  const gross = sum(lines.map(line => line.amount)) + shipping + additionalAmount
  assertAtMost(order, 'change.fee', fee, gross)
  const amount = gross - fee
  const movesUnits =
    !hasReturnedUnits(order) && lines.some(({ disposition }) => disposition !== 'keep')
  if (amount === 0 && !movesUnits)
    throw createFieldProblem('change.additionalAmount', 'refund_empty')
  const overpayment = Math.min(additionalAmount, before.overpaid)
  const refund = { shipping, additionalAmount, overpayment, fee, amount }
  const lineTax = sum(lines.map(line => line.tax))
  const tax = getRefundTax({ ...order, paidShipping }, before, { ...refund, lineTax })
  return { lines, ...refund, tax }
}

function priceLine(
  order: LockedOrder,
  before: EarlierRefunds,
  {
    change,
    input,
    path,
  }: { change: RefundChange; input: RefundChange['lines'][number]; path: string },
): PricedRefund['lines'][number] {
  const line = order.lines.find(({ _id }) => _id === input.line)
  const isRepeated = change.lines.find(other => other.line === input.line) !== input
  if (!line || isRepeated) throw createFieldProblem(`${path}.line`, 'not_found')
  const refunded = before.lines.find(row => row.line === line._id) ?? { quantity: 0, amount: 0 }
  const count = line.quantity - refunded.quantity
  if (input.quantity > count)
    throw createFieldProblem(`${path}.quantity`, 'refund_units_too_many', { count })
  const priced = priceRefundedUnits(line, refunded, input)
  assertAtMost(order, `${path}.amount`, priced.amount, line.total - refunded.amount)
  return { line: line._id, disposition: input.disposition, ...priced }
}

/** @throws Problem 422 refund_too_big */
function assertAtMost(
  { currency }: Pick<LockedOrder, 'currency'>,
  path: string,
  amount: number,
  limit: number,
): void {
  if (amount > limit)
    throw createFieldProblem(path, 'refund_too_big', { amount: formatMoney(limit, currency) })
}

/** Returns the change of a refund that names an amount only. */
export const toRefund = ({
  amount,
  payment,
  method,
  version: _,
  ...rest
}: z.infer<typeof RefundInput>): RefundChange => ({
  kind: 'refund',
  lines: [],
  additionalAmount: amount,
  reason: 'other',
  payments: payment ? [{ payment, amount }] : [],
  method,
  ...rest,
})
