import { z } from 'zod'
import type { PaymentProviderCode } from '#contract/payment-account.ts'
import type { Tx } from '../lib/db/db.ts'
import { decryptSecret, encryptSecret } from '../lib/security/encrypt-secret.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'
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
