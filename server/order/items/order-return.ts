import type { z } from 'zod'
import type { Order, orderApi } from '#contract/order/order.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { insertRow, type Tx, updateRow } from '../../lib/db/db.ts'
import { enqueueOrderMail } from '../fulfillment/enqueue-order-mail.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { addOrderNotification } from '../fulfillment/order-notification.ts'
import { getOrder, type LockedOrder, lockOrder } from '../order-store.ts'

type ReturnRow = z.infer<typeof OrderReturn>
type ReturnedLine = ReturnRow['lines'][number]
type Decision = z.infer<typeof orderApi.decideReturn.body>

declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    order_return: Partial<Pick<ReturnRow, 'status' | 'reason' | 'lines' | 'answer'>> & {
      orderId?: string
      decidedAt?: string
    }
  }
}

/** Returns how many units of each line can still be returned: they were shipped and not requested. */
export async function listReturnableUnits(
  tx: Tx,
  { _id: id, lines }: Pick<LockedOrder, '_id' | 'lines'>,
): Promise<Map<string, number>> {
  const returns = await tx<Pick<ReturnRow, 'lines'>[]>`
    select lines from order_return where order_id = ${id} and status <> 'declined'`
  const requestedLines = returns.flatMap(({ lines: requested }) => requested)
  return new Map(
    lines.map(({ _id, fulfilledQuantity, returnedQuantity }) => {
      const requested = requestedLines
        .filter(({ line }) => line === _id)
        .reduce((sum, { quantity }) => sum + quantity, 0)
      return [_id, Math.max(0, fulfilledQuantity - Math.max(requested, returnedQuantity))]
    }),
  )
}

/**
 * Requests a return as the shopper of an order. Staff get a notification.
 * @throws Problem 409 return_too_big
 */
export async function requestReturn(
  tx: Tx,
  id: string,
  { lines, reason }: { lines: ReturnedLine[]; reason: string },
): Promise<void> {
  const order = await lockOrder(tx, id)
  const returnableUnits = await listReturnableUnits(tx, order)
  const isTooBig = lines.some(({ line, quantity }) => quantity > (returnableUnits.get(line) ?? 0))
  if (isTooBig) throw new Problem(409, 'return_too_big')
  await Promise.all([
    insertRow(tx, 'order_return', { orderId: id, reason, lines: tx.json(lines) }),
    createOrderEvent(tx, id, 'return_requested', { ...(reason && { text: reason }) }),
    addOrderNotification(tx, 'return_requested', order),
  ])
}

/**
 * Accepts or declines a return. The shopper receives the message by email.
 * @throws Problem 422 on `return`, or 409 return_decided
 */
export async function decideReturn(
  tx: Tx,
  id: string,
  { return: returnId, status, answer = '' }: Decision,
): Promise<Order> {
  await lockOrder(tx, id)
  const [row] = await tx<Pick<ReturnRow, 'status'>[]>`
    select status from order_return where order_id = ${id} and id = ${returnId}`
  if (!row) throw createFieldProblem('return', 'not_found')
  if (row.status !== 'requested') throw new Problem(409, 'return_decided')
  await updateRow(tx, 'order_return', returnId, { status, answer, decidedAt: tx`now()` })
  await createOrderEvent(tx, id, `return_${status}`, { ...(answer && { text: answer }) })
  await enqueueOrderMail(tx, id, `return_${status}`, ` ${returnId}`)
  return getOrder(tx, id)
}
