import Stripe from 'stripe'
import { connectedAccountPrefix } from '#contract/payment/payment-account.ts'
import { Problem } from '../lib/call/problem.ts'

/** The account of the operator at Stripe Connect, which charges for the accounts of sellers. */
export type StripePlatform = { key: string; webhookSecret: string }
export type StripeApi = { apiUrl: string; platform: StripePlatform | undefined }

/** Returns whether a key is the id of a seller's account at Stripe Connect. */
export const isConnectedAccount = (key: string): boolean => key.startsWith(connectedAccountPrefix)

/**
 * Returns a client that acts as the owner of a key, or for a connected account.
 * @throws Problem 422 payment_key_rejected for a connected account without a platform
 */
export function createStripeClient({ apiUrl, platform }: StripeApi, key: string): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  const isConnected = isConnectedAccount(key)
  const apiKey = isConnected ? platform?.key : key
  if (apiKey === undefined) throw new Problem(422, 'payment_key_rejected')
  return new Stripe(apiKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    ...(isConnected && { stripeAccount: key }),
    timeout: 8000,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

/** The metadata of a connected account with the id of its store, which no other seller can set. */
const storeKey = 'storewright_store'

/**
 * Checks that a connected account belongs to a store and can be paid. The id alone proves nothing.
 * @throws Problem 422 payment_account_not_linked or payment_account_restricted
 */
export async function verifyConnectedAccount(
  { apiUrl, platform }: StripeApi,
  id: string,
  storeId: string,
): Promise<void> {
  if (!platform) throw new Problem(422, 'payment_key_rejected')
  const client = createStripeClient({ apiUrl, platform }, platform.key)
  const account = await client.accounts.retrieve(id).catch(error => {
    const { StripePermissionError, StripeInvalidRequestError } = Stripe.errors
    const isUnknown =
      error instanceof StripePermissionError || error instanceof StripeInvalidRequestError
    if (!isUnknown) throw error
    return undefined
  })
  if (account?.metadata?.[storeKey] !== storeId)
    throw new Problem(422, 'payment_account_not_linked')
  if (!account.charges_enabled) throw new Problem(422, 'payment_account_restricted')
}

/** The page of Stripe has no Arabic. */
export function toStripeLocale(language: string): Stripe.Checkout.SessionCreateParams.Locale {
  if (language === 'pt') return 'pt-BR'
  return language === 'ar' ? 'auto' : language
}
