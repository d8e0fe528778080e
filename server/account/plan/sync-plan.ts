import type { App } from '../../lib/call/serve.ts'
import { type Tx, withTransaction } from '../../lib/db/db.ts'
import { enqueueAccountMail } from '../mail/account-mail.ts'
import type { PlanProvider } from './plan-provider.ts'
import { findSubscription, readClock, saveProviderPlan } from './plan-store.ts'

/**
 * Loads the plan of a person from the provider and stores it. The state does not depend on the order
 * in which events arrive, because the events themselves are not stored. No transaction is open while the
 * provider responds.
 */
export async function syncPlan(
  app: Pick<App, 'db'>,
  provider: PlanProvider,
  personId: string,
): Promise<void> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => withTransaction(app.db, { personId }, work)
  const subscription = await inTx(tx => findSubscription(tx, personId))
  const customerId = subscription?.providerCustomerId
  if (!customerId) return
  const requestedAt = await inTx(readClock)
  const reported = await provider.loadPlan(customerId)
  await inTx(async tx => {
    const { newFailureAt } = await saveProviderPlan(tx, personId, requestedAt, reported)
    if (newFailureAt !== null)
      await enqueueAccountMail(tx, { kind: 'plan', notice: 'paymentFailed', personId })
  })
}
