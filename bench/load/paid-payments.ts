import type postgres from 'postgres'
import { loadSecretKeys } from '../../server/lib/security/secret-keys.ts'
import { encryptAccountSecret } from '../../server/payment-provider/load-provider.ts'
import { signStripeWebhook } from '../../server/testing/provider/fake-stripe-records.ts'
import type { FakeProviders } from '../../server/testing/provider/start-fake-providers.ts'
import { type BenchDatabase, secretKey } from '../bench-environment.ts'
import { runConcurrently } from '../measure/measure.ts'
import {
  CartShop,
  createIpAddress,
  createPlaceRequest,
  type ShoppedVariant,
  send,
} from './cart-shop.ts'
import type { LoadRequest } from './run-load.ts'

const webhookSecret = 'whsec_bench'

/** Connects each store with the fake of Stripe. Returns the payment method of each. */
export async function connectStripe(
  sql: postgres.Sql,
  { ownerUrl }: BenchDatabase,
): Promise<Map<string, string>> {
  const keys = await loadSecretKeys(ownerUrl, secretKey)
  const stores = await sql<{ id: string }[]>`
    select id from store s
    where not exists (select from payment_account a where a.store_id = s.id)`
  for (const { id: storeId } of stores) {
    const _id = crypto.randomUUID()
    const secret = encryptAccountSecret(keys, { _id, key: 'rk_test_fake', webhookSecret })
    await sql`
      insert into payment_account (store_id, id, provider, secret, hint, is_test)
      values (${storeId}, ${_id}, 'stripe', ${secret}, 'fake', true)`
    await sql`
      insert into payment_method (store_id, kind, name, position)
      values (${storeId}, 'stripe', 'Card', 1)`
  }
  const methods = await sql<{ storeId: string; id: string }[]>`
    select store_id as "storeId", id from payment_method where kind = 'stripe'`
  return new Map(methods.map(({ storeId, id }) => [storeId, id]))
}

type PaidPayment = { storeId: string; webhookBody: string }

/** Keeps payments that are paid at the provider but not reported to the server yet. */
export class PaidPayments {
  private readonly payments: PaidPayment[] = []
  private readonly appUrl: string
  private readonly shop: CartShop
  private readonly fakes: FakeProviders
  private readonly methods: Map<string, string>
  constructor(
    appUrl: string,
    variants: readonly ShoppedVariant[],
    { fakes, methods }: { fakes: FakeProviders; methods: Map<string, string> },
  ) {
    this.appUrl = appUrl
    this.shop = new CartShop(appUrl, variants)
    this.fakes = fakes
    fakes.stripe.pastedEndpoint = { url: '', secret: webhookSecret }
    this.methods = methods
  }

  async pay(count: number): Promise<void> {
    const missingCount = Math.max(0, count - this.payments.length)
    await this.shop.fillCarts(missingCount)
    await runConcurrently(missingCount, 4, async () => {
      const cart = this.shop.takeCart()
      const method = this.methods.get(cart.storeId)
      const { location } = await send(this.appUrl, createPlaceRequest(cart, method))
      const [, id = ''] = /^\/pay\/([^/]+)\//.exec(location) ?? []
      const session = [...this.fakes.stripe.sessions.values()].findLast(
        ({ client_reference_id }) => client_reference_id === id,
      )
      const [webhook] = this.fakes.stripe.pay(session?.id ?? '')
      if (webhook) this.payments.push({ storeId: cart.storeId, webhookBody: webhook.body })
    })
  }

  /** Signed when it is sent, because signatures expire. */
  createWebhookRequest(): LoadRequest {
    const payment = this.payments.pop()
    if (!payment) throw new Error('All payments were settled. Raise --carts.')
    return {
      method: 'POST',
      path: `/api/paymentWebhook/stripe/${payment.storeId}`,
      headers: {
        'x-forwarded-for': createIpAddress(),
        ...signStripeWebhook(payment.webhookBody, webhookSecret),
      },
      body: payment.webhookBody,
    }
  }
}
