import { createHmac } from 'node:crypto'
import { normalizeEmail } from '#contract/lib/text/email.ts'
import type { App } from '../../lib/call/serve.ts'
import { isSameToken } from '../../lib/security/is-same-token.ts'

/** Mail programs write to `unsubscribe`, mail servers report failed deliveries to `bounce`. */
export type MarketingAddress = { purpose: 'unsubscribe' | 'bounce'; recipientId: string }

type AddressApp = { config: Pick<App['config'], 'mailIn'>; keys: Pick<App['keys'], 'mailLink'> }

const names = { unsubscribe: 'unsubscribe', bounce: 'b' } as const
const addressPattern = /^(unsubscribe|b)\+([0-9a-f]{32})([0-9a-f]{20})$/

/** 80 bits, because the name of an address has at most 64 characters. */
const createToken = ({ keys }: AddressApp, { purpose, recipientId }: MarketingAddress) =>
  createHmac('sha256', keys.mailLink)
    .update(`${purpose} address ${recipientId}`)
    .digest('hex')
    .slice(0, 20)

/** Returns an address about one marketing email, or undefined if the installation receives no emails. */
export function createMarketingAddress(
  app: AddressApp,
  { purpose, recipientId }: MarketingAddress,
): string | undefined {
  const { mailIn } = app.config
  if (!mailIn) return undefined
  const token = createToken(app, { purpose, recipientId })
  return `${names[purpose]}+${recipientId.replaceAll('-', '')}${token}@${mailIn.host}`
}

/** Returns what an address is about, or undefined without its token. */
export function parseMarketingAddress(
  app: AddressApp,
  address: string,
): MarketingAddress | undefined {
  const [name = '', host] = normalizeEmail(address).split('@')
  const [, kind, hexId = '', token = ''] = addressPattern.exec(name) ?? []
  if (kind === undefined || host !== app.config.mailIn?.host) return undefined
  const recipientId = hexId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const purpose = kind === 'b' ? 'bounce' : 'unsubscribe'
  return isSameToken(createToken(app, { purpose, recipientId }), token)
    ? { purpose, recipientId }
    : undefined
}
