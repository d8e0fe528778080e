import type { PlanChoice } from '#contract/account/plan.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import type { RunInTransaction, Tx } from '../../lib/db/db.ts'
import { findPersonLanguage } from '../mail/person-language.ts'
import type { PlanProvider } from './plan-provider.ts'
import {
  findSubscription,
  forgetCustomer,
  insertSubscription,
  replaceSession,
  saveCustomer,
} from './plan-store.ts'
import { syncPlan } from './sync-plan.ts'

type PaymentApp = Pick<App, 'db'> & { provider: PlanProvider }
type Payment = { choice: PlanChoice; personId: string; publicUrl: string }

/**
 * Returns the URL of the page on which the person pays for a plan. The page that was opened before
 * expires, so that no one pays twice.
 * @throws Problem 409 plan_active, also if the previous page was paid and no event has arrived
 */
export async function startPlanPayment(
  app: PaymentApp,
  inTx: RunInTransaction,
  { choice, personId, publicUrl }: Payment,
): Promise<string> {
  const { provider } = app
  await provider.assertPrice(choice)
  const missingCustomerId = await closePreviousPayment(app, inTx, personId)
  const { person, language, storedCustomerId } = await inTx(tx => loadPayer(tx, personId))
  const newCustomerId =
    storedCustomerId ??
    (await provider.createCustomer({ ...person, personId, replacedId: missingCustomerId }))
  const customerId = await inTx(tx => saveCustomer(tx, personId, newCustomerId))
  const session = await provider.createSession(choice, {
    customerId,
    personId,
    language,
    successUrl: `${publicUrl}/apps/plan?paid`,
    cancelUrl: `${publicUrl}/pricing`,
  })
  // Another call can have opened a page meanwhile.
  const previousId = await inTx(tx => replaceSession(tx, personId, session.id))
  if (previousId) await provider.expireSession(previousId)
  return session.url
}

/**
 * Expires the previous page, and then loads the plan, which was possibly paid on it. Returns the
 * stored customer if the provider does not know it.
 */
async function closePreviousPayment(
  app: PaymentApp,
  inTx: RunInTransaction,
  personId: string,
): Promise<string | undefined> {
  const { provider } = app
  const subscription = await inTx(tx => findSubscription(tx, personId))
  const customerId = subscription?.providerCustomerId
  if (!customerId) return undefined
  if (!(await provider.hasCustomer(customerId))) {
    await inTx(tx => forgetCustomer(tx, personId, customerId))
    return customerId
  }
  if (subscription.providerSessionId) await provider.expireSession(subscription.providerSessionId)
  await syncPlan(app, provider, personId)
  return undefined
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
