import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { loadProvider } from '../payment-provider/load-provider.ts'
import { cancelPayment } from '../sale/cancel-payment.ts'
import {
  getPaymentSession,
  lockPayment,
  type PaymentReference,
  type PaymentSession,
} from '../sale/payment-session.ts'
import { refreshPayment } from '../sale/settle-payment.ts'

/** Cancels a payment, loads its state, or refunds it, depending on its current state. */
export async function checkPayment(app: App, payment: PaymentReference): Promise<void> {
  const session = await loadPaymentSession(app, payment)
  if (session.state === 'late') return refundLatePayment(app, payment)
  if (session.state === 'processing') return checkAgain(app, payment)
  return cancelPayment(app, payment)
}

async function checkAgain(app: App, payment: PaymentReference): Promise<void> {
  await withStoreTransaction(
    app.db,
    payment.storeId,
    tx => tx`
      update payment_session set check_at = now() + interval '6 hours' where id = ${payment.id}`,
  )
  await refreshPayment(app, payment)
}

/** The id of the payment is the key of the refund, so that a repetition refunds nothing more. */
async function refundLatePayment(app: App, payment: PaymentReference): Promise<void> {
  const { session, provider, account } = await loadPayment(app, payment)
  const { paymentId, amount, currency } = session
  if (paymentId === null) throw new Error(`Payment ${payment.id} has no id of the provider.`)
  const key = `late:${payment.id}`
  const { state } = await provider.createRefund(account, { key, paymentId, amount, currency })
  if (state === 'failed') throw new Error(`The refund of payment ${payment.id} has failed.`)
  await withStoreTransaction(app.db, payment.storeId, async tx => {
    const { session: locked } = await lockPayment(tx, payment.id)
    if (locked.state !== 'late') return
    await tx`update payment_session set state = 'refunded' where id = ${payment.id}`
    await announceLatePayment(tx, locked)
  })
}

const announceLatePayment = (tx: Tx, { _id, orderId, email, amount, currency }: PaymentSession) =>
  Promise.all([
    tx`
      select add_notification('payment_late', 'order', ${orderId ?? _id},
        ${tx.json({ customer: email, total: amount, currency })})`,
    tx`
      select add_job('latePayment.mail',
        json_build_object('storeId', current_store(), 'id', ${_id}::text),
        ${`latePayment.mail ${_id}`})`,
  ])

const loadPaymentSession = (app: App, { storeId, id }: PaymentReference) =>
  withStoreTransaction(app.db, storeId, tx => getPaymentSession(tx, id))

const loadPayment = (app: App, { storeId, id }: PaymentReference) =>
  withStoreTransaction(app.db, storeId, async tx => {
    const session = await getPaymentSession(tx, id)
    return { session, ...(await loadProvider(app, tx, session.provider)) }
  })
