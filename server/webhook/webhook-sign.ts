import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

export const webhookSecretPrefix = 'whsec_'

/** Returns a new secret in the notation of Standard Webhooks: 24 random bytes in base64. */
export const createWebhookSecret = () =>
  `${webhookSecretPrefix}${randomBytes(24).toString('base64')}`

type SignedMessage = { id: string; sentAt: Date; body: string }

/**
 * Returns the headers of Standard Webhooks for a message: one signature for each secret, so that a receiver may still use
 * the previous one.
 */
export function signMessage(
  secrets: readonly string[],
  { id, sentAt, body }: SignedMessage,
): Record<string, string> {
  const signatures = secrets.map(secret =>
    new Webhook(decodeSecret(secret), { format: 'raw' }).sign(id, sentAt, body),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

/** Older secrets are written in base64url, which `Buffer` reads as base64 too. */
const decodeSecret = (secret: string) =>
  Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64')
