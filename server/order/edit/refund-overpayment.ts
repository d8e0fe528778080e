import { z } from 'zod'
import { findEditEnd } from '../../cms/rule/order-edit-end.ts'
import type { App } from '../../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../../lib/db/db.ts'
import { enqueueJobs, type JobHandlers } from '../../lib/job/jobs.ts'
import { refundOnline } from '../change/refund-online.ts'
import { lockOrder } from '../order-store.ts'
import { getOverpaidAmount } from '../payment/order-payment.ts'

const OverpaidOrder = z.object({ storeId: z.string(), orderId: z.string() })
type OverpaidOrder = z.infer<typeof OverpaidOrder>

/** Adds the job that refunds an overpayment. A job of the same order that waits is replaced. */
export const enqueueOverpaymentRefund = (tx: Tx, payload: OverpaidOrder, runAt: string) =>
  enqueueJobs(tx, [
    {
      task: 'order.refundOverpayment',
      payload,
      key: `order.refundOverpayment ${payload.orderId}`,
      runAt,
    },
  ])

/**
 * Returns the job that refunds the overpaid amount of an order that its shopper edited, once
 * the time for edits has ended, so that several edits cause one refund.
 */
export const overpaymentRefundJobs = (app: Pick<App, 'db'>): JobHandlers => ({
  'order.refundOverpayment': async raw => {
    const payload = OverpaidOrder.parse(raw)
    await withStoreTransaction(app.db, payload.storeId, tx => refundOverpayment(tx, payload))
  },
})

/** Archived orders are refunded too. Staff decide about the money of canceled ones. */
async function refundOverpayment(tx: Tx, payload: OverpaidOrder): Promise<void> {
  const { storeId, orderId } = payload
  const [found] = await tx`select from "order" where id = ${orderId}`
  if (!found) return
  const order = await lockOrder(tx, orderId)
  const editEnd = await findEditEnd(tx, orderId)
  // The seller has made the time longer.
  if (editEnd !== undefined) return void (await enqueueOverpaymentRefund(tx, payload, editEnd))
  const isClosed = order.status === 'cancelled' || order.status === 'returned'
  const overpaid = isClosed ? 0 : await getOverpaidAmount(tx, order)
  if (overpaid === 0) return
  await refundOnline({ tx, storeId, order }, overpaid)
}
