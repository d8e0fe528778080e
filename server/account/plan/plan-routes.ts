import {
  PlanName,
  type Pricing,
  planApi,
  planCurrency,
  plans,
  popularPlan,
  trialDays,
} from '#contract/account/plan.ts'
import { Problem } from '../../lib/call/problem.ts'
import {
  type App,
  serveAccount,
  serveAccountWithoutTransaction,
  servePublic,
} from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { loadPlan } from './load-plan.ts'
import { planJobs } from './plan-jobs.ts'
import { PlanProvider } from './plan-provider.ts'
import { findSubscription } from './plan-store.ts'
import { startPlanPayment } from './start-plan-payment.ts'
import { syncPlan } from './sync-plan.ts'

export function planRoutes(app: App): void {
  const { billing, stripeApiUrl } = app.config
  const provider = billing && new PlanProvider(billing, stripeApiUrl)
  const hasBilling = provider !== undefined
  Object.assign(app.jobs, planJobs(app, provider))
  servePublic(app, planApi.getPricing, async () => getPricing(hasBilling))
  serveAccount(app, planApi.get, ({ tx, claims }) => loadPlan(tx, claims.personId, hasBilling))
  servePayment(app, provider)
  serveChanges(app, provider)
}

/** Serves the calls that lead to pages of the provider. */
function servePayment(app: App, provider: PlanProvider | undefined) {
  const { publicUrl } = app.config
  serveAccountWithoutTransaction(app, planApi.checkOut, async ({ body, claims, inTx }) => {
    const payment = { choice: body, personId: claims.personId, publicUrl }
    const paymentApp = { db: app.db, provider: requireBilling(provider) }
    return { url: await startPlanPayment(paymentApp, inTx, payment) }
  })
  serveAccountWithoutTransaction(app, planApi.openPortal, async ({ claims, inTx }) => {
    const paid = requireBilling(provider)
    const subscription = await inTx(tx => findSubscription(tx, claims.personId))
    const customerId = subscription?.providerCustomerId
    if (!customerId) throw new Problem(409, 'plan_not_paid')
    return { url: await paid.createPortalUrl(customerId, `${publicUrl}/apps/plan`) }
  })
  serveAccountWithoutTransaction(app, planApi.listInvoices, async ({ claims, inTx }) => {
    const subscription = await inTx(tx => findSubscription(tx, claims.personId))
    const customerId = subscription?.providerCustomerId
    return provider && customerId ? provider.listInvoices(customerId) : []
  })
}

function serveChanges(app: App, provider: PlanProvider | undefined) {
  serveAccountWithoutTransaction(app, planApi.change, async ({ body, claims, inTx }) => {
    const { personId } = claims
    const paid = requireBilling(provider)
    const { providerSubscriptionId } = await inTx(tx => requirePaidPlan(tx, personId))
    try {
      await paid.changePlan(providerSubscriptionId, body)
    } finally {
      await syncPlan(app, paid, personId)
    }
    return inTx(tx => loadPlan(tx, personId, true))
  })
  serveAccountWithoutTransaction(app, planApi.refresh, async ({ claims, inTx }) => {
    const { personId } = claims
    if (provider) await syncPlan(app, provider, personId)
    return inTx(tx => loadPlan(tx, personId, provider !== undefined))
  })
}

/** @throws Problem 409 plan_billing_off if the operator does not charge for plans */
function requireBilling(provider: PlanProvider | undefined): PlanProvider {
  if (!provider) throw new Problem(409, 'plan_billing_off')
  return provider
}

/** @throws Problem 409 plan_not_paid */
async function requirePaidPlan(tx: Tx, personId: string) {
  const subscription = await findSubscription(tx, personId)
  const { state, providerSubscriptionId } = subscription ?? {}
  const isPaid = state === 'active' || state === 'past_due'
  if (!isPaid || !providerSubscriptionId) throw new Problem(409, 'plan_not_paid')
  return { providerSubscriptionId }
}

const getPricing = (hasBilling: boolean): Pricing => ({
  hasBilling,
  currency: planCurrency,
  trialDays,
  plans: PlanName.options.map(name => ({ name, isPopular: name === popularPlan, ...plans[name] })),
})
