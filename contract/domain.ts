import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { Id, Timestamp } from './lib/schemas.ts'

/** Own domains of one store. */
export const maxDomains = 10

export const DnsRecord = z.object({
  type: z.enum(['A', 'CNAME', 'TXT']),
  name: z.string(),
  value: z.string(),
  found: z.boolean(),
})
export type DnsRecord = z.infer<typeof DnsRecord>

export const Domain = z.object({
  /** `domain` is the host in ASCII, as the name system has it. */
  _id: Id,
  domain: z.string(),
  kind: z.enum(['subdomain', 'custom']),
  status: z.enum(['pending', 'active', 'failed']),
  isPrimary: z.boolean(),
  /** What to set at the registrar, and whether it was seen there. */
  records: z.array(DnsRecord),
  lastError: z.string(),
  lastCheckedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type Domain = z.infer<typeof Domain>

/** As people type it; the server makes the ASCII host of it. */
export const DomainInput = z.object({ domain: z.string().trim().min(1).max(300) })
export type DomainInput = z.infer<typeof DomainInput>

export const domainApi = defineApi('domain', {
  list: {
    method: 'GET',
    path: '/store/domain',
    can: 'domain:read',
    summary: 'Addresses of the store',
    reply: z.array(Domain),
  },
  create: {
    method: 'POST',
    path: '/store/domain',
    can: 'domain:write',
    summary: 'Add an own domain',
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
    summary: 'Look the records up now',
    reply: Domain,
    invalidates: ['dashboard'],
  },
  makePrimary: {
    method: 'PATCH',
    path: '/store/domain/makePrimary/:id',
    can: 'domain:write',
    summary: 'Make this the address shoppers see',
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
