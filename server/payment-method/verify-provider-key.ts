import type { z } from 'zod'
import {
  connectedAccountPrefix,
  type ProviderKey,
  paymentKeyPrefixes,
  webhookSecretPrefix,
} from '#contract/payment/payment-account.ts'
import type { Config } from '../config.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { PaymentProvider } from '../payment-provider/payment-provider.ts'
import { isConnectedAccount } from '../payment-provider/stripe-client.ts'
import type { StoredAccount } from './payment-account-store.ts'

type KeyInput = Pick<z.infer<typeof ProviderKey>, 'provider' | 'key' | 'webhookSecret'>

/** @throws Problem 422 payment_key_malformed, such as for a publishable key */
export function assertKeyFormat(
  { provider, key, webhookSecret }: KeyInput,
  { stripePlatform }: Pick<Config, 'stripePlatform'>,
): void {
  const prefixes = [
    ...paymentKeyPrefixes[provider],
    ...(provider === 'stripe' && stripePlatform ? [connectedAccountPrefix] : []),
  ]
  if (!prefixes.some(prefix => key.startsWith(prefix)) || /[^\x21-\x7e]/.test(key))
    throw createFieldProblem('key', 'payment_key_malformed', { prefixes: prefixes.join(', ') })
  if (webhookSecret && !webhookSecret.startsWith(webhookSecretPrefix))
    throw createFieldProblem('webhookSecret', 'payment_key_malformed', {
      prefixes: webhookSecretPrefix,
    })
}

/** Checks the key at the provider. @throws Problem about the field of the key */
export async function verifyKey(api: PaymentProvider, key: string, storeId: string): Promise<void> {
  await api.verifyKey(key, storeId).catch(error => {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    throw createFieldProblem('key', error.toErrorMessage())
  })
}

type WebhookContext = { current: StoredAccount | undefined; url: string }

/**
 * Returns the webhook of an account: the one that the seller created, the current one if the new
 * key belongs to the same account, or a new one.
 * @throws Problem 422 payment_webhook_secret_required if the key cannot create webhooks
 */
export async function prepareWebhook(
  { webhooks, isTestKey }: PaymentProvider,
  { key, webhookSecret }: KeyInput,
  { current, url }: WebhookContext,
): Promise<{ webhookSecret: string | null; webhookId: string }> {
  // One webhook of the platform is for all connected accounts.
  if (!webhooks || isConnectedAccount(key)) return { webhookSecret: null, webhookId: '' }
  if (webhookSecret) return { webhookSecret, webhookId: '' }
  if (current?.webhookId && (await webhooks.exists(key, current.webhookId)))
    return { webhookSecret: current.webhookSecret, webhookId: current.webhookId }
  const webhook = await webhooks.create(key, url)
  if (webhook) return { webhookSecret: webhook.secret, webhookId: webhook._id }
  const canKeepSecret =
    current?.webhookSecret && !current.webhookId && isTestKey(current.key) === isTestKey(key)
  if (!canKeepSecret) throw createFieldProblem('webhookSecret', 'payment_webhook_secret_required')
  return { webhookSecret: current.webhookSecret, webhookId: '' }
}
