import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../lib/security/rate-limit.ts'
import type { FakeWebhook } from '../testing/provider/fake-server.ts'
import { signStripeWebhook } from '../testing/provider/fake-stripe-records.ts'
import { PaymentTest } from '../testing/subject/test-payment.ts'

let p: PaymentTest
let product: { _id: string; variant: string }
beforeAll(async () => {
  vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)
  p = await PaymentTest.start()
  // Slower than the default, so that nothing refills while the tests run.
  p.t.app.config.rateLimits.paymentWebhook = {
    source: { count: 6, refillSeconds: 3600 },
    target: { count: 12, refillSeconds: 3600 },
  }
  product = await p.createProduct(100)
})
afterAll(() => p.close())
let network = 0
beforeEach(async () => {
  network += 1
  await p.t.sql`delete from rate_limit_bucket`
})

const deliver = (webhooks: FakeWebhook[], ip: string) =>
  p.deliver(webhooks, `203.0.${network}.${ip}`)
const repeat = (webhook: FakeWebhook | undefined, count: number): FakeWebhook[] =>
  webhook ? Array.from({ length: count }, () => webhook) : []
const forge = (webhook: FakeWebhook | undefined): FakeWebhook | undefined =>
  webhook && { ...webhook, headers: { ...webhook.headers, 'stripe-signature': 't=1,v1=00' } }
const openSession = async (provider: 'stripe' | 'mollie') => {
  await p.place(await p.fillCart(product, 1), provider)
  return (await p.getSession()).sessionId
}

test('calls without a signature use up only the limit of their network', async () => {
  const [webhook] = p.fakes.stripe.pay(await openSession('stripe'))
  const forged = repeat(forge(webhook), 8)
  const accepted = [400, 400, 400, 400, 400, 400, 429, 429]
  for (const ip of ['1', '2', '3']) expect(await deliver(forged, ip)).toEqual(accepted)
  expect(await deliver(repeat(webhook, 1), '4'), 'another network').toEqual([200])
  expect((await p.getSession()).state).toBe('paid')
})

test('calls of a provider do not count', async () => {
  const [stripe] = p.fakes.stripe.pay(await openSession('stripe'))
  expect(new Set(await deliver(repeat(stripe, 20), '1'))).toEqual(new Set([200]))
  const [mollie] = p.fakes.mollie.setStatus(await openSession('mollie'), 'paid')
  expect(new Set(await deliver(repeat(mollie, 20), '1'))).toEqual(new Set([200]))
})

test('calls about unknown payments of Mollie are limited for a network and a store', async () => {
  const [webhook] = p.fakes.mollie.setStatus(await openSession('mollie'), 'paid')
  const unknown = webhook && { ...webhook, body: 'id=tr_unknown' }
  const countOf = (statuses: number[]) => statuses.filter(status => status === 400).length
  const counts = []
  for (const ip of ['1', '2', '3']) counts.push(countOf(await deliver(repeat(unknown, 8), ip)))
  expect(counts).toEqual([6, 6, 0])
})

test('a signature of a time in the future is refused', async () => {
  const [webhook] = p.fakes.stripe.pay(await openSession('stripe'))
  const endpoint = [...p.fakes.stripe.endpoints.values()][0]
  const signAt = (minutes: number): FakeWebhook[] =>
    webhook && endpoint
      ? [
          {
            ...webhook,
            headers: signStripeWebhook(
              webhook.body,
              endpoint.secret,
              Date.now() + minutes * 60_000,
            ),
          },
        ]
      : []
  for (const minutes of [6, 60, -6]) expect(await deliver(signAt(minutes), '1')).toEqual([400])
  expect((await p.getSession()).state).toBe('open')
  expect(await deliver(signAt(4), '1')).toEqual([200])
  expect((await p.getSession()).state).toBe('paid')
})
