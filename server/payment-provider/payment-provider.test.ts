import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FakeWebhook } from '../testing/provider/fake-server.ts'
import { signStripeWebhook } from '../testing/provider/fake-stripe-records.ts'
import { type FakeProviders, startFakeProviders } from '../testing/provider/start-fake-providers.ts'
import { getPaymentProvider } from './get-payment-provider.ts'
import type { PaymentAccount, SessionRequest } from './payment-provider.ts'

let fakes: FakeProviders
beforeAll(async () => {
  fakes = await startFakeProviders()
  fakes.stripe.pastedEndpoint = { url: 'https://admin.example.com/hook', secret: 'whsec_pasted' }
})
afterAll(() => fakes.close())

const accounts: Record<'stripe' | 'mollie', PaymentAccount> = {
  stripe: { _id: 'a', provider: 'stripe', key: 'rk_test_fake', webhookSecret: 'whsec_pasted' },
  mollie: { _id: 'b', provider: 'mollie', key: 'test_fake', webhookSecret: null },
}
const getApi = (code: 'stripe' | 'mollie') =>
  getPaymentProvider(
    { stripeApiUrl: fakes.url, stripePlatform: undefined, mollieApiUrl: fakes.url },
    code,
  )

let keyCount = 0
const createRequest = (values: Partial<SessionRequest> = {}): SessionRequest => ({
  key: `key-${++keyCount}`,
  amount: 4990,
  currency: 'EUR',
  description: 'Order of Potters',
  email: 'ann@shopper.example',
  language: 'ar',
  successUrl: 'https://store.example/paid',
  cancelUrl: 'https://store.example/checkout',
  webhookUrl: 'https://admin.example.com/hook',
  expiresAt: new Date(fakes.clock.now() + 31 * 60_000),
  ...values,
})
const toRequest = ({ body, headers }: FakeWebhook) => ({ body: Buffer.from(body), headers })
const getOnly = ([webhook]: FakeWebhook[]): FakeWebhook => {
  if (!webhook) throw new Error('The fake sent no webhook.')
  return webhook
}
const pay = {
  stripe: (id: string) => fakes.stripe.pay(id),
  mollie: (id: string) => fakes.mollie.setStatus(id, 'paid'),
}

test.each(['stripe', 'mollie'] as const)('%s: pays, refunds and reports both', async code => {
  const [api, account] = [getApi(code), accounts[code]]
  const request = createRequest()
  const session = await api.createSession(account, request)
  expect(session).toMatchObject({ state: 'open', amount: 4990, currency: 'EUR' })
  expect(session.url).toMatch(/^http/)
  // The same key returns the same session, also when the reply was lost.
  expect(await api.createSession(account, request)).toEqual(session)

  const paidEvents = await api.parseEvents(
    account,
    toRequest(getOnly(pay[code](session.sessionId))),
  )
  expect(paidEvents).toMatchObject([{ kind: 'session', sessionId: session.sessionId }])
  const paid = await api.loadSession(account, session.sessionId)
  expect(paid).toMatchObject({ state: 'paid', url: null, amount: 4990 })
  // A finished session can no longer be expired.
  expect(await api.expireSession(account, session.sessionId)).toEqual(paid)

  const paymentId = paid.paymentId ?? ''
  const refundRequest = { key: `refund-${code}`, paymentId, amount: 1990, currency: 'EUR' }
  fakes.stripe.refundState = 'pending'
  const refund = await api.createRefund(account, refundRequest)
  expect(refund).toMatchObject({ state: 'pending', amount: 1990 })
  expect(await api.createRefund(account, refundRequest)).toEqual(refund)
  const finished =
    code === 'stripe'
      ? fakes.stripe.finishRefund(refund.refundId, 'succeeded')
      : fakes.mollie.finishRefund(paymentId, refund.refundId, 'refunded')
  expect(await api.parseEvents(account, toRequest(getOnly(finished)))).toContainEqual(
    expect.objectContaining({ kind: 'refund', refundId: refund.refundId, paymentId }),
  )
  expect(await api.loadRefund(account, { refundId: refund.refundId, paymentId })).toMatchObject({
    state: 'succeeded',
    amount: 1990,
  })
  await expect(
    api.createRefund(account, { ...refundRequest, key: `much-${code}`, amount: 4990 }),
  ).rejects.toMatchObject({ status: 422, code: 'payment_provider_rejected' })

  const disputed =
    code === 'stripe'
      ? fakes.stripe.dispute(session.sessionId)
      : fakes.mollie.chargeBack(session.sessionId)
  expect(await api.parseEvents(account, toRequest(getOnly(disputed)))).toContainEqual(
    expect.objectContaining({ kind: 'dispute', paymentId, amount: 4990, state: 'open' }),
  )
  const won =
    code === 'stripe'
      ? fakes.stripe.dispute(session.sessionId, 'won')
      : fakes.mollie.reverseChargebacks(session.sessionId)
  expect(await api.parseEvents(account, toRequest(getOnly(won)))).toContainEqual(
    expect.objectContaining({ kind: 'dispute', paymentId, state: 'won' }),
  )
  if (code !== 'stripe') return
  const lost = toRequest(getOnly(fakes.stripe.dispute(session.sessionId, 'lost')))
  expect(await api.parseEvents(account, lost)).toMatchObject([{ kind: 'dispute', state: 'lost' }])
})

