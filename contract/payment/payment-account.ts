import { z } from 'zod'
import { Reauthentication } from '../account/account-security.ts'
import { defineApi } from '../lib/call/api.ts'
import { codeText, singleLineText, Timestamp } from '../lib/schemas.ts'

/** The services that accept cards, wallets and bank payments on their own page. */
export const paymentProviders = ['stripe', 'mollie'] as const
export const PaymentProviderCode = z.enum(paymentProviders)
export type PaymentProviderCode = z.infer<typeof PaymentProviderCode>

export const paymentProviderNames: Record<PaymentProviderCode, string> = {
  stripe: 'Stripe',
  mollie: 'Mollie',
}

/** How the secret keys of each provider start. */
export const paymentKeyPrefixes: Record<PaymentProviderCode, readonly string[]> = {
  stripe: ['rk_live_', 'rk_test_', 'sk_live_', 'sk_test_'],
  mollie: ['live_', 'test_'],
}
/** The events of Stripe that Storewright handles. */
export const stripeWebhookEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const
export const webhookSecretPrefix = 'whsec_'
/** How the ids of accounts at Stripe Connect start. They replace a key. */
export const connectedAccountPrefix = 'acct_'

const ConnectedAccount = z.object({
  /** The last four characters of the key. */
  hint: z.string(),
  /** A test key: no money moves. */
  isTest: z.boolean(),
  /** Whether Storewright created the webhook at the provider. Otherwise the seller did. */
  hasCreatedWebhook: z.boolean(),
  /** The provider rejects the key, or the webhook is missing, so that shoppers cannot pay. */
  isFailing: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const ProviderConnection = z.object({
  provider: PaymentProviderCode,
  /** The URL that the provider calls about payments. */
  webhookUrl: z.string(),
  /** Whether the operator has a platform, so that the id of a linked account can be the key. */
  acceptsAccounts: z.boolean(),
  account: ConnectedAccount.nullable(),
})
export type ProviderConnection = z.infer<typeof ProviderConnection>

export const ProviderKey = z.object({
  provider: PaymentProviderCode,
  /** The secret key, or the id of a linked account. It is stored encrypted and never sent back. */
  key: codeText(300, 1),
  /** The signing secret of a webhook that the seller created, for keys that cannot create one. */
  webhookSecret: singleLineText(300).optional(),
  /** The name of the payment method at the checkout, which is added with the first key. */
  name: singleLineText(60, 1),
})
export const ProviderConnecting = ProviderKey.extend(Reauthentication.shape)

export const paymentAccountApi = defineApi('paymentAccount', {
  list: {
    method: 'GET',
    path: '/paymentAccount/getAll',
    can: 'business:read',
    summary: 'List payment providers with the connected accounts, without their keys',
    reply: z.array(ProviderConnection),
  },
  connect: {
    method: 'POST',
    path: '/paymentAccount/connect',
    can: 'business:write',
    status: 200,
    summary:
      'Connect a payment provider or replace its key, confirmed with the password; the key is checked at the provider',
    body: ProviderConnecting,
    reply: ProviderConnection,
    message: 'Payment provider connected',
    invalidates: ['paymentMethod', 'onboarding'],
  },
  disconnect: {
    method: 'POST',
    path: '/paymentAccount/disconnect',
    can: 'business:write',
    status: 200,
    summary:
      'Disconnect a payment provider without open payments and delete its key, confirmed with the password',
    body: z.object({ provider: PaymentProviderCode, ...Reauthentication.shape }),
    message: 'Payment provider disconnected',
    invalidates: ['paymentMethod', 'onboarding'],
  },
})
