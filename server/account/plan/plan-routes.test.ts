import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { planApi } from '#contract/account/plan.ts'
import { storeApi } from '#contract/store/store.ts'
import { signStripeWebhook } from '../../testing/provider/fake-stripe-records.ts'
import { createAccountTester } from '../../testing/subject/account-testing.ts'
import { type PlanTest, startPlanTest } from '../../testing/subject/test-plan.ts'

let p: PlanTest
let accounts: ReturnType<typeof createAccountTester>
beforeAll(async () => {
  p = await startPlanTest()
  accounts = createAccountTester(p.t)
})
afterAll(() => p.close())
beforeEach(() => p.reset())

const readState = async () => {
  const { plan, state, interval, nextPlan, nextInterval } = await p.getPlan()
  return { plan, state, interval, nextPlan, nextInterval }
}
const change = (body: object) => p.t.call('owner', planApi.change, { body })
/** Returns the subscription without the times that each request changes. */
const readRow = async () => {
  const [row] = await p.t.sql`
    select plan, interval, state, period_ends_at, past_due_since, next_plan, next_interval
    from subscription where person_id = ${p.t.people.owner.personId}`
  return { ...row }
}
const countRows = async () => {
  const [row] = await p.t.sql<{ events: number; jobs: number }[]>`
    select (select count(*)::integer from billing_event) as events,
      (select count(*)::integer from graphile_worker._private_jobs) as jobs`
  return row
}

test('anyone can read the plans and their prices', async () => {
  const { body } = await p.t.call(undefined, planApi.getPricing)
  expect(body.data).toMatchObject({ hasBilling: true, currency: 'USD', trialDays: 7 })
  expect(
    body.data.plans.map(({ name, prices, isPopular }: Record<string, unknown>) => [
      name,
      prices,
      isPopular,
    ]),
  ).toEqual([
    ['basic', { month: 0, year: 0 }, false],
    ['standard', { month: 4900, year: 48_000 }, true],
    ['enterprise', { month: 9900, year: 96_000 }, false],
  ])
})

test('a trial becomes a paid plan, which the provider bills', async () => {
  expect(await readState()).toMatchObject({ plan: 'standard', state: 'trialing' })
  await p.passDays(40)
  expect(await readState()).toMatchObject({ plan: 'basic', state: 'free', nextPlan: null })
  await p.buy('standard', 'year')
  expect(await readState()).toMatchObject({ plan: 'standard', state: 'active', interval: 'year' })
  const { hasPortal, storeUse, stores } = await p.getPlan()
  expect({ hasPortal, storeUse }).toEqual({
    hasPortal: true,
    storeUse: { resource: 'store', used: 1, limit: 3 },
  })
  expect(stores[0].uses).toContainEqual({ resource: 'product', used: 0, limit: 10_000 })
  const invoices = (await p.t.call('owner', planApi.listInvoices)).body.data
  expect(invoices).toMatchObject([
    { number: 'SW-0001', total: 48_000, currency: 'USD', state: 'paid' },
  ])
  const portal = (await p.t.call('owner', planApi.openPortal)).body.data
  expect(portal.url).toContain('/stripe/portal')
  expect(await p.checkOut('enterprise')).toMatchObject({ status: 409, code: 'plan_active' })
})

test('a second page of payment ends the first, so that no one pays twice', async () => {
  const first = await p.checkOut('standard')
  const second = await p.checkOut('enterprise', 'year')
  expect(p.billing.sessions.get(first.sessionId)?.status).toBe('expired')
  expect(p.billing.sessions.get(second.sessionId)).toMatchObject({
    status: 'open',
    success_url: 'https://admin.example.com/apps/plan?paid',
  })
  expect(p.billing.customers.size).toBe(1)
})

test('a page that was paid, but whose event has not arrived, rejects a second payment', async () => {
  const first = await p.checkOut('standard')
  p.billing.pay(first.sessionId)
  expect(await p.checkOut('enterprise')).toMatchObject({ status: 409, code: 'plan_active' })
  expect(p.billing.sessions.size).toBe(1)
  expect(await readState()).toMatchObject({ plan: 'standard', state: 'active' })
})

test('a person whose customer was deleted at the provider can pay again', async () => {
  await p.buy('standard')
  const customer = await p.getCustomer()
  p.billing.customers.delete(customer)
  p.billing.subscriptions.clear()
  const { status, sessionId } = await p.checkOut('standard')
  expect(status).toBe(200)
  expect(await p.getCustomer()).not.toBe(customer)
  expect(p.billing.sessions.get(sessionId)?.customer).toBe(await p.getCustomer())
  const portal = await p.t.call('owner', planApi.openPortal)
  expect([portal.status, (await p.getPlan()).hasPortal]).toEqual([200, true])
})

test('a price that differs from the contract is not sold', async () => {
  p.billing.addPrice('price_sm', 5900, 'month')
  expect(await p.checkOut('standard')).toMatchObject({ status: 503, code: 'plan_price_mismatch' })
  expect(p.billing.sessions.size).toBe(0)
})

