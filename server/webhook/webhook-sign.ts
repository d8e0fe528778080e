import { createHmac } from 'node:crypto'

/** `t=1700000000,v1=…`: of `timestamp.body` by HMAC-SHA256, once for each secret, so that a receiver may still know the one before. */
export function signatureOf(secrets: readonly string[], seconds: number, body: string): string {
  const signed = secrets.map(
    secret => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signed].join(',')
}
