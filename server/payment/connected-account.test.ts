import { afterEach, beforeEach, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { paymentAccountApi } from '#contract/payment/payment-account.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { signStripeWebhook } from '../testing/provider/fake-stripe-records.ts'
import { PaymentTest } from '../testing/subject/test-payment.ts'
import { samplePassword } from '../testing/test-sample.ts'

const account = 'acct_1Ada'
const secret = 'whsec_platform'
let p: PaymentTest
beforeEach(async () => {
  p = await PaymentTest.start({
    STRIPE_PLATFORM_KEY: 'sk_test_platform',
    STRIPE_PLATFORM_WEBHOOK_SECRET: secret,
  })
  const url = 'https://admin.example.com/api/paymentWebhook/stripe'
  p.fakes.stripe.platformEndpoint = { url, secret }
})
afterEach(() => p.close())

const connect = (key = account) =>
  p.t.call('owner', paymentAccountApi.connect, {
    body: { provider: 'stripe', key, name: 'Card', password: samplePassword },
  })
const link = (store: string, isComplete = true) =>
  p.fakes.stripe.accounts.set(account, {
    id: account,
    object: 'account',
    charges_enabled: isComplete,
    metadata: { storewright_store: store },
  })
const listConnections = async () => (await p.t.call('owner', paymentAccountApi.list)).body.data

test('only an account that the operator has linked to the store is connected', async () => {
  const { storeId } = p.t.people.owner
  const [before] = await listConnections()
  expect(before).toMatchObject({ acceptsAccounts: true, account: { hint: 'fake' } })
  const changes = await p.t.changes()
  const getCode = async (key?: string) => {
    const { body } = await connect(key)
    return [body.code, body.errors?.[0].path]
  }
  expect(await getCode('acct_2Unknown')).toEqual(['payment_account_not_linked', 'key'])
  link(p.t.people.stranger.storeId)
  expect(await getCode()).toEqual(['payment_account_not_linked', 'key'])
  link(storeId, false)
  expect(await getCode()).toEqual(['payment_account_restricted', 'key'])
  expect(await p.t.changes()).toBe(changes)
  expect((await listConnections())[0]).toEqual(before)

  link(storeId)
  expect((await connect()).status).toBe(200)
  expect((await listConnections())[0].account).toMatchObject({ hint: '1Ada', isTest: true })
  expect(p.fakes.stripe.endpoints.size, 'the webhook of the seller is not needed').toBe(0)
})

test('the platform charges and refunds for the account, and its events settle the order', async () => {
  link(p.t.people.owner.storeId)
  await connect()
  const earlier = p.fakes.requests.length
  const product = await p.createProduct()
  await p.place(await p.fillCart(product))
  const { sessionId } = await p.getSession()
  const webhooks = p.fakes.stripe.pay(sessionId)
  const [webhook] = webhooks
  if (!webhook) expect.fail('The platform sends no event.')
  expect(JSON.parse(webhook.body)).toMatchObject({ account })

  // Signed by the platform, but about the account of another store.
  const body = webhook.body.replace(account, 'acct_2Other')
  const { url } = webhook
  expect(await p.deliver([{ url, body, headers: signStripeWebhook(body, secret) }])).toEqual([200])
  const storeUrl = `${url}/${p.t.people.owner.storeId}`
  expect(
    await p.deliver([
      { url: storeUrl, body, headers: signStripeWebhook(body, secret) },
      { ...webhook, headers: signStripeWebhook(webhook.body, 'whsec_other') },
      { ...webhook, body: 'no event' },
    ]),
  ).toEqual([400, 400, 200])
  expect((await p.getSession()).state).toBe('open')

  expect(await p.deliver(webhooks)).toEqual([200])
  const { orderId } = await p.getSession()
  const params = { id: orderId ?? '' }
  const order = (await p.t.call('owner', orderApi.get, { params })).body.data
  expect(order).toMatchObject({ paymentStatus: 'paid', total: 5470 })
  await p.t.call('owner', orderApi.addRefund, {
    params,
    body: { amount: 1000, method: 'card', payment: order.payments[0]._id },
  })
  await p.t.runJobs()
  expect((await p.t.call('owner', orderApi.get, { params })).body.data.refundedTotal).toBe(1000)
  await p.deliver(p.fakes.stripe.dispute(sessionId))
  await p.t.runJobs()
  const notifications = (await p.t.call('owner', notificationApi.list, {})).body.data
  expect(notifications.map(({ kind }: { kind: string }) => kind)).toContain('payment_disputed')

  const requests = p.fakes.requests.slice(earlier)
  expect(requests.length).toBeGreaterThan(3)
  for (const { headers } of requests)
    expect(headers).toMatchObject({
      authorization: 'Bearer sk_test_platform',
      'stripe-account': account,
    })
})

test('a key replaces the account only after its payments end', async () => {
  link(p.t.people.owner.storeId)
  await connect()
  await p.place(await p.fillCart(await p.createProduct()))
  const { body } = await connect('rk_test_fake')
  expect(body.code, 'the key cannot load the open payment').toBe('payment_provider_in_use')
  expect((await listConnections())[0].account).toMatchObject({ hint: '1Ada' })
})
