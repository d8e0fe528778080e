import {
  type PaymentProviderCode,
  type ProviderConnection,
  paymentProviderNames,
  paymentProviders,
} from '#contract/payment/payment-account.ts'
import type { Config } from '../config.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { type Tx, toRow } from '../lib/db/db.ts'
import { batch, runBatch } from '../lib/db/query-batch.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'
import { getKeyHint } from '../payment-provider/account-failure.ts'
import { getPaymentWebhookUrl } from '../payment-provider/get-payment-provider.ts'
import { encryptAccountSecret, loadPaymentAccount } from '../payment-provider/load-provider.ts'
import type { PaymentAccount } from '../payment-provider/payment-provider.ts'
import { isConnectedAccount } from '../payment-provider/stripe-client.ts'
import {
  createPaymentMethod,
  deleteProviderMethod,
  lockPaymentMethods,
} from './payment-method-store.ts'

type ConnectionRow = NonNullable<ProviderConnection['account']> & { provider: PaymentProviderCode }

/** Reads every provider with the account of the store, if it has one. */
export const listConnections = (config: Config, tx: Tx, storeId: string) =>
  batch(
    [
      tx<ConnectionRow[]>`
        select provider, hint, is_test, webhook_id <> '' as has_created_webhook, is_failing,
          created_at, updated_at
        from payment_account`,
    ],
    ([rows]) =>
      paymentProviders.map((provider): ProviderConnection => {
        const { provider: _, ...account } = rows.find(row => row.provider === provider) ?? {}
        return {
          provider,
          webhookUrl: getPaymentWebhookUrl(config, provider, storeId),
          acceptsAccounts: provider === 'stripe' && config.stripePlatform !== undefined,
          account: 'hint' in account ? account : null,
        }
      }),
  )

export type VerifiedKey = {
  provider: PaymentProviderCode
  key: string
  isTest: boolean
  webhookSecret: string | null
  webhookId: string
  /** The name of the payment method, if it does not exist yet. */
  name: string
}

/** Stores the key of a provider, and adds its payment method with the first one. */
export async function saveAccount(
  tx: Tx,
  keys: SecretKeys,
  { provider, key, isTest, webhookSecret, webhookId, name }: VerifiedKey,
): Promise<void> {
  await lockPaymentMethods(tx)
  const [row] = await tx<{ id: string; isNew: boolean }[]>`
    select coalesce(a.id, new_id()) as id, a.id is null as is_new
    from (values (1)) one left join payment_account a on a.provider = ${provider}`
  const { id, isNew } = assertFound(row)
  const values = {
    secret: encryptAccountSecret(keys, { _id: id, key, webhookSecret }),
    hint: getKeyHint(key),
    isTest,
    isFailing: false,
    webhookId,
    connectedAccount: isConnectedAccount(key) ? key : null,
  }
  if (isNew) await tx`insert into payment_account ${tx(toRow({ _id: id, provider, ...values }))}`
  else
    await tx`
      update payment_account set ${tx(toRow(values))}, updated_at = now() where id = ${id}`
  const [method] = await tx`select 1 from payment_method where kind = ${provider}`
  if (!method) await createPaymentMethod(tx, { kind: provider, name })
}

/**
 * Deletes the account with its key, and its payment method.
 * @throws Problem 409 payment_provider_in_use
 */
export async function deletePaymentAccount(tx: Tx, provider: PaymentProviderCode): Promise<void> {
  await lockPaymentMethods(tx)
  const deletedRows = await tx`delete from payment_account where provider = ${provider} returning 1`
  assertFound(deletedRows[0], 'payment_account_not_found')
  await deleteProviderMethod(tx, provider)
  await assertNoOpenPayments(tx, provider)
}

/** @throws Problem 409 payment_provider_in_use */
export async function assertNoOpenPayments(tx: Tx, provider: PaymentProviderCode): Promise<void> {
  const count = await countOpenPayments(tx, provider)
  if (count > 0)
    throw new Problem(409, 'payment_provider_in_use', {
      count,
      provider: paymentProviderNames[provider],
    })
}

/**
 * Returns how many payments and refunds need the account. A bank reports the end of a payment
 * within days, so older ones do not count: their key may no longer work.
 */
async function countOpenPayments(tx: Tx, provider: PaymentProviderCode): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select (
      select count(*) from payment_session
      where provider = ${provider} and (
        state in ('opening', 'open') and expires_at > now()
        or state in ('processing', 'late') and expires_at > now() - interval '30 days')
    )::integer + (
      select count(*) from payment_refund
      where provider = ${provider} and state = 'pending' and created_at > now() - interval '30 days'
    )::integer as count`
  return row?.count ?? 0
}

export type StoredAccount = PaymentAccount & {
  /** The webhook at the provider, empty if Storewright created none. */
  webhookId: string
}

export async function findStoredAccount(
  keys: SecretKeys,
  tx: Tx,
  provider: PaymentProviderCode,
): Promise<StoredAccount | undefined> {
  const account = await loadPaymentAccount(keys, tx, provider)
  const [row] = await tx<{ webhookId: string }[]>`
    select webhook_id from payment_account where provider = ${provider}`
  return account && { ...account, webhookId: row?.webhookId ?? '' }
}

export async function getConnection(
  config: Config,
  tx: Tx,
  { storeId, provider }: { storeId: string; provider: PaymentProviderCode },
): Promise<ProviderConnection> {
  const connections = await runBatch(listConnections(config, tx, storeId))
  return assertFound(connections.find(connection => connection.provider === provider))
}
