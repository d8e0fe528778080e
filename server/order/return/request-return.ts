import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { unarchiveOrder } from '../archive-orders.ts'
import { applyOrderChange } from '../change/apply-change.ts'
import { isFormApplied } from '../edit/form-key.ts'
import { addOrderNotification } from '../fulfillment/order-notification.ts'
import { lockOrder } from '../order-store.ts'
import { findReturn } from './select-returns.ts'

type ReturnRequest = Pick<OrderChangeOf<'createReturn'>, 'kind' | 'lines' | 'wish' | 'reason'>
type ClaimRequest = Pick<OrderChangeOf<'createClaim'>, 'kind' | 'lines' | 'wish' | 'reason'>

/**
 * Requests a return or a claim as the shopper of an order, which leaves the archive. Staff get a
 * notification. Returns the id of the return or claim, or undefined if the form was sent before.
 * @throws Problem 409 return_too_big
 */
export async function requestReturn(
  scope: { tx: Tx; storeId: string; id: string },
  { key, ...request }: (ReturnRequest | ClaimRequest) & { key?: string | undefined },
): Promise<string | undefined> {
  const order = await lockOrder(scope.tx, scope.id)
  if (await isFormApplied(scope.tx, scope.id, key)) return undefined
  await unarchiveOrder(scope.tx, order)
  await applyOrderChange(
    { ...scope, eventData: { isFromShopper: true, key } },
    { change: { status: 'requested', ...request } },
  )
  const isClaim = request.kind === 'createClaim'
  await addOrderNotification(scope.tx, isClaim ? 'claim_requested' : 'return_requested', order)
  const [row] = await scope.tx<{ id: string }[]>`
    select id from order_return where order_id = ${scope.id} order by id desc limit 1`
  return assertFound(row).id
}

/**
 * Cancels a return or a claim as the shopper who requested it, until the store answers. A form that is sent
 * twice has one effect.
 * @throws Problem 422 on `return`, or 409 return_decided
 */
export async function cancelReturnRequest(
  scope: { tx: Tx; storeId: string; id: string },
  returnId: string,
): Promise<void> {
  await lockOrder(scope.tx, scope.id)
  const { status } = await findReturn(scope.tx, scope.id, returnId)
  if (status === 'canceled') return
  if (status !== 'requested') throw new Problem(409, 'return_decided')
  await applyOrderChange(
    { ...scope, eventData: { isFromShopper: true } },
    { change: { kind: 'updateReturn', return: returnId, status: 'canceled' } },
  )
}
