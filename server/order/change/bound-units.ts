import { countLineUnits } from '#contract/order/open-units.ts'
import type { LineUnits } from '#contract/order/order-input.ts'
import { listReplaceableUnits } from '#contract/order/returnable-units.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getOrder } from '../order-store.ts'

/**
 * Asserts that shipped units can count as units to ship again: none of them came back, is in a return or a claim,
 * was replaced, or was refunded and kept.
 * @throws Problem 409 parcel_units_bound
 */
export async function assertUnitsUnbound(
  tx: Tx,
  orderId: string,
  units: readonly LineUnits[],
): Promise<void> {
  const unboundUnits = listReplaceableUnits(await getOrder(tx, orderId))
  const isBound = units.some(({ line, quantity }) => quantity > countLineUnits(unboundUnits, line))
  if (isBound) throw new Problem(409, 'parcel_units_bound')
}

/**
 * Like `assertUnitsUnbound`, for all shipped units of orders.
 * @throws Problem 409 parcel_units_bound
 */
export async function assertShippedUnitsUnbound(tx: Tx, ids: readonly string[]): Promise<void> {
  const orders = await tx<{ id: string; units: LineUnits[] }[]>`
    select l.order_id as id,
      json_agg(json_build_object('line', l.id, 'quantity', l.fulfilled_quantity)) as units
    from order_line l
    where l.order_id = any (${[...ids]}::uuid[]) and l.fulfilled_quantity > 0
      and (exists (select from refund r where r.order_id = l.order_id)
        or exists (select from order_return r where r.order_id = l.order_id))
    group by 1 order by 1`
  for (const { id, units } of orders) await assertUnitsUnbound(tx, id, units)
}