describe('a change', () => {
  beforeEach(() => p.buy('standard'))

  test('to a larger plan takes effect at once, unless the payment is declined', async () => {
    p.billing.declinesPayment = true
    const before = await readRow()
    expect((await change({ plan: 'enterprise' })).body.code).toBe('plan_payment_declined')
    expect(await readRow()).toEqual(before)
    p.billing.declinesPayment = false
    expect((await change({ plan: 'enterprise' })).body.data).toMatchObject({
      plan: 'enterprise',
      state: 'active',
      nextPlan: null,
    })
  })

  test('to a larger plan charges the difference for the rest of the period', async () => {
    const subscription = p.billing.getSubscription(await p.getCustomer())
    subscription.periodStart -= 15 * 86_400
    subscription.periodEnd -= 15 * 86_400
    await change({ plan: 'enterprise' })
    const { body } = await p.t.call('owner', planApi.listInvoices)
    expect(body.data.map(({ total }: { total: number }) => total)).toEqual([2500, 4900])
  })

  test.each([
    ['the end of the plan', { plan: 'basic' }],
    ['a later change', { plan: 'standard', interval: 'month' }],
  ])('that is declined keeps %s', async (_, pending) => {
    await change({ plan: 'standard', interval: 'year' })
    await change(pending)
    const before = await readRow()
    expect(await readState()).toMatchObject({ nextPlan: pending.plan })
    p.billing.declinesPayment = true
    expect((await change({ plan: 'enterprise' })).body.code).toBe('plan_payment_declined')
    await p.t.call('owner', planApi.refresh)
    expect(await readRow()).toEqual(before)
    p.billing.declinesPayment = false
    expect((await change({ plan: 'enterprise' })).body.data).toMatchObject({
      plan: 'enterprise',
      nextPlan: null,
    })
  })

  test('undoes an end that was set at the provider', async () => {
    const subscription = p.billing.getSubscription(await p.getCustomer())
    subscription.cancel_at = subscription.periodEnd
    await p.t.call('owner', planApi.refresh)
    expect(await readState()).toMatchObject({ plan: 'standard', nextPlan: 'basic' })
    await change({ plan: 'standard' })
    expect(await readState()).toMatchObject({ plan: 'standard', nextPlan: null })
  })

  test('to a smaller plan waits for the end of the paid period, and can be undone', async () => {
    await change({ plan: 'enterprise', interval: 'year' })
    await change({ plan: 'standard', interval: 'month' })
    const waiting = { plan: 'enterprise', nextPlan: 'standard', nextInterval: 'month' }
    expect(await readState()).toMatchObject(waiting)
    await change({ plan: 'enterprise' })
    expect(await readState()).toMatchObject({ plan: 'enterprise', nextPlan: null })
    await change({ plan: 'standard', interval: 'month' })
    await p.deliver(p.billing.endPeriod(await p.getCustomer()))
    await p.t.runJobs()
    expect(await readState()).toMatchObject({ plan: 'standard', interval: 'month', nextPlan: null })
  })

  test('to Basic ends the plan with the paid period', async () => {
    await change({ plan: 'basic' })
    expect(await readState()).toMatchObject({ plan: 'standard', nextPlan: 'basic' })
    await p.deliver(p.billing.endPeriod(await p.getCustomer()))
    await p.t.runJobs()
    await p.passDays(7)
    expect(await readState()).toMatchObject({ plan: 'basic', state: 'free' })
  })
})

test('a change without a paid plan is rejected', async () => {
  expect((await change({ plan: 'enterprise' })).body.code).toBe('plan_not_paid')
  expect((await p.t.call('owner', planApi.openPortal)).body.code).toBe('plan_not_paid')
})

