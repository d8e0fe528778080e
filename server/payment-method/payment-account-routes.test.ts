import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ProviderConnection, paymentAccountApi } from '#contract/payment/payment-account.ts'
import { type PaymentMethod, paymentMethodApi } from '#contract/payment/payment-method.ts'
import { auditApi } from '#contract/staff/audit.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { loadPaymentAccount } from '../payment-provider/load-provider.ts'
import { type FakeProviders, startFakeProviders } from '../testing/provider/start-fake-providers.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let fakes: FakeProviders
beforeAll(async () => {
  fakes = await startFakeProviders()
  t = await startTestApp({ ...fakes.env, PUBLIC_URL: 'https://admin.example.com' })
})
afterAll(async () => {
  await t.close()
  await fakes.close()
})
beforeEach(async () => {
  await t.resetPeople()
  fakes.stripe.endpoints.clear()
})

const key = 'rk_test_fake'
const connect = (body: object = {}) =>
  t.call('owner', paymentAccountApi.connect, {
    body: { provider: 'stripe', key, name: 'Card', password: samplePassword, ...body },
  })
const listConnections = async (): Promise<ProviderConnection[]> =>
  (await t.call('owner', paymentAccountApi.list)).body.data
const listMethods = async (): Promise<PaymentMethod[]> =>
  (await t.call('owner', paymentMethodApi.list)).body.data
const loadAccount = (provider: 'stripe' | 'mollie') =>
  t.inStore(tx => loadPaymentAccount(t.app.keys, tx, provider))
const getProblem = ({ status, body }: Awaited<ReturnType<typeof connect>>) => [
  status,
  body.errors?.[0].path,
  body.code,
]

test('connects, keeps the key secret and adds a payment method', async () => {
  const { status, body } = await connect()
  expect([status, body.message]).toEqual([200, 'Payment provider connected'])
  expect(body.data).toMatchObject({
    provider: 'stripe',
    webhookUrl: `https://admin.example.com/api/paymentWebhook/stripe/${t.people.owner.storeId}`,
    account: { hint: 'fake', isTest: true, hasCreatedWebhook: true },
  })
  const [endpoint] = fakes.stripe.endpoints.values()
  expect(endpoint?.url).toBe(body.data.webhookUrl)
  expect(await listMethods()).toMatchObject([{ kind: 'stripe', name: 'Card', enabled: true }])
  expect(await loadAccount('stripe')).toMatchObject({ key, webhookSecret: endpoint?.secret })
  // Neither replies nor the audit nor the row contain a secret.
  const audit = await t.call('owner', auditApi.list, { query: { entity: 'payment_account' } })
  const [row] = await t.inStore(tx => tx`select * from payment_account`)
  const visible = JSON.stringify([
    body,
    await listConnections(),
    audit.body,
    String(row?.['secret']),
  ])
  expect(audit.body.data).toHaveLength(1)
  for (const secret of [key, endpoint?.secret ?? '']) expect(visible).not.toContain(secret)
  await t.runJobs()
  expect(await t.call('stranger', paymentAccountApi.list)).toMatchObject({
    body: { data: [{ account: null }, { account: null }] },
  })
})

test('keeps the webhook with a new key of the same account, and replaces a deleted one', async () => {
  await connect()
  const before = await loadAccount('stripe')
  expect((await connect({ key: 'sk_test_fake', name: 'Other' })).status).toBe(200)
  expect(await loadAccount('stripe')).toEqual({ ...before, key: 'sk_test_fake' })
  expect(await listMethods()).toMatchObject([{ name: 'Card' }])
  fakes.stripe.endpoints.clear()
  await connect()
  const [endpoint] = fakes.stripe.endpoints.values()
  expect((await loadAccount('stripe'))?.webhookSecret).toBe(endpoint?.secret)
  // One of an earlier version does not send every event.
  endpoint?.enabled_events.pop()
  await connect()
  const [latest, ...others] = fakes.stripe.endpoints.values()
  expect([latest?.id === endpoint?.id, others]).toEqual([false, []])
})

const checkAccounts = async () => {
  await t.sql`select graphile_worker.add_job('paymentAccount.check')`
  await t.runJobs()
}

/** The job checks the accounts of all stores, also of those of earlier tests. */
async function deleteOtherAccounts() {
  const stores = await t.sql<{ id: string }[]>`
    select store_id as id from list_payment_accounts()`
  for (const { id } of stores)
    await t.sql.begin(async tx => {
      await tx`select set_config('app.store_id', ${id}, true)`
      await tx`delete from payment_account`
    })
}

