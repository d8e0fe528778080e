import type { App } from '../lib/call/serve.ts'
import { type Tx, withTransaction } from '../lib/db/db.ts'
import type { ProviderSession } from '../payment-provider/payment-provider.ts'
import {
  finalPaymentStates,
  lockPayment,
  type PaymentReference,
  type PaymentSession,
} from './payment-session.ts'

type SettlementFailure = { remote: ProviderSession; error: unknown }

/**
 * Keeps a payment that could not be settled, with its units, and lets the job try again: after one
 * minute, then each time the age of the failure has doubled, at least every six hours. Staff are
 * notified once, unless the first retry repairs it.
 * @throws the error if the database cannot store that; the payment then stays due as before
 */
export async function keepUnsettledPayment(
  { db, log }: Pick<App, 'db' | 'log'>,
  { storeId, id }: PaymentReference,
  { remote, error }: SettlementFailure,
): Promise<void> {
  log.error({ err: error, payment: id, remote }, 'A payment could not be settled. It is kept.')
  await withTransaction(db, { storeId }, async tx => {
    const { session } = await lockPayment(tx, id)
    if (finalPaymentStates.includes(session.state)) return
    const isRepeated = await storeFailure(tx, session, remote)
    if (isRepeated) await notifyStaff(tx, session)
  }).catch(storingError => {
    log.error({ err: storingError, payment: id }, 'The failure of a payment could not be stored.')
    throw error
  })
}

/** A payment that was made is no longer ended at its provider. Returns whether a retry failed. */
async function storeFailure(
  tx: Tx,
  { _id, state, paymentId }: PaymentSession,
  remote: ProviderSession,
): Promise<boolean> {
  const isMade = remote.state === 'paid' || remote.state === 'processing'
  const [row] = await tx<{ isRepeated: boolean }[]>`
    update payment_session
    set failing_since = coalesce(failing_since, now()), state = ${isMade ? 'processing' : state},
      payment_id = ${remote.paymentId ?? paymentId},
      check_at = now() + least(
        greatest(now() - failing_since, interval '1 minute'), interval '6 hours')
    where id = ${_id}
    returning failing_since <= now() - interval '1 minute' as is_repeated`
  return row?.isRepeated ?? false
}

const notifyStaff = (
  tx: Tx,
  { _id, orderId, email, amount, currency, provider }: PaymentSession,
) => tx`
  select add_notification('payment_unsettled', 'order', ${orderId ?? _id},
    ${tx.json({ customer: email, total: amount, currency, source: provider })})
  where not exists (
    select from notification where kind = 'payment_unsettled' and subject_id = ${orderId ?? _id})`
