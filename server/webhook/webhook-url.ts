import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import { failField } from '../lib/call/problem.ts'
import { publicInternetPolicy, type RequestPolicy } from '../lib/security/guarded-request.ts'
import { isPublicAddress } from '../lib/security/public-address.ts'

const privateZones = new Set(['localhost', 'local', 'internal', 'arpa', 'invalid', 'onion'])

/** Returns which addresses the webhooks of this installation may connect to. */
export const getWebhookReach = ({
  allowsPrivateWebhookTargets: webhooksToAnywhere,
}: Pick<Config, 'allowsPrivateWebhookTargets'>): RequestPolicy =>
  webhooksToAnywhere ? { ...publicInternetPolicy, isAllowed: () => true } : publicInternetPolicy

/**
 * Rejects URLs that could never receive a message. A host name is resolved and checked again at each delivery. `URL`
 * normalizes every notation of an IP address.
 */
export function checkWebhookUrl(
  { allowsPrivateWebhookTargets: webhooksToAnywhere }: Pick<Config, 'allowsPrivateWebhookTargets'>,
  urlText: string,
): void {
  const url = new URL(urlText)
  if (url.username || url.password) throw failField('url', 'credentials')
  if (webhooksToAnywhere) return
  if (url.protocol !== 'https:') throw failField('url', 'not_https')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isPrivate = isIP(host)
    ? !isPublicAddress(host)
    : !host.includes('.') || privateZones.has(host.split('.').at(-1) ?? '')
  if (isPrivate) throw failField('url', 'private')
}
