import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

export const webhookSecretPrefix = 'whsec_'

/** Returns a new secret in the notation of Standard Webhooks: 24 random bytes in base64. */
export const createWebhookSecret = () =>
  `${webhookSecretPrefix}${randomBytes(24).toString('base64')}`

type SignedMessage = { id: string; sentAt: Date; body: string }

/**
 * Returns the Standard Webhooks headers of a message, with one signature per secret. A receiver can
 * therefore verify with the new or with the previous secret.
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

/** Decodes base64 and base64url, which older secrets use. */
const decodeSecret = (secret: string) =>
  Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64')
