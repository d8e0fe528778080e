import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import type { PlainErrorCode } from '../lib/call/error-message.ts'
import { failField } from '../lib/call/problem.ts'

/** Top levels that are no part of the public name system (RFC 6761, 6762, 7686, 8375 and ICANN's .internal). */
const privateZones = new Set(['localhost', 'local', 'internal', 'onion', 'arpa', 'invalid'])

const createDomainProblem = (code: PlainErrorCode) => failField('domain', code)

/**
 * A host as a person typed it, in lower-case ASCII (IDNA). Throws 422 on `domain` for what is no host name, no domain of
 * one's own (`co.uk`, `github.io`), or lies in one of our zones.
 */
export function parseDomainHost(input: string, reservedZones: readonly string[]): string {
  const name = input.trim().replace(/\.$/, '')
  // Names alone: what URL parsing would quietly cut off must not pass as if it had not been there.
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
