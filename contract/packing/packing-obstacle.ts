import { countHandledUnits } from '../order/open-units.ts'
import type { Order } from '../order/order.ts'
import type { OrderLine } from '../order/order-part.ts'
import type { packingObstacles } from './packing.ts'

type PackingObstacle = (typeof packingObstacles)[number]
type OrderUnits = Pick<Order, 'lines' | 'fulfillments'>
export type PackableOrder = OrderUnits & Pick<Order, 'status' | 'archivedAt'>

const obstacleByStatus: Partial<Record<Order['status'], PackingObstacle>> = {
  draft: 'draft',
  on_hold: 'onHold',
  cancelled: 'canceled',
  returned: 'returned',
}

/** Returns why an order is not packed, or undefined if units of it are to be packed. */
export function findPackingObstacle(order: PackableOrder): PackingObstacle | undefined {
  if (order.archivedAt !== null) return 'archived'
  return (
    obstacleByStatus[order.status] ??
    (listLinesToPack(order).length === 0 ? 'fulfilled' : undefined)
  )
}

/** Returns the lines with the units that are still to be packed. */
export const listLinesToPack = ({ lines, fulfillments }: OrderUnits): OrderLine[] =>
  lines
    .filter(({ requiresShipping }) => requiresShipping)
    .map(line => ({
      ...line,
      quantity: line.quantity - line.removedQuantity - countHandledUnits(line, fulfillments),
    }))
    .filter(({ quantity }) => quantity > 0)

const obstaclesToReprint: readonly (PackingObstacle | undefined)[] = ['draft', 'onHold', 'canceled']

/** Returns the parcels whose packing slip can be printed again. */
export const listSlipParcels = (order: PackableOrder): Order['fulfillments'] =>
  obstaclesToReprint.includes(findPackingObstacle(order))
    ? []
    : order.fulfillments.filter(({ status }) => status !== 'cancelled')
