import type { App } from '../lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import type { PaymentReference } from '../sale/payment-session.ts'
import { checkPayment } from './check-payment.ts'
import { latePaymentMailJobs } from './late-payment-mail.ts'

const batchSize = 100

/** Returns the jobs that end payments after 30 minutes. */
export const paymentJobs = (app: App): JobHandlers => ({
  'payment.check': (_payload, { abortSignal }) => checkDuePayments(app, abortSignal),
  ...latePaymentMailJobs(app),
})

export async function checkDuePayments(app: App, abortSignal?: AbortSignal): Promise<void> {
  const duePayments = await withTransaction(
    app.db,
    {},
    tx => tx<PaymentReference[]>`select store_id, id from list_due_payments(${batchSize})`,
  )
  for (const payment of duePayments) {
    abortSignal?.throwIfAborted()
    await checkPayment(app, payment).catch(error => postpone(app, payment, error))
  }
}

/** A provider that cannot be reached does not stop the payments of other stores. */
async function postpone(app: App, { storeId, id }: PaymentReference, error: unknown) {
  app.log.warn({ err: error, payment: id }, 'A payment could not be checked.')
  await withStoreTransaction(
    app.db,
    storeId,
    tx => tx`
      update payment_session set check_at = now() + interval '5 minutes' where id = ${id}`,
  )
}
