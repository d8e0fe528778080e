import { countLineUnits } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderLine, OrderReturn } from '#contract/order/order-part.ts'
import { listOpenClaimUnits, listReplaceableUnits } from '#contract/order/returnable-units.ts'

export type ReplaceableLine = OrderLine & { replaceable: number }

/** Returns the lines with units that can be shipped again, or those of a claim, and how many these are. */
export function listReplaceableLines(order: Order, claim?: OrderReturn): ReplaceableLine[] {
  const units = claim ? listOpenClaimUnits(claim) : listReplaceableUnits(order)
  return order.lines.flatMap(line => {
    const replaceable = countLineUnits(units, line._id)
    return line.variant !== null && replaceable > 0 ? [{ ...line, replaceable }] : []
  })
}
