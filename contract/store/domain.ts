import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { codeText, Id, Timestamp } from '../lib/schemas.ts'

/** Maximum number of custom domains per store. */
export const maxDomains = 10

export const DnsRecord = z.object({
  type: z.enum(['A', 'AAAA', 'CNAME', 'TXT']),
  name: z.string(),
  value: z.string(),
  found: z.boolean(),
})
export type DnsRecord = z.infer<typeof DnsRecord>

/** Why the last check of a domain failed, or why it found nothing. */
export const DomainError = z.enum([
  'taken',
  'no_dns_response',
  'ownership_unverified',
  'not_pointing',
])

export const Domain = z.object({
  /** `domain` is the host name in ASCII (punycode). */
  _id: Id,
  domain: z.string(),
  /** The URL of the store on this domain, without a trailing slash. */
  url: z.string(),
  kind: z.enum(['subdomain', 'custom']),
  status: z.enum(['pending', 'active', 'failed']),
  isPrimary: z.boolean(),
  /** Whether it is a registered domain itself, such as example.com, which has no CNAME record. */
  isRoot: z.boolean(),
  /** The required DNS records and whether each was found. */
  records: z.array(DnsRecord),
  lastError: z.union([z.literal(''), DomainError]),
  lastCheckedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type Domain = z.infer<typeof Domain>

/** Returns the host of a pasted URL: `www.example.com` for `https://www.example.com/path`. */
export const extractHost = (input: string) =>
  input
    .trim()
    .replace(/^([a-z][a-z\d+.-]*:)?\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d*$/, '')

/** As typed or pasted by the user; the server converts it to ASCII. */
export const DomainInput = z.object({ domain: codeText(300, 1).overwrite(extractHost) })
export type DomainInput = z.infer<typeof DomainInput>

export const domainApi = defineApi('domain', {
  list: {
    method: 'GET',
    path: '/store/domain',
    can: 'domain:read',
    summary: 'List domains',
    reply: z.array(Domain),
  },
  create: {
    method: 'POST',
    path: '/store/domain',
    can: 'domain:write',
    summary: 'Add a custom domain',
    uses: 'domain',
    body: DomainInput,
    reply: Domain,
    message: 'Domain added successfully',
    invalidates: ['dashboard'],
  },
  verify: {
    method: 'POST',
    path: '/store/domain/verify/:id',
    can: 'domain:write',
    status: 200,
    summary: 'Check the DNS records now',
    reply: Domain,
    invalidates: ['dashboard'],
  },
  makePrimary: {
    method: 'PATCH',
    path: '/store/domain/makePrimary/:id',
    can: 'domain:write',
    summary: 'Make this the primary domain',
    reply: Domain,
    message: 'Primary domain changed',
    invalidates: ['dashboard'],
  },
  delete: {
    method: 'DELETE',
    path: '/store/domain/:id',
    can: 'domain:write',
    summary: 'Delete a domain',
    message: 'Domain deleted successfully',
    invalidates: ['dashboard'],
  },
})
