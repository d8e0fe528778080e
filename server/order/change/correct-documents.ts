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
