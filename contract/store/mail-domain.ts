import { z } from 'zod'
import { Reauthentication } from '../account/account-security.ts'
import { defineApi } from '../lib/call/api.ts'
import { Email, Timestamp } from '../lib/schemas.ts'
import { DnsRecord } from './domain.ts'

export const mailRecordPurposes = ['spf', 'dkim', 'dmarc'] as const
export const MailRecord = DnsRecord.extend({ purpose: z.enum(mailRecordPurposes) })
export type MailRecord = z.infer<typeof MailRecord>

/** The sender of a store's emails at its own domain. */
export const MailDomain = z.object({
  address: z.string(),
  /** Emails come from the address only while all records are found. */
  isVerified: z.boolean(),
  records: z.array(MailRecord),
  lastCheckedAt: Timestamp.nullable(),
})
export type MailDomain = z.infer<typeof MailDomain>

export const MailSenderInput = z.object({ address: Email })

export const mailDomainApi = defineApi('mailDomain', {
  get: {
    method: 'GET',
    path: '/mailDomain/get',
    can: 'business:read',
    summary: "Get the sender at the store's own domain with its DNS records, or null",
    reply: MailDomain.nullable(),
  },
  set: {
    method: 'POST',
    path: '/mailDomain/set',
    can: 'business:write',
    status: 200,
    summary:
      "Set the sender at the store's own domain, confirmed with the password; takes effect once its records are found",
    body: MailSenderInput.extend(Reauthentication.shape),
    reply: MailDomain,
    message: 'Sender saved',
  },
  verify: {
    method: 'POST',
    path: '/mailDomain/verify',
    can: 'business:write',
    status: 200,
    summary: 'Check the DNS records of the sender',
    reply: MailDomain,
    message: 'DNS records checked',
  },
  delete: {
    method: 'DELETE',
    path: '/mailDomain/delete',
    can: 'business:write',
    summary: 'Send emails from the address of the installation again',
    message: 'Sender removed',
  },
})
