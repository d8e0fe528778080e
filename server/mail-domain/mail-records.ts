import type { Resolver } from 'node:dns/promises'
import type { MailRecord } from '#contract/store/mail-domain.ts'

export type TxtResolver = Pick<Resolver, 'resolveTxt'>
type MailSettings = {
  domain: string
  selector: string
  publicKey: string
  /** The domain whose SPF record names the mail servers of the installation. */
  serverDomain: string
}
type MailRecordRule = Omit<MailRecord, 'found'> & { isMet: (text: string) => boolean }

/**
 * Returns the records that let mail servers accept the emails of a store: SPF names the server that
 * sends, DKIM verifies the signature, and DMARC connects both with the sender.
 */
export function listMailRecords(settings: MailSettings): MailRecordRule[] {
  const { domain, selector, publicKey, serverDomain } = settings
  const include = `include:${serverDomain}`
  return [
    {
      purpose: 'spf',
      type: 'TXT',
      name: domain,
      value: `v=spf1 ${include} ~all`,
      // A domain has one SPF record, which can name further servers.
      isMet: text => /^v=spf1\b/i.test(text) && text.toLowerCase().split(/\s+/).includes(include),
    },
    {
      purpose: 'dkim',
      type: 'TXT',
      name: `${selector}._domainkey.${domain}`,
      value: `v=DKIM1; k=rsa; p=${publicKey}`,
      isMet: text => text.replaceAll(/\s/g, '').split(';').includes(`p=${publicKey}`),
    },
    {
      purpose: 'dmarc',
      type: 'TXT',
      name: `_dmarc.${domain}`,
      value: 'v=DMARC1; p=none',
      isMet: text => /^v=DMARC1\s*;/i.test(text),
    },
  ]
}

const notFoundCodes: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/** Returns the purposes of the records that exist, or undefined if the name servers do not respond. */
export async function findMailRecords(
  resolver: TxtResolver,
  rules: readonly MailRecordRule[],
): Promise<MailRecord['purpose'][] | undefined> {
  const results = await Promise.all(
    rules.map(async ({ name, isMet }) => {
      try {
        return (await resolver.resolveTxt(name)).some(parts => isMet(parts.join('')))
      } catch (error) {
        const isMissing =
          error instanceof Error && 'code' in error && notFoundCodes.includes(error.code)
        return isMissing ? false : undefined
      }
    }),
  )
  if (results.includes(undefined)) return undefined
  return rules.flatMap(({ purpose }, i) => (results[i] ? [purpose] : []))
}
