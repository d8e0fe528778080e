import { type PaymentProviderCode, paymentProviders } from '#contract/payment-account.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { getPaymentProvider } from './get-payment-provider.ts'
import { loadPaymentAccount } from './load-payment-account.ts'

type Connecting = Pick<App, 'keys' | 'config'>

/** Returns a provider and the account of the store of the transaction, or undefined without one. */
export async function findProvider(app: Connecting, tx: Tx, code: PaymentProviderCode) {
  const account = await loadPaymentAccount(app.keys, tx, code)
  return account && { account, provider: getPaymentProvider(app.config, code) }
}

/** @throws Problem 409 payment_unavailable without a connected account */
export async function loadProvider(app: Connecting, tx: Tx, code: PaymentProviderCode) {
  const connected = await findProvider(app, tx, code)
  if (!connected) throw new Problem(409, 'payment_unavailable')
  return connected
}

/** @throws Problem 422 payment_amount_unsupported about the field of the payment method */
export function assertChargeable(
  { config }: Pick<App, 'config'>,
  code: PaymentProviderCode,
  { amount, currency }: { amount: number; currency: string },
): void {
  try {
    getPaymentProvider(config, code).assertAmount(amount, currency)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw createFieldProblem('payment', error.toErrorMessage())
  }
}

/** Returns the provider of a payment method, or undefined if the shopper pays in another way. */
export async function findProviderOfMethod(
  tx: Tx,
  method: string,
): Promise<PaymentProviderCode | undefined> {
  const [row] = await tx<{ kind: string }[]>`
    select kind from payment_method where id = ${method} and enabled`
  return paymentProviders.find(code => code === row?.kind)
}
