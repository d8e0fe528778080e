import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'

/** A connected account of a store at a payment provider, with its decrypted secrets. */
export type PaymentAccount = {
  _id: string
  provider: PaymentProviderCode
  key: string
  /** Signs webhooks. Mollie has none, because its webhooks contain an id only. */
  webhookSecret: string | null
}

export type SessionRequest = {
  /** The id of our row. A repeated request with the same key returns the same session. */
  key: string
  /** In minor units of the currency, as everywhere in Storewright. */
  amount: number
  currency: string
  description: string
  email: string
  language: string
  /** Where the shopper returns to after the payment, and after leaving it. */
  successUrl: string
  cancelUrl: string
  webhookUrl: string
  /** Stripe accepts 30 minutes to 24 hours from now. Mollie decides by the method of payment. */
  expiresAt: Date
}

/**
 * `processing`: the shopper has finished, and the money arrives later, as with a bank debit.
 * `failed` and `expired` are final.
 */
export type SessionState = 'open' | 'processing' | 'paid' | 'failed' | 'expired'

export type ProviderSession = {
  sessionId: string
  /** The page of the provider, while the session is open. */
  url: string | null
  state: SessionState
  amount: number
  currency: string
  /** The id of the payment, which refunds refer to. */
  paymentId: string | null
}

export type RefundRequest = { key: string; paymentId: string; amount: number; currency: string }
export type ProviderRefund = {
  refundId: string
  state: 'pending' | 'succeeded' | 'failed'
  amount: number
  /** The key of the request, empty if the refund was not created by Storewright. */
  key: string
}

/** A shopper disputes a payment at the bank. `won`: the store keeps the money. */
export const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The record that a verified webhook names. The state is loaded from the provider, not taken from the event. */
export type ProviderEvent = { eventId: string } & (
  | { kind: 'session'; sessionId: string }
  | { kind: 'refund'; refundId: string; paymentId: string }
  | {
      kind: 'dispute'
      disputeId: string
      paymentId: string
      amount: number
      reason: string
      state: DisputeState
    }
)

export type WebhookRequest = {
  body: Buffer
  headers: Record<string, string | string[] | undefined>
}

/**
 * A service that accepts payments on its own page. There is one implementation per provider. Every
 * function throws Problem 503 payment_provider_unreachable if it can be repeated later, and another
 * Problem if the provider has rejected the request.
 */
export type PaymentProvider = {
  /** @throws Problem 422 if the key is unknown, lacks a permission or belongs to another store */
  verifyKey: (key: string, storeId: string) => Promise<void>
  /** Whether it is a test key, which moves no money. */
  isTestKey: (key: string) => boolean
  /** Creates, finds and deletes the webhook at the provider, if the account needs one. */
  webhooks?: {
    /** Returns undefined if the key cannot create webhooks or the URL is not accepted. */
    create: (key: string, url: string) => Promise<{ _id: string; secret: string } | undefined>
    exists: (key: string, id: string) => Promise<boolean>
    delete: (key: string, id: string) => Promise<void>
  }
  /** @throws Problem 422 payment_amount_unsupported if the provider would round the amount */
  assertAmount: (amount: number, currency: string) => void
  createSession: (account: PaymentAccount, request: SessionRequest) => Promise<ProviderSession>
  loadSession: (account: PaymentAccount, sessionId: string) => Promise<ProviderSession>
  /**
   * Returns the session after the attempt: a finished session stays paid or processing. A session
   * of Mollie can stay open, because not every method of payment can be canceled.
   */
  expireSession: (account: PaymentAccount, sessionId: string) => Promise<ProviderSession>
  createRefund: (account: PaymentAccount, request: RefundRequest) => Promise<ProviderRefund>
  loadRefund: (
    account: PaymentAccount,
    refund: { refundId: string; paymentId: string },
  ) => Promise<ProviderRefund>
  /** Whether `parseEvents` verifies a signature, instead of sending a request to the provider. */
  hasSignedEvents: boolean
  /**
   * Returns what a webhook is about, empty for events that do not matter.
   * @throws Problem 400 payment_webhook_invalid if the webhook is not from the provider
   */
  parseEvents: (account: PaymentAccount, request: WebhookRequest) => Promise<ProviderEvent[]>
}
