import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { listUnsettledUnits } from '#contract/order/returnable-units.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { createPayment } from '../payment/order-payment.ts'
import type { AppliedChange, ChangeContext, NewOrderBalance } from './applied-change.ts'
import { createFollowingOrder, linkFollowingOrder } from './following-order.ts'
import { refundOrder } from './refund-change.ts'
import { loadReturn } from './settle-return.ts'

/**
 * Creates an order with the items that the customer gets instead. The price of the returned units pays
 * it: what is left is paid back, what is missing is due. Units that did not arrive yet count too.
 * @throws Problem 409 insufficient_stock or return_transition, or 422 if more is returned than was paid
 */
export async function exchangeReturn(
  context: ChangeContext,
  change: OrderChangeOf<'exchangeReturn'>,
): Promise<AppliedChange> {
  const { tx, order } = context
  const { return: returnId, fee, method, isNotified = true } = change
  const { current, orderReturn } = await loadReturn(tx, order._id, returnId)
  if (orderReturn.kind === 'claim') throw new Problem(409, 'return_transition')
  const units = listUnsettledUnits(current, orderReturn).filter(({ quantity }) => quantity > 0)
  if (units.length === 0) throw createFieldProblem('return', 'return_empty')
  const newOrder = await createFollowingOrder(context, {
    lines: change.lines.map(({ unitPrice, ...line }) => ({
      ...line,
      unitPrice: unitPrice ?? undefined,
    })),
    shippingTotal: change.shippingTotal ?? 0,
  })
  const refund = await refundOrder(
    context,
    {
      kind: 'refund',
      return: returnId,
      lines: units.map(unit => ({ ...unit, disposition: 'keep' as const })),
      fee,
      method,
      reason: 'returned',
      isNotified,
    },
    newOrder,
  )
  const balance = getBalance(newOrder.total, refund.refund.amount)
  if (balance.credit > 0)
    await createPayment(tx, newOrder._id, {
      amount: balance.credit,
      method: 'exchange',
      reference: order.number,
    })
  await linkFollowingOrder(context, { newOrderId: newOrder._id, returnId })
  const isLinkSent = isNotified && balance.due > 0 && newOrder.customer.email !== ''
  if (isLinkSent) await createOrderEvent(tx, newOrder._id, 'payment_link_sent')
  const { mails = [], refundedTotal } = refund
  return {
    event: {
      type: 'return_exchanged',
      data: {
        return: orderReturn.number,
        order: newOrder.number,
        amount: refund.refund.amount,
      },
    },
    mails: [
      ...mails,
      ...(isNotified
        ? [...listSettledMails(orderReturn), toNewOrderMail(newOrder._id, balance)]
        : []),
    ],
    ...(refundedTotal !== undefined && { refundedTotal }),
    newOrder: { _id: newOrder._id, ...balance },
  }
}

/** The payment request of the new order names it too. */
const toNewOrderMail = (orderId: string, { due }: NewOrderBalance) => ({
  kind: due > 0 ? ('payment_request' as const) : ('replacement' as const),
  orderId,
})

/** A return whose units did not arrive yet is not settled. */
const listSettledMails = ({ _id, status }: OrderReturn) =>
  status === 'received' ? [{ kind: 'return_settled' as const, partId: _id }] : []

function getBalance(total: number, amount: number): NewOrderBalance {
  const credit = Math.min(total, amount)
  return { total, credit, due: total - credit, paidBack: amount - credit }
}
