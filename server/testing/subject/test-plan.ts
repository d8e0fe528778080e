import { planApi, plans } from '#contract/account/plan.ts'
import { FakeClock, type FakeWebhook, startFakeServer } from '../provider/fake-server.ts'
import { FakeStripeBilling } from '../provider/fake-stripe-billing.ts'
import { startTestApp, type TestApp, type Tester } from '../testing.ts'

export const billingEnv = {
  BILLING_STRIPE_KEY: 'sk_test_billing',
  BILLING_STRIPE_WEBHOOK_SECRET: 'whsec_billing',
  BILLING_PRICE_STANDARD_MONTH: 'price_sm',
  BILLING_PRICE_STANDARD_YEAR: 'price_sy',
  BILLING_PRICE_ENTERPRISE_MONTH: 'price_em',
  BILLING_PRICE_ENTERPRISE_YEAR: 'price_ey',
}

function createBilling(url = '') {
  const billing = new FakeStripeBilling(new FakeClock())
  billing.url = url
  billing.endpoint = { url: '/api/plan/webhook', secret: billingEnv.BILLING_STRIPE_WEBHOOK_SECRET }
  billing.addPrice('price_sm', plans.standard.prices.month, 'month')
  billing.addPrice('price_sy', plans.standard.prices.year, 'year')
  billing.addPrice('price_em', plans.enterprise.prices.month, 'month')
  billing.addPrice('price_ey', plans.enterprise.prices.year, 'year')
  return billing
}

/** Moves the trial of the owner, as if the days had passed. */
async function passDays(t: TestApp, days: number) {
  await t.runJob('plan.check')
  await t.sql`
    update subscription set trial_ends_at = trial_ends_at - make_interval(days => ${days}),
      period_ends_at = period_ends_at - make_interval(days => ${days}),
      past_due_since = past_due_since - make_interval(days => ${days})
    where person_id = ${t.people.owner.personId}`
}

/**
 * Starts the app of an operator who charges for plans, with a fake of Stripe Billing. Call `reset`
 * before each test.
 */
export async function startPlanTest() {
  let billing = createBilling()
  const { prefixes, failureReplies } = billing
  const handle: FakeStripeBilling['handle'] = request => billing.handle(request)
  const server = await startFakeServer([{ prefixes, failureReplies, handle }])
  const t = await startTestApp({
    ...billingEnv,
    STRIPE_API_URL: server.url,
    PUBLIC_URL: 'https://admin.example.com',
  })
  const deliver = async (webhooks: readonly FakeWebhook[]) => {
    const statuses: number[] = []
    for (const { url, body, headers } of webhooks)
      statuses.push((await t.app.inject({ method: 'POST', url, body, headers })).statusCode)
    return statuses
  }
  const getPlan = async (as: 'owner' | Tester = 'owner') =>
    (await t.call(as, planApi.get)).body.data
  const getCustomer = async () => {
    const [row] = await t.sql<{ id: string }[]>`
      select provider_customer_id as id from subscription where person_id = ${t.people.owner.personId}`
    return row?.id ?? ''
  }
  /** Starts a payment, and returns the id of its session. */
  const checkOut = async (plan: string, interval = 'month') => {
    const { status, body } = await t.call('owner', planApi.checkOut, { body: { plan, interval } })
    return { status, code: body.code, sessionId: String(body.data?.url).split('/').at(-1) ?? '' }
  }
  /** Buys a plan, and handles its events. */
  const buy = async (plan: string, interval = 'month') => {
    const { sessionId } = await checkOut(plan, interval)
    await deliver(billing.pay(sessionId))
    await t.runJobs()
  }
  return {
    t,
    get billing() {
      return billing
    },
    server,
    deliver,
    getPlan,
    getCustomer,
    checkOut,
    buy,
    passDays: (days: number) => passDays(t, days),
    /** Replaces the people and the provider, whose earlier subscriptions and jobs are deleted. */
    async reset() {
      billing = createBilling(server.url)
      await t.sql`truncate subscription, billing_event`
      await t.sql`delete from graphile_worker._private_jobs`
      await t.resetPeople()
    },
    async close() {
      await t.close()
      await server.close()
    },
  }
}
export type PlanTest = Awaited<ReturnType<typeof startPlanTest>>
