import type { PlanChoice } from '#contract/account/plan.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import type { RunInTransaction, Tx } from '../../lib/db/db.ts'
import { findPersonLanguage } from '../mail/person-language.ts'
import type { PlanProvider } from './plan-provider.ts'
import { findSubscription, insertSubscription, replaceSession, saveCustomer } from './plan-store.ts'

type Payment = { choice: PlanChoice; personId: string; publicUrl: string }

/**
 * Returns the URL of the page on which the person pays for a plan. The page that was opened before
 * expires, so that no one pays twice.
 * @throws Problem 409 plan_active
 */
export async function startPlanPayment(
  provider: PlanProvider,
  inTx: RunInTransaction,
  { choice, personId, publicUrl }: Payment,
): Promise<string> {
  const { person, language, storedCustomerId } = await inTx(tx => loadPayer(tx, personId))
  const newCustomerId = storedCustomerId ?? (await provider.createCustomer({ ...person, personId }))
  const customerId = await inTx(tx => saveCustomer(tx, personId, newCustomerId))
  const session = await provider.createSession(choice, {
    customerId,
    personId,
    language,
    successUrl: `${publicUrl}/apps/plan?paid`,
    cancelUrl: `${publicUrl}/pricing`,
  })
  const previousId = await inTx(tx => replaceSession(tx, personId, session.id))
  if (previousId) await provider.expireSession(previousId)
  return session.url
}

async function loadPayer(tx: Tx, personId: string) {
  await insertSubscription(tx, personId)
  const subscription = await findSubscription(tx, personId)
  if (subscription?.state === 'active' || subscription?.state === 'past_due')
    throw new Problem(409, 'plan_active')
  const [person] = await tx<{ email: string; fullName: string }[]>`
    select email, full_name from person where id = ${personId}`
  return {
    person: assertFound(person, 'account_not_found'),
    language: await findPersonLanguage(tx, personId),
    storedCustomerId: subscription?.providerCustomerId,
  }
}
