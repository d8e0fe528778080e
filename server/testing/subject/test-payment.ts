import { paymentAccountApi } from '#contract/payment/payment-account.ts'
import { productApi } from '#contract/product/product.ts'
import { checkDuePayments } from '../../payment/payment-jobs.ts'
import type { FakeWebhook } from '../provider/fake-server.ts'
import { type FakeProviders, startFakeProviders } from '../provider/start-fake-providers.ts'
import { samplePassword } from '../test-sample.ts'
import { startTestApp, type TestApp } from '../testing.ts'
import { testAddress } from './test-address.ts'
import { openTestCheckout } from './test-order.ts'
import { Shopper } from './test-shopper.ts'

type TestedPaymentKind = 'stripe' | 'mollie' | 'bank_transfer'
type ShopperReply = Awaited<ReturnType<Shopper['send']>>
export type TestSession = {
  id: string
  sessionId: string
  state: string
  orderId: string | null
  provider: string
}

/** A store with both fake providers. */
export class PaymentTest {
  readonly t: TestApp
  readonly fakes: FakeProviders

  private constructor(t: TestApp, fakes: FakeProviders) {
    this.t = t
    this.fakes = fakes
  }

  static async start(env: Record<string, string> = {}): Promise<PaymentTest> {
    const fakes = await startFakeProviders()
    const t = await startTestApp({
      ...fakes.env,
      PUBLIC_URL: 'https://admin.example.com',
      ...env,
    })
    await openTestCheckout(t)
    for (const [provider, key] of [
      ['stripe', 'rk_test_fake'],
      ['mollie', 'test_fake'],
    ])
      await t.call('owner', paymentAccountApi.connect, {
        body: { provider, key, name: `Pay by ${provider}`, password: samplePassword },
      })
    return new PaymentTest(t, fakes)
  }

  async close() {
    await this.t.close()
    await this.fakes.close()
  }

  async createProduct(stock = 5): Promise<{ _id: string; variant: string }> {
    const { body } = await this.t.call('owner', productApi.create, {
      body: { title: 'Blue teapot', price: 2490, stock, status: 'active' },
    })
    return { _id: body.data._id, variant: body.data.variants[0]._id }
  }

  async getStock({ variant }: { variant: string }): Promise<number> {
    const [row] = await this.t.inStore(
      tx => tx<{ stock: number }[]>`select stock from variant where id = ${variant}`,
    )
    return row?.stock ?? Number.NaN
  }

  async fillCart({ variant }: { variant: string }, quantity = 2): Promise<Shopper> {
    const shopper = new Shopper(this.t)
    await shopper.send({ intent: 'add', variant, quantity: String(quantity) })
    return shopper
  }

  /** Returns the form of the checkout as a shopper fills it in. */
  async readCheckout(
    shopper: Shopper,
    provider: TestedPaymentKind = 'stripe',
    changes: Record<string, string> = {},
  ): Promise<Record<string, string>> {
    await shopper.send({ intent: 'quote', ...testAddress, ...changes }, { url: '/checkout' })
    const { body } = await shopper.open('/checkout')
    const read = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
    return {
      ...testAddress,
      shipping: read(/name="shipping"[^>]*checked=""[^>]*value="([^"]*)"/),
      payment: await this.getMethod(provider),
      total: read(/name="total" value="([^"]*)"/),
      ...changes,
    }
  }

  send = (shopper: Shopper, form: Record<string, string>): Promise<ShopperReply> =>
    shopper.send({ intent: 'place', ...form }, { url: '/checkout' })

  place = async (...checkout: Parameters<PaymentTest['readCheckout']>): Promise<ShopperReply> =>
    this.send(checkout[0], await this.readCheckout(...checkout))

  async getMethod(kind: TestedPaymentKind): Promise<string> {
    const [row] = await this.t.inStore(
      tx => tx<{ id: string }[]>`select id from payment_method where kind = ${kind}`,
    )
    return row?.id ?? ''
  }

  /** Returns the newest payment. */
  async getSession(): Promise<TestSession> {
    const [row] = await this.t.inStore(
      tx => tx<TestSession[]>`
        select s.id, s.session_id, s.state, s.provider, coalesce(s.order_id, a.order_id) as order_id
        from payment_session s left join sale a on a.id = s.sale_id
        order by s.id desc limit 1`,
    )
    if (!row) throw new Error('There is no payment.')
    return row
  }

  /** Delivers webhooks to the back office and returns the status codes. */
  async deliver(webhooks: FakeWebhook[], remoteAddress = '127.0.0.1'): Promise<number[]> {
    const statuses: number[] = []
    for (const { url, body, headers } of webhooks) {
      const { pathname } = new URL(url)
      const reply = await this.t.app.inject({
        method: 'POST',
        url: pathname,
        payload: body,
        headers,
        remoteAddress,
      })
      statuses.push(reply.statusCode)
    }
    return statuses
  }

  /** Lets the job check every payment that has not ended, as after 30 minutes. */
  async checkPayments() {
    await this.t.inStore(
      tx => tx`update payment_session set check_at = now() - interval '1 second'`,
    )
    await checkDuePayments(this.t.app)
  }
}