describe('events of the provider', () => {
  test('are accepted once, and only with a valid signature', async () => {
    const { sessionId } = await p.checkOut('standard')
    const [event] = p.billing.pay(sessionId)
    if (!event) expect.fail('There is no event.')
    const { body, url } = event
    const before = await countRows()
    const forged = [
      { url, body, headers: signStripeWebhook(body, 'whsec_other') },
      { url, body: body.replace('active', 'canceled'), headers: event.headers },
      { url, body, headers: signStripeWebhook(body, 'whsec_billing', Date.now() - 400_000) },
      { url, body, headers: signStripeWebhook(body, 'whsec_billing', Date.now() + 400_000) },
      { url, body, headers: { 'content-type': 'application/json' } },
    ]
    expect(await p.deliver(forged)).toEqual([400, 400, 400, 400, 400])
    expect(await countRows()).toEqual(before)
    expect(await p.deliver([event])).toEqual([200])
    expect(await countRows()).toEqual({ events: 1, jobs: (before?.jobs ?? 0) + 1 })
    await p.t.runJobs()
    const state = await readRow()
    const afterFirst = await countRows()
    expect(await p.deliver([event, event])).toEqual([200, 200])
    expect(await countRows()).toEqual(afterFirst)
    expect(await readRow()).toEqual(state)
  })

  test('about other customers of the operator change nothing', async () => {
    const events = p.billing.notify('customer.subscription.deleted', { customer: 'cus_other' })
    const before = await countRows()
    expect(await p.deliver(events)).toEqual([200])
    expect(await countRows()).toEqual({ ...before, events: 1 })
  })

  test('lead to the same state in every order', async () => {
    const { sessionId } = await p.checkOut('standard')
    const customer = await p.getCustomer()
    const events = [
      ...p.billing.pay(sessionId),
      ...p.billing.failPayment(customer),
      ...p.billing.recover(customer).slice(0, 1),
    ].slice(2)
    expect(events).toHaveLength(4)
    const results = new Set<string>()
    for (const order of listOrders(events)) {
      await p.t.sql`truncate billing_event`
      await p.t.sql`
        update subscription set state = 'trialing', plan = 'basic', synced_at = null,
          past_due_since = null, period_ends_at = null`
      // The jobs of the first events run before the others arrive.
      await p.deliver(order.slice(0, 2))
      await p.t.runJobs()
      await p.deliver(order.slice(2))
      await p.t.runJobs()
      results.add(JSON.stringify(await readRow()))
    }
    expect([...results]).toEqual([
      expect.stringContaining('"plan":"standard","interval":"month","state":"active"'),
    ])
  })

  test('of which none arrives are found by the job', async () => {
    await p.buy('standard')
    p.billing.getSubscription(await p.getCustomer()).status = 'canceled'
    await p.t.runJob('plan.check')
    await p.t.runJobs()
    expect(await readRow()).toMatchObject({ state: 'active' })
    await p.t.sql`update subscription set synced_at = synced_at - interval '2 days'`
    await p.t.runJob('plan.check')
    // The job moves the row to the end of the order, even if the provider can't be reached.
    const [{ isMoved } = {}] = await p.t.sql`
      select synced_at > now() - interval '1 hour' as is_moved from subscription
      where person_id = ${p.t.people.owner.personId}`
    expect(isMoved).toBe(true)
    await p.t.runJobs()
    expect(await readRow()).toMatchObject({ state: 'canceled' })
  })
})

/** Returns the events in every order. */
function listOrders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    listOrders(items.filter((_, other) => other !== index)).map(rest => [item, ...rest]),
  )
}

test('a reply that arrives late does not replace a newer one', async () => {
  await p.buy('standard')
  const state = await readRow()
  await p.t.sql`update subscription set synced_at = now() + interval '1 minute'`
  p.billing.getSubscription(await p.getCustomer()).status = 'canceled'
  await p.t.call('owner', planApi.refresh)
  expect(await readRow()).toEqual(state)
})

describe('emails', () => {
  test('announce the end of a trial once, and not to people with a paid plan', async () => {
    const { as, email } = await accounts.signUp()
    const count = async () =>
      (await accounts.readMails(email)).filter(mail =>
        mail.includes('Your Standard trial ends in 2 days'),
      ).length
    await p.t.runJob('plan.check')
    expect(await count()).toBe(0)
    await p.t.sql`
      update subscription set trial_ends_at = now() + interval '47 hours'
      where person_id = ${as.personId}`
    for (let run = 0; run < 2; run++) {
      await p.t.runJob('plan.check')
      await p.t.runJobs()
    }
    expect(await count()).toBe(1)
  })

  test('report each failed payment once, and 14 days later the plan is Basic', async () => {
    await p.buy('enterprise')
    const events = p.billing.failPayment(await p.getCustomer())
    await p.deliver(events)
    await p.t.runJobs()
    await p.t.call('owner', planApi.refresh)
    await p.t.runJobs()
    const [owner] = await p.t.sql<{ email: string }[]>`
      select email from person where id = ${p.t.people.owner.personId}`
    const mails = await accounts.readMails(owner?.email ?? '')
    expect(mails.filter(mail => mail.includes('Payment for your plan failed'))).toHaveLength(1)
    expect(await readState()).toMatchObject({ plan: 'enterprise', state: 'past_due' })
    await p.passDays(10)
    await p.deliver(p.billing.failPayment(await p.getCustomer()))
    await p.t.runJobs()
    expect(await readState()).toMatchObject({ plan: 'enterprise', state: 'past_due' })
    await p.passDays(4)
    expect(await readState()).toMatchObject({ plan: 'basic', state: 'past_due' })
  })
})

test('a deleted account ends its plan at the provider', async () => {
  const { as } = await accounts.signUp()
  const { body } = await p.t.call(as, planApi.checkOut, {
    body: { plan: 'standard', interval: 'month' },
  })
  p.billing.pay(body.data.url.split('/').at(-1))
  await p.t.call(as, storeApi.update, {
    params: { id: as.storeId },
    body: { data: { status: 'closed' } },
  })
  await p.t.call(as, accountProfileApi.deleteAccount, { body: { password: accounts.password } })
  await p.t.runJobs()
  expect(p.billing.customers.size).toBe(0)
  expect([...p.billing.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
})
