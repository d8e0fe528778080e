import type { Order } from '#contract/order/order.ts'
import type { OrderLine } from '#contract/order/order-part.ts'
import { listReplaceableUnits } from '#contract/order/returnable-units.ts'

export type ReplaceableLine = OrderLine & { replaceable: number }

/** Returns the lines with units that can be shipped again, and how many these are. */
export function listReplaceableLines(order: Order): ReplaceableLine[] {
  const units = listReplaceableUnits(order)
  return order.lines.flatMap(line => {
    const replaceable = units.find(unit => unit.line === line._id)?.quantity ?? 0
    return line.variant !== null && replaceable > 0 ? [{ ...line, replaceable }] : []
  })
}
