import { parseBoolean } from '../file/import-number.ts'
import type { OrderField, OrderRowReader } from './import-order-columns.ts'
import type { FileLine, OrderHeader, OrderLineDraft } from './import-order-draft.ts'
import { orderLimits } from './import-order-limits.ts'

export function parseOrderLine(row: OrderRowReader): FileLine {
  const quantity = row.count('quantity')
  if (typeof quantity !== 'number' || quantity < 1) row.report('quantity', 'quantity')
  if (row.isBlank('linePrice')) row.report('linePrice', 'line_price_missing')
  return {
    title: row.text('lineName', orderLimits.lineTitle) || 'Unnamed product',
    sku: row.code('lineSku', orderLimits.sku) ?? '',
    vendor: row.text('vendor', orderLimits.vendor) ?? '',
    quantity: quantity ?? 1,
    unitPrice: row.money('linePrice') ?? 0,
    compareAtPrice: row.money('lineCompareAt') ?? null,
    discount: row.money('lineDiscount') ?? 0,
    requiresShipping: parseBoolean(row.text('lineShips', 10) ?? '') ?? true,
    isTaxable: parseBoolean(row.text('lineTaxable', 10) ?? '') ?? true,
    isFulfilled: row.text('lineFulfillment', 40) === 'fulfilled',
    ...parseUnits(row, quantity ?? 1),
  }
}

/** Returns the units that only files exported by Storewright contain. */
function parseUnits(row: OrderRowReader, quantity: number) {
  const readUnits = (field: OrderField, maximum: number) => {
    const units = row.count(field) ?? null
    if (units !== null && units > maximum) row.report(field, 'line_units', { count: maximum })
    return units
  }
  const fulfilledQuantity = readUnits('lineFulfilled', quantity)
  const returnedQuantity = readUnits('lineReturned', quantity)
  return {
    fulfilledQuantity,
    deliveredQuantity: readUnits('lineDelivered', fulfilledQuantity ?? quantity),
    returnedQuantity,
    removedQuantity: readUnits('lineRemoved', quantity - (returnedQuantity ?? 0)) ?? 0,
    refundedQuantity: readUnits('lineRefunded', quantity) ?? 0,
    refundedAmount: row.money('lineRefundedAmount') ?? 0,
  }
}

const deliveredStatuses = ['delivered', 'completed']

/** Returns the line with units that follow from the statuses of the order if the file does not have them. */
export function toOrderLine(
  { isFulfilled, fulfilledQuantity, deliveredQuantity, returnedQuantity, ...line }: FileLine,
  { status, fulfillmentStatus }: Pick<OrderHeader, 'status' | 'fulfillmentStatus'>,
): OrderLineDraft {
  const isOrderFulfilled = fulfillmentStatus === 'fulfilled' || fulfillmentStatus === 'delivered'
  const isDelivered = deliveredStatuses.includes(status ?? '') || fulfillmentStatus === 'delivered'
  const fulfilled = fulfilledQuantity ?? (isOrderFulfilled || isFulfilled ? line.quantity : 0)
  return {
    ...line,
    fulfilledQuantity: fulfilled,
    deliveredQuantity: deliveredQuantity ?? (isDelivered ? fulfilled : 0),
    returnedQuantity: returnedQuantity ?? (status === 'returned' ? line.quantity : 0),
  }
}
