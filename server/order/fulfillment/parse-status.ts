import { OrderStatus } from '#contract/order/order-state.ts'
import type { PlainErrorCode } from '../../lib/call/error-message.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'

const statusSynonyms = new Map<string, OrderStatus>([
  ['canceled', 'cancelled'],
  ['complete', 'completed'],
  ['fulfilled', 'shipped'],
  ['dispatched', 'shipped'],
  ['accepted', 'confirmed'],
  ['preparing', 'processing'],
  ['in_progress', 'processing'],
  ['new', 'pending'],
  ['placed', 'pending'],
  ['open', 'pending'],
  ['hold', 'on_hold'],
])
const paymentStatusCodes = new Map<string, PlainErrorCode>([
  ['paid', 'status_is_payment'],
  ['refunded', 'status_is_refund'],
])

/**
 * Returns the status with this name or synonym. Case, spaces and hyphens do not matter.
 * @throws Problem 422 on `status`
 */
export function parseStatus(word: string): OrderStatus {
  const name = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const paymentCode = paymentStatusCodes.get(name)
  if (paymentCode) throw createFieldProblem('status', paymentCode)
  const status = OrderStatus.safeParse(statusSynonyms.get(name) ?? name)
  if (!status.success)
    throw createFieldProblem('status', 'invalid_value', { options: OrderStatus.options.join(', ') })
  return status.data
}
