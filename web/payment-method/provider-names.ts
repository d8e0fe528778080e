import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'

/** The brands, which are the same in every language. */
export const providerNames: Record<PaymentProviderCode, string> = {
  stripe: 'Stripe',
  mollie: 'Mollie',
}

/** Where sellers find or create their key. */
export const providerKeyUrls: Record<PaymentProviderCode, string> = {
  stripe: 'https://dashboard.stripe.com/apikeys/create',
  mollie: 'https://my.mollie.com/dashboard/developers/api-keys',
}

/** The names of permissions in the dashboard of Stripe, which is in English for keys. */
export const stripePermissions = [
  { name: 'Checkout Sessions', access: 'write' },
  { name: 'Charges and Refunds', access: 'write' },
  { name: 'PaymentIntents', access: 'read' },
  { name: 'Webhook Endpoints', access: 'write' },
] as const
