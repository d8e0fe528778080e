import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import type { Config } from '../config.ts'
import { createMollieProvider } from './mollie.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { createStripeProvider } from './stripe.ts'

export const getPaymentProvider = (
  {
    stripeApiUrl: apiUrl,
    stripePlatform: platform,
    mollieApiUrl,
  }: Pick<Config, 'stripeApiUrl' | 'stripePlatform' | 'mollieApiUrl'>,
  code: PaymentProviderCode,
): PaymentProvider =>
  code === 'stripe'
    ? createStripeProvider({ apiUrl, platform })
    : createMollieProvider(mollieApiUrl)

/** Returns the URL that a provider calls about the payments of a store. */
export const getPaymentWebhookUrl = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  code: PaymentProviderCode,
  storeId: string,
) => `${publicUrl}/api/paymentWebhook/${code}/${storeId}`
