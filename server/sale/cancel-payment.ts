import { withDeadline } from '../lib/call/deadline.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { runAndUndo } from '../lib/db/savepoint.ts'
import { findProvider } from '../payment-provider/load-provider.ts'
import { releaseSale } from './hold-sale.ts'
import { getPaymentSession, lockPayment, type PaymentReference } from './payment-session.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Cancels a payment: first at the provider, so that it can no longer be made. If the shopper was
 * faster, it is settled instead.
 */
export async function cancelPayment(app: App, payment: PaymentReference): Promise<void> {
  const { sessionId, connection } = await loadConnection(app, payment)
  if (connection && sessionId !== null) {
    const { provider, account } = connection
    await settlePayment(app, payment, await provider.expireSession(account, sessionId))
  }
  await withStoreTransaction(app.db, payment.storeId, tx =>
    releaseOpen(tx, payment.id, { canChange: connection !== undefined }),
  )
}

/**
 * Returns the result of the work, which sees the store as if the units and discounts of a held sale
 * were returned. They stay held. The work has the time limit of a call, because it locks the variants.
 */
export const runAsReleased = <T>(
  app: Pick<App, 'db' | 'config'>,
  { storeId, id }: PaymentReference,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  withDeadline(app.config.callLimitMs, () =>
    withStoreTransaction(app.db, storeId, tx =>
      runAndUndo(tx, async () => {
        const { sale } = await lockPayment(tx, id)
        if (sale?.state === 'held') await releaseSale(tx, sale)
        return work(tx)
      }),
    ),
  )

/**
 * Releases the sale of a payment that its provider cannot end, that was never opened, or whose
 * account the store has disconnected. The job continues to load the state of the first, because it
 * can still be paid.
 */
async function releaseOpen(
  tx: Tx,
  id: string,
  { canChange }: { canChange: boolean },
): Promise<void> {
  const { session, sale } = await lockPayment(tx, id)
  if (session.state !== 'opening' && session.state !== 'open') return
  if (sale?.state === 'held') await releaseSale(tx, sale)
  await (canChange
    ? tx`update payment_session set check_at = now() + interval '1 hour' where id = ${id}`
    : tx`update payment_session set state = 'expired' where id = ${id}`)
}

/** A payment that was never opened, or whose account was disconnected, has no connection. */
const loadConnection = (app: App, { storeId, id }: PaymentReference) =>
  withStoreTransaction(app.db, storeId, async tx => {
    const { sessionId, provider } = await getPaymentSession(tx, id)
    const connection = sessionId === null ? undefined : await findProvider(app, tx, provider)
    return { sessionId, connection }
  })
