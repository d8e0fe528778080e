import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import type { Config } from '../../config.ts'
import type { PlainErrorCode } from '../../lib/call/error-message.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'

/** Top-level domains outside the public DNS (RFC 6761, 6762, 7686, 8375 and ICANN's .internal). */
const privateZones = new Set(['localhost', 'local', 'internal', 'onion', 'arpa', 'invalid'])

/**
 * Returns the entered host in lower-case ASCII (IDNA).
 * @throws Problem 422 on `field` for invalid host names, public suffixes (`co.uk`, `github.io`)
 * and hosts in the reserved zones
 */
export function parseDomainHost(
  input: string,
  reservedZones: readonly string[],
  field = 'domain',
): string {
  const createDomainProblem = (code: PlainErrorCode) => createFieldProblem(field, code)
  const name = input.trim().replace(/\.$/, '')
  // `domainToASCII` accepts and removes parts of a URL, so they are rejected first.
  if (/[\s/\\:@#?%*[\]_<>|^]/.test(name)) throw createDomainProblem('domain_has_extra_text')
  const host = domainToASCII(name)
  const labels = host.split('.')
  if (
    !host ||
    host.length > 253 ||
    labels.some(label => label.length > 63 || !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label))
  )
    throw createDomainProblem('invalid_domain')
  const { isIp, domain, publicSuffix } = parse(host, { allowPrivateDomains: true })
  if (isIp) throw createDomainProblem('domain_is_ip')
  if (labels.length < 2) throw createDomainProblem('domain_too_short')
  if (reservedZones.some(zone => host === zone || host.endsWith(`.${zone}`)))
    throw createDomainProblem('domain_reserved')
  if (privateZones.has(labels.at(-1) ?? '')) throw createDomainProblem('domain_private')
  if (!domain || host === publicSuffix) throw createDomainProblem('public_suffix')
  return host
}

/** Whether a host is a registered domain itself, such as example.com or example.co.uk. */
export const isRegisteredDomain = (host: string) =>
  parse(host, { allowPrivateDomains: true }).domain === host

/** The zones of the installation, in which no store has a domain of its own. */
export const listReservedZones = ({
  storefrontHost,
  publicAddress,
}: Pick<Config, 'storefrontHost' | 'publicAddress'>) => [storefrontHost, publicAddress.hostname]
