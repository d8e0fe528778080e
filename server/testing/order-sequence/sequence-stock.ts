import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'

/** The stock of each variant before the first order. */
export const initialStock = 60

type Line = Order['lines'][number]
type StoredVariant = { id: string; stock: number }

const left = ['shipped', 'delivered', 'lost']

/**
 * Returns the variants whose stock contains units that are not in the store: the units in the stock and
 * those outside are at most the ones that came in. Reads no column that says whether a line took stock.
 */
export function listWrongStocks(
  orders: readonly Order[],
  variants: readonly StoredVariant[],
): string[] {
  return variants.flatMap(({ id, stock }) => {
    const outside = sum(
      orders.flatMap(order =>
        order.lines
          .filter(({ variant }) => variant === id)
          .map(line => countUnitsOutside(order, line)),
      ),
    )
    return stock + outside <= initialStock
      ? []
      : [`${stock} units of ${id} are in the stock and ${outside} outside`]
  })
}

/** Returns how many units of a line are certainly not in the stock. */
function countUnitsOutside(order: Order, line: Line): number {
  if (order.status === 'draft') return 0
  if (order.status === 'cancelled') return countParcelUnits(order, line, left)
  if (wasReturned(order)) return Math.min(line.quantity, countAbsentUnits(order, line))
  const restocked =
    countRefunded(order, line, ({ disposition }) => disposition === 'restock') +
    sum(listReturned(order, line).map(({ restockedQuantity }) => restockedQuantity))
  return line.quantity - restocked
}

/** Returns whether staff marked the whole order as returned. */
const wasReturned = ({ timeline }: Order) =>
  timeline.some(({ type, data }) => type === 'status_changed' && data['to'] === 'returned')

/** Units of lost parcels that were not refunded, missing units, and those of claims, which are kept. */
function countAbsentUnits(order: Order, line: Line): number {
  const refunded = countRefunded(order, line, ({ disposition }) => disposition !== 'keep')
  const lost = countParcelUnits(order, line, ['lost']) - refunded
  const claimed = sum(
    listReturned(order, line)
      .filter(({ isClaim }) => isClaim)
      .map(({ replacedQuantity }) => replacedQuantity),
  )
  const missing = sum(listReturned(order, line).map(({ missingQuantity }) => missingQuantity))
  return Math.max(0, lost, claimed, missing)
}

const countParcelUnits = ({ fulfillments }: Order, line: Line, statuses: readonly string[]) =>
  sum(
    fulfillments
      .filter(({ status }) => statuses.includes(status))
      .flatMap(({ lines }) => lines.filter(each => each.line === line._id))
      .map(({ quantity }) => quantity),
  )

const listReturned = ({ returns }: Order, line: Line) =>
  returns.flatMap(({ kind, lines }) =>
    lines
      .filter(each => each.line === line._id)
      .map(each => ({ ...each, isClaim: kind === 'claim' })),
  )

const countRefunded = (
  { refunds }: Order,
  line: Line,
  isCounted: (unit: Order['refunds'][number]['lines'][number]) => boolean,
) =>
  sum(
    refunds
      .filter(refund => refund.return === null)
      .flatMap(({ lines }) => lines.filter(each => each.line === line._id && isCounted(each)))
      .map(({ quantity }) => quantity),
  )
