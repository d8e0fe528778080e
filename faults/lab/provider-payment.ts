import { z } from 'zod'
import { toDecimalPrice } from '#contract/lib/money/money.ts'
import type { FaultEnvironment } from './fault-environment.ts'
import type { PaymentLab, Provider } from './payment-lab.ts'

const CreatedPayment = z.object({ id: z.string() })
type PaidOrder = { _id: string; total: number; currency: string }
const returnUrl = 'https://store.example/paid'

/** Opens a payment page of an order at a fake provider, and returns its id there. */
export async function createProviderPayment(
  { fakes, environment }: PaymentLab,
  provider: Provider,
  { total, currency }: PaidOrder,
): Promise<string> {
  const request =
    provider === 'stripe'
      ? {
          path: '/v1/checkout/sessions',
          key: 'rk_test_fake',
          body: new URLSearchParams({
            ui_mode: 'hosted_page',
            'line_items[0][price_data][unit_amount]': String(total),
            'line_items[0][price_data][currency]': currency.toLowerCase(),
            expires_at: String(Math.floor(Date.now() / 1000) + 3600),
            success_url: returnUrl,
          }),
        }
      : {
          path: '/v2/payments',
          key: 'test_fake',
          body: JSON.stringify({
            amount: { value: toDecimalPrice(total, currency), currency },
            redirectUrl: returnUrl,
            cancelUrl: returnUrl,
            webhookUrl: `https://store.example/api/paymentWebhook/mollie/${environment.storeId}`,
          }),
        }
  const reply = await fetch(fakes.url + request.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${request.key}` },
    body: request.body,
  })
  return CreatedPayment.parse(await reply.json()).id
}

/** Stores the payment page of an order, as the order page does before it redirects to the provider. */
export const openPaymentSession = (
  environment: FaultEnvironment,
  {
    provider,
    sessionId,
    order: { _id, total, currency },
  }: { provider: Provider; sessionId: string; order: PaidOrder },
) =>
  environment.withSuperuserSql(
    sql => sql`
      insert into payment_session
        (store_id, order_id, provider, session_id, amount, currency, state, expires_at, check_at)
      values (${environment.storeId}, ${_id}, ${provider}, ${sessionId}, ${total}, ${currency},
        'open', now() + interval '1 day', now() + interval '1 day')`,
  )
