import { createHmac } from 'node:crypto'

/** `t=1700000000,v1=…`: of `timestamp.body` by HMAC-SHA256, once for each secret, so that a receiver may still know the one before. */
export function signWebhookBody(
  secrets: readonly string[],
  timestampSeconds: number,
  body: string,
): string {
  const signatures = secrets.map(
    secret =>
      `v1=${createHmac('sha256', secret).update(`${timestampSeconds}.${body}`).digest('hex')}`,
  )
  return [`t=${timestampSeconds}`, ...signatures].join(',')
}
