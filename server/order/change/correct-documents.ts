import { isDeepStrictEqual } from 'node:util'
import { getOrderBuyer } from '../../invoice/rule/build-document.ts'
import { type BuyerChange, correctBuyer } from '../../invoice/rule/correct-buyer.ts'
import {
  billReopenedOrder,
  correctInvoice,
  type InvoicedItems,
  type ItemChange,
} from '../../invoice/rule/correct-invoice.ts'
import { creditUnsoldUnits } from '../../invoice/rule/credit-unsold.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getOrderValue, type OrderAmounts } from '../fulfillment/order-value.ts'
import type { LockedOrder } from '../order-store.ts'

/**
 * Credits the units that came back or were removed unpaid. The unpaid part of a canceled order is credited
 * too, because it is not owed any more.
 */
export async function creditLostSale(
  tx: Tx,
  before: LockedOrder,
  after: Pick<LockedOrder, 'status' | 'lines'> & OrderAmounts,
): Promise<void> {
  const value = getOrderValue(after)
  const isCanceled = after.status === 'cancelled' && before.status !== 'cancelled'
  const unpaid = isCanceled ? Math.max(value - (after.paidTotal - after.refundedTotal), 0) : 0
  const amount = Math.max(after.unsoldTotal - before.unsoldTotal, 0) + unpaid
  if (amount === 0) return
  await creditUnsoldUnits(tx, before._id, {
    value: value - unpaid,
    amount,
    before: before.lines,
    after: unpaid > 0 ? after.lines.map(withoutUnits) : after.lines,
  })
}

const withoutUnits = (line: LockedOrder['lines'][number]) => ({
  ...line,
  removedQuantity: line.quantity - line.returnedQuantity,
})

/** The correction of the invoice that a change of its order requires, once the order is written. */
export type Correction = {
  isReopened: boolean
  items: ItemChange | undefined
  buyers: BuyerChange | undefined
}

/** Returns undefined if the change neither reopens the order nor changes its buyer or the price of an item. */
export function findCorrection(before: LockedOrder, after: LockedOrder): Correction | undefined {
  const isReopened = isClosed(before) && !isClosed(after)
  const items = { before: toBilledItems(before), after: toBilledItems(after) }
  const buyers = { before: getOrderBuyer(before), after: getOrderBuyer(after) }
  const hasChanged = <T>(change: { before: T; after: T }) =>
    before.status !== 'draft' && !isDeepStrictEqual(change.before, change.after)
  if (!isReopened && !hasChanged(items) && !hasChanged(buyers)) return undefined
  return {
    isReopened,
    items: hasChanged(items) ? items : undefined,
    buyers: hasChanged(buyers) ? buyers : undefined,
  }
}

export async function applyCorrection(
  tx: Tx,
  orderId: string,
  { isReopened, items, buyers }: Correction,
): Promise<void> {
  const isReplaced = buyers !== undefined && (await correctBuyer(tx, orderId, buyers))
  if (items && !isReplaced) await correctInvoice(tx, orderId, items)
  if (isReopened) await billReopenedOrder(tx, orderId)
}

const isClosed = ({ status }: LockedOrder) => status === 'cancelled' || status === 'returned'

const toBilledItems = (order: LockedOrder): InvoicedItems => ({
  lines: order.lines.map(
    ({ _id, title, variantTitle, sku, unitPrice, quantity, taxRate, tax, total }) => ({
      _id,
      title,
      variantTitle,
      sku,
      unitPrice,
      quantity,
      taxRate,
      tax,
      total,
    }),
  ),
  shippingTotal: order.shippingTotal,
  shippingTax: order.shippingTax,
  shippingTaxRate: order.shippingTaxRate,
  taxIncluded: order.taxIncluded,
})
