import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import { publicInternetPolicy, type RequestPolicy } from '../../lib/security/guarded-request.ts'
import { isPublicAddress } from '../../lib/security/public-address.ts'

const privateZones = new Set(['localhost', 'local', 'internal', 'arpa', 'invalid', 'onion'])

type WebhookConfig = Pick<Config, 'allowsPrivateWebhookTargets'>

/** Returns the policy for the addresses that webhooks of this installation can connect to. */
export const getWebhookPolicy = ({ allowsPrivateWebhookTargets }: WebhookConfig): RequestPolicy =>
  allowsPrivateWebhookTargets
    ? { ...publicInternetPolicy, isAllowed: () => true }
    : publicInternetPolicy

/**
 * Rejects URLs that can never receive a message. Host names are resolved and checked again at each
 * delivery. `URL` normalizes every notation of an IP address.
 * @throws Problem 422 credentials, not_https or private
 */
export function checkWebhookUrl(
  { allowsPrivateWebhookTargets }: WebhookConfig,
  urlText: string,
): void {
  const url = new URL(urlText)
  if (url.username || url.password) throw createFieldProblem('url', 'credentials')
  if (allowsPrivateWebhookTargets) return
  if (url.protocol !== 'https:') throw createFieldProblem('url', 'not_https')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isPrivate = isIP(host)
    ? !isPublicAddress(host)
    : !host.includes('.') || privateZones.has(host.split('.').at(-1) ?? '')
  if (isPrivate) throw createFieldProblem('url', 'private')
}
