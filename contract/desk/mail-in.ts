import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Count, codeText, Id, Timestamp } from '../lib/schemas.ts'

/** Why a received email is not in the inbox. */
export const MailFailure = z.enum([
  'original_missing',
  'disk_full',
  'timeout',
  'too_large',
  'unreadable',
  'unexpected',
])
export type MailFailure = z.infer<typeof MailFailure>

/** Not the whole email is stored, so no attempt can add it. */
export const unstoredFailures: readonly MailFailure[] = ['too_large', 'unreadable']

/** A received email that several attempts did not add to the inbox. */
export const UnfiledMail = z.object({
  _id: Id,
  /** Empty if it is unknown. */
  sender: z.string(),
  recipient: z.string(),
  bytes: Count,
  reason: MailFailure,
  /** Whether further attempts follow by themselves. */
  isRetried: z.boolean(),
  receivedAt: Timestamp,
})
export type UnfiledMail = z.infer<typeof UnfiledMail>

/** The newest of these emails are listed. */
export const maxUnfiledMails = 100

/**
 * The call of an email provider, which the secret of the installation authenticates, and the calls about emails that
 * are not in the inbox.
 */
export const mailInApi = defineApi('mailIn', {
  receive: {
    method: 'POST',
    path: '/mail/in/:secret',
    can: 'public',
    summary: 'Receive an email to a store as message/rfc822',
    status: 200,
    query: z.object({
      /** Empty for a report about an email. Without it, the sender is unknown. */
      from: codeText(320).optional(),
      to: codeText(320, 1),
    }),
    body: z.unknown(),
  },
  listUnfiled: {
    method: 'GET',
    path: '/apps/email/unfiled/getAll',
    can: 'conversation:read',
    summary: 'List the received emails that could not be added to the inbox, the newest first',
    reply: z.array(UnfiledMail),
  },
  getUnfiledOriginal: {
    method: 'GET',
    path: '/apps/email/unfiled/original/:id',
    can: 'conversation:read',
    summary: 'Download a received email that is not in the inbox',
    downloadType: 'message/rfc822',
  },
  retryUnfiled: {
    method: 'POST',
    path: '/apps/email/unfiled/retry/:id',
    can: 'conversation:write',
    status: 200,
    summary: 'Try again to add a received email to the inbox',
    rateLimit: 'transfer',
    invalidates: ['conversation'],
  },
})
