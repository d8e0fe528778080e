import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import type { PaymentAccount } from './payment-provider.ts'

const failureCodes: readonly string[] = [
  'payment_key_rejected',
  'payment_key_permission',
  'payment_account_not_linked',
  'payment_account_restricted',
  'payment_webhook_secret_required',
]

/** Returns whether an error means that the account does not work until the seller changes it. */
export const isAccountFailure = (error: unknown): boolean =>
  error instanceof Problem && failureCodes.includes(error.code)

/**
 * Stores whether payments with an account work, and notifies staff once when they stop. A key that was
 * replaced in the meantime keeps its state.
 */
export async function setAccountFailing(
  tx: Tx,
  { provider, key }: Pick<PaymentAccount, 'provider' | 'key'>,
  isFailing: boolean,
): Promise<void> {
  const [changed] = await tx<{ id: string }[]>`
    update payment_account set is_failing = ${isFailing}
    where provider = ${provider} and hint = ${getKeyHint(key)} and is_failing <> ${isFailing}
    returning id`
  if (changed && isFailing)
    await tx`
      select add_notification('payment_account_failed', 'order', ${changed.id},
        ${tx.json({ source: provider })})`
}

/** Returns the part of a key that sellers recognize it by. */
export const getKeyHint = (key: string): string => key.slice(-4)