test.each(['stripe', 'mollie'] as const)('%s: expires, and reports failures', async code => {
  const [api, account] = [getApi(code), accounts[code]]
  const { sessionId } = await api.createSession(account, createRequest())
  expect(await api.expireSession(account, sessionId)).toMatchObject({ state: 'expired', url: null })

  // The package of Stripe repeats a request without an answer once.
  const count = code === 'stripe' ? 2 : 1
  const request = createRequest()
  fakes.failNext('down', { method: 'POST', count })
  await expect(api.createSession(account, request)).rejects.toMatchObject({ status: 503 })
  fakes.failNext('lost-answer', { method: 'POST', count })
  await expect(api.createSession(account, request)).rejects.toMatchObject({ status: 503 })
  const counts = () => [fakes.stripe.sessions.size, fakes.mollie.payments.size]
  const before = counts()
  expect(await api.createSession(account, request)).toMatchObject({ state: 'open' })
  expect(counts()).toEqual(before)

  fakes.failNext('rate-limited')
  await expect(api.loadSession(account, sessionId)).rejects.toMatchObject({ status: 503 })
  await expect(api.verifyKey(account.key, '')).resolves.toBeUndefined()
  await expect(api.verifyKey('rk_test_other', '')).rejects.toMatchObject({
    code: 'payment_key_rejected',
  })
  await expect(api.loadSession(account, 'unknown')).rejects.toMatchObject({ status: 422 })
})

test('keeps the state of bank debits', async () => {
  const [api, account] = [getApi('stripe'), accounts.stripe]
  const { sessionId } = await api.createSession(account, createRequest())
  fakes.stripe.pay(sessionId, { isPending: true })
  expect(await api.loadSession(account, sessionId)).toMatchObject({ state: 'processing' })
  fakes.stripe.finishDebit(sessionId, 'failed')
  expect(await api.loadSession(account, sessionId)).toMatchObject({ state: 'failed' })
  fakes.stripe.finishDebit(sessionId, 'succeeded')
  expect(await api.loadSession(account, sessionId)).toMatchObject({ state: 'paid' })
})

test.each([
  // currency, amount in our minor units, units of Stripe, value of Mollie
  ['EUR', 1999, 1999, '19.99'],
  ['JPY', 1999, 1999, '1999'],
  ['HUF', 199900, 199900, '1999.00'],
  ['IDR', 15000000, 15000000, '150000.00'],
  ['RSD', 199950, 199950, '1999.50'],
  ['TWD', 199900, 199900, '1999.00'],
  ['ISK', 1999, 199900, '1999'],
  ['KWD', 1990, 1990, '1.99'],
])('sends the exact amount of %s', async (currency, amount, units, value) => {
  const request = createRequest({ amount, currency })
  const stripe = await getApi('stripe').createSession(accounts.stripe, request)
  expect(fakes.stripe.sessions.get(stripe.sessionId)?.amount_total).toBe(units)
  const mollie = await getApi('mollie').createSession(accounts.mollie, createRequest(request))
  expect(fakes.mollie.payments.get(mollie.sessionId)?.amount.value).toBe(value)
  expect([stripe.amount, mollie.amount]).toEqual([amount, amount])
})

test.each([
  // currency, amount in our minor units, units of Stripe, value of Mollie; undefined if it rounds
  ['KWD', 1999, undefined, undefined],
  ['MGA', 199950, undefined, '1999.50'],
  ['MGA', 199900, 1999, '1999.00'],
  ['UGX', 1999, 199900, '1999.00'],
  ['IQD', 25000001, undefined, undefined],
  ['HUF', 199950, 199950, '1999.50'],
])('charges the exact amount of %s %i or rejects it', async (currency, amount, units, value) => {
  const createSession = (code: 'stripe' | 'mollie') =>
    getApi(code).createSession(accounts[code], createRequest({ amount, currency }))
  const charge = {
    stripe: async () => {
      const { sessionId } = await createSession('stripe')
      return fakes.stripe.sessions.get(sessionId)?.amount_total
    },
    mollie: async () => {
      const { sessionId } = await createSession('mollie')
      return fakes.mollie.payments.get(sessionId)?.amount.value
    },
  }
  const rejection = { status: 'rejected', reason: { code: 'payment_amount_unsupported' } }
  expect(await Promise.allSettled([charge.stripe(), charge.mollie()])).toMatchObject(
    [units, value].map(charged =>
      charged === undefined ? rejection : { status: 'fulfilled', value: charged },
    ),
  )
})

test('accepts only webhooks of the provider', async () => {
  const [api, account] = [getApi('stripe'), accounts.stripe]
  const { sessionId } = await api.createSession(account, createRequest())
  const webhook = getOnly(fakes.stripe.pay(sessionId))
  const { body } = webhook
  const forged = [
    { ...webhook, headers: {} },
    { ...webhook, headers: signStripeWebhook(body, 'whsec_other') },
    { ...webhook, headers: signStripeWebhook(body, 'whsec_pasted', Date.now() - 3_600_000) },
    { ...webhook, body: body.replace(sessionId, 'cs_other') },
  ]
  for (const request of forged)
    await expect(api.parseEvents(account, toRequest(request))).rejects.toMatchObject({
      status: 400,
      code: 'payment_webhook_invalid',
    })
  for (const id of ['tr_unknown', '../methods', ''])
    await expect(
      getApi('mollie').parseEvents(accounts.mollie, { body: Buffer.from(`id=${id}`), headers: {} }),
    ).rejects.toMatchObject({ status: 400 })
})
