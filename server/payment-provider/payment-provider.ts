/** A connected account of a store at a payment provider, with its decrypted secrets. */
export type PaymentAccount = {
  _id: string
  provider: PaymentProviderCode
  key: string
  /** Signs webhooks. Mollie has none, because its webhooks contain an id only. */
  webhookSecret: string | null
}
export type PaymentProviderCode = 'stripe' | 'mollie'

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
}

/** What a verified webhook is about. The state is loaded from the provider, not taken from the event. */
export type ProviderEvent = { eventId: string } & (
  | { kind: 'session'; sessionId: string }
  | { kind: 'refund'; refundId: string; paymentId: string }
  | { kind: 'dispute'; disputeId: string; paymentId: string; amount: number; reason: string }
  | { kind: 'other' }
)

/** A service that accepts payments on its own page. There is one implementation per provider. */
export type PaymentProvider = {
  createSession: (account: PaymentAccount, request: SessionRequest) => Promise<ProviderSession>
  loadSession: (account: PaymentAccount, sessionId: string) => Promise<ProviderSession>
  /** Returns the session after the attempt: a finished session stays paid or processing. */
  expireSession: (account: PaymentAccount, sessionId: string) => Promise<ProviderSession>
  createRefund: (account: PaymentAccount, request: RefundRequest) => Promise<ProviderRefund>
  loadRefund: (
    account: PaymentAccount,
    refund: { refundId: string; paymentId: string },
  ) => Promise<ProviderRefund>
  /** @throws Problem 400 if the signature is not valid */
  parseEvent: (
    account: PaymentAccount,
    request: { body: Buffer; headers: Record<string, string | string[] | undefined> },
  ) => Promise<ProviderEvent>
}