test('staff are notified once that a key was revoked, and a deleted webhook is created again', async () => {
  await deleteOtherAccounts()
  await connect()
  const isFailing = async () => (await listConnections())[0]?.account?.isFailing
  const countNotifications = async () => {
    const { body } = await t.call('owner', notificationApi.list, {})
    return body.data.filter(({ kind }: { kind: string }) => kind === 'payment_account_failed')
      .length
  }
  await checkAccounts()
  expect([await isFailing(), await countNotifications()]).toEqual([false, 0])
  fakes.stripe.keys.delete(key)
  await checkAccounts()
  await checkAccounts()
  expect([await isFailing(), await countNotifications()]).toEqual([true, 1])
  fakes.stripe.keys.add(key)
  // The package of Stripe tries twice.
  fakes.failNext('down', { count: 2 })
  await checkAccounts()
  expect(await isFailing(), 'nothing is known').toBe(true)
  await checkAccounts()
  expect(await isFailing()).toBe(false)

  const [earlier] = fakes.stripe.endpoints.values()
  earlier?.enabled_events.pop()
  await checkAccounts()
  const [endpoint, ...others] = fakes.stripe.endpoints.values()
  expect([endpoint?.id === earlier?.id, others]).toEqual([false, []])
  expect((await loadAccount('stripe'))?.webhookSecret).toBe(endpoint?.secret)
  fakes.stripe.endpoints.clear()
  fakes.failNext('no-permission', { method: 'POST', path: /webhook_endpoints/ })
  await checkAccounts()
  expect([await isFailing(), await countNotifications()]).toEqual([true, 2])
  await connect()
  expect(await isFailing(), 'the new key works').toBe(false)
})

test('asks for the signing secret if the key cannot create a webhook', async () => {
  fakes.failNext('no-permission', { method: 'POST', path: /webhook_endpoints/ })
  const before = await t.changes()
  expect(getProblem(await connect())).toEqual([
    422,
    'webhookSecret',
    'payment_webhook_secret_required',
  ])
  expect(getProblem(await connect({ webhookSecret: 'secret' }))).toEqual([
    422,
    'webhookSecret',
    'payment_key_malformed',
  ])
  expect(await t.changes()).toBe(before)
  expect((await connect({ webhookSecret: 'whsec_pasted' })).status).toBe(200)
  expect(fakes.stripe.endpoints.size).toBe(0)
  expect((await loadAccount('stripe'))?.webhookSecret).toBe('whsec_pasted')
})

test('rejects keys, and stores nothing', async () => {
  await t.call('owner', paymentMethodApi.create, {
    body: { kind: 'other', name: 'card', password: samplePassword },
  })
  expect(getProblem(await connect({ password: 'wrong' }))).toEqual([
    400,
    'password',
    'wrong_password',
  ])
  const before = await t.changes()
  expect(getProblem(await connect({ key: 'pk_test_fake' }))).toEqual([
    422,
    'key',
    'payment_key_malformed',
  ])
  expect(getProblem(await connect({ key: 'rk_test_other' }))).toEqual([
    422,
    'key',
    'payment_key_rejected',
  ])
  fakes.failNext('no-permission', { path: /refunds/ })
  const { body } = await connect()
  expect([body.code, body.params]).toEqual([
    'payment_key_permission',
    { permission: 'Charges and Refunds' },
  ])
  fakes.failNext('down', { count: 2 })
  expect((await connect()).status).toBe(503)
  // The name of the payment method is taken, so the new webhook is deleted at Stripe too.
  expect(getProblem(await connect())).toEqual([409, 'name', 'payment_method_name_taken'])
  expect(fakes.stripe.endpoints.size).toBe(0)
  expect(await t.changes()).toBe(before)
})

test('connects Mollie, and disconnects each provider with its payment method', async () => {
  await connect()
  expect((await connect({ provider: 'mollie', key: 'test_fake', name: 'iDEAL' })).status).toBe(200)
  const [stripe, mollie] = await listMethods()
  const rejections = [
    t.call('owner', paymentMethodApi.delete, { params: { id: stripe?._id ?? '' } }),
    t.call('owner', paymentMethodApi.update, {
      params: { id: mollie?._id ?? '' },
      body: { kind: 'other', password: samplePassword },
    }),
  ]
  for (const rejection of await Promise.all(rejections))
    expect([rejection.status, rejection.body.code]).toEqual([409, 'payment_method_of_provider'])
  const disconnect = () =>
    t.call('owner', paymentAccountApi.disconnect, {
      body: { provider: 'stripe', password: samplePassword },
    })
  expect((await disconnect()).status).toBe(200)
  expect(fakes.stripe.endpoints.size).toBe(0)
  expect(await listMethods()).toMatchObject([{ kind: 'mollie', position: 0 }])
  expect([await loadAccount('stripe'), (await loadAccount('mollie'))?.key]).toEqual([
    undefined,
    'test_fake',
  ])
  expect((await disconnect()).status).toBe(404)
  const audit = await t.call('owner', auditApi.list, { query: { entity: 'payment_account' } })
  expect(
    audit.body.data.map((entry: { action: string; person: object }) => [
      entry.action,
      entry.person,
    ]),
  ).toEqual(
    ['delete', 'insert', 'insert'].map(action => [
      action,
      expect.objectContaining({ _id: t.people.owner.personId }),
    ]),
  )
})
