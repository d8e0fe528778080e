import { hasOrderEmail } from '#contract/order/mail/order-email.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { createOrderEvent } from '../order/fulfillment/order-event.ts'
import { getOrder } from '../order/order-store.ts'

/** Emails the confirmation of an order to its customer again. @throws Problem 409 no_order_email */
export async function resendOrderEmail(tx: Tx, { id, storeId }: { id: string; storeId: string }) {
  if (!hasOrderEmail(await getOrder(tx, id))) throw new Problem(409, 'no_order_email')
  await createOrderEvent(tx, id, 'order_email_resent')
  const payload = { storeId, id, kind: 'received', isFromStaff: true }
  await enqueueJob(tx, 'order.mail', payload, `order.mail ${id} received`)
  return getOrder(tx, id)
}
