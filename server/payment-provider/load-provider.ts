import { z } from 'zod'
import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { decryptSecret, encryptSecret } from '../lib/security/encrypt-secret.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'
import { getPaymentProvider } from './get-payment-provider.ts'
import type { PaymentAccount } from './payment-provider.ts'

const AccountSecret = z.object({ key: z.string(), webhookSecret: z.string().nullable() })

/** Returns the connected account of the store of the transaction, or undefined without one. */
export async function loadPaymentAccount(
  keys: Pick<SecretKeys, 'paymentAccount'>,
  tx: Tx,
  provider: PaymentProviderCode,
): Promise<PaymentAccount | undefined> {
  const [row] = await tx<{ id: string; secret: Uint8Array }[]>`
    select id, secret from payment_account where provider = ${provider}`
  if (!row) return undefined
  const secret = decryptSecret(keys.paymentAccount, row.id, row.secret)
  return { _id: row.id, provider, ...AccountSecret.parse(JSON.parse(secret)) }
}

/** Encrypts the secrets of an account for its row. */
export const encryptAccountSecret = (
  keys: Pick<SecretKeys, 'paymentAccount'>,
  { _id, key, webhookSecret }: Omit<PaymentAccount, 'provider'>,
): Buffer => encryptSecret(keys.paymentAccount, _id, JSON.stringify({ key, webhookSecret }))

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
