import { countLineUnits } from '#contract/order/open-units.ts'
import { listOpenClaimUnits, listReplaceableUnits } from '#contract/order/returnable-units.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getOrder } from '../order-store.ts'

type ReplacedLine = {
  originalOrder: string
  claim: string | null
  line: string
  quantity: number
}

/**
 * Asserts that the units which a canceled order replaces are still in its open claim or, if that has ended, were
 * neither returned, refunded nor replaced by another order. The order that it follows is locked with it, so that no
 * other change takes them meanwhile.
 * @throws Problem 409 return_too_big
 */
export async function assertStillReplaceable(tx: Tx, { _id: id }: { _id: string }): Promise<void> {
  const replacedLines = await tx<ReplacedLine[]>`
    select o.original_order_id as original_order, o.return_id as claim,
      n.replaces_line_id as line, sum(n.quantity - n.removed_quantity)::integer as quantity
    from order_line n join "order" o on o.store_id = n.store_id and o.id = n.order_id
    where n.order_id = ${id} and n.replaces_line_id is not null and o.original_order_id is not null
    group by 1, 2, 3`
  const [replaced] = replacedLines
  if (!replaced) return
  const original = await getOrder(tx, replaced.originalOrder)
  const claim = original.returns.find(
    ({ _id, status }) => _id === replaced.claim && status === 'accepted',
  )
  const units = claim ? listOpenClaimUnits(claim) : listReplaceableUnits(original)
  const isExceeded = replacedLines.some(
    ({ line, quantity }) => quantity > countLineUnits(units, line),
  )
  if (isExceeded) throw createFieldProblem('change.status', 'return_too_big', {}, 409)
}
