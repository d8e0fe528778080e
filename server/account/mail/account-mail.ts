import { z } from 'zod'
import { languageCodes } from '#contract/lib/text/languages.ts'
import { UpcomingPage } from '#contract/store/upcoming-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { enqueueJob } from '../../lib/job/jobs.ts'
import { AccountNotification, NotificationDetail } from './account-notification.ts'

/** The language of a person without a profile, whose account is new or deleted. */
const language = z.enum(languageCodes).optional()

/** The event that an email about the plan of a person announces. */
export const PlanNotice = z.enum(['trialEnds', 'paymentFailed'])
export type PlanNotice = z.infer<typeof PlanNotice>

export const AccountMailPayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('reset_password'),
    email: z.string(),
    /** The client that sent the request, for the audit. */
    ip: z.string().default(''),
    requestId: z.string().default(''),
  }),
  z.object({ kind: z.literal('verify_email'), personId: z.string(), language }),
  z.object({
    kind: z.literal('notification'),
    notification: AccountNotification,
    personId: z.string(),
    /** The previous email of the person, if the notification must go there. */
    to: z.string().optional(),
    language,
    /** A text in emails that an earlier version has queued. */
    detail: z.union([NotificationDetail, z.string()]).optional(),
  }),
  z.object({ kind: z.literal('change_email'), personId: z.string(), to: z.string() }),
  z.object({ kind: z.literal('page_ready'), personId: z.string(), page: UpcomingPage }),
  z.object({ kind: z.literal('plan'), personId: z.string(), notice: PlanNotice }),
])
export type AccountMailPayload = z.infer<typeof AccountMailPayload>

/**
 * Queues an email that is sent after the transaction commits. An email that still waits is not
 * queued again.
 */
export const enqueueAccountMail = (tx: Tx, payload: AccountMailPayload) =>
  enqueueJob(tx, 'account.mail', payload, getJobKey(payload))

function getJobKey(payload: AccountMailPayload): string {
  if (payload.kind === 'reset_password') return `${payload.kind} ${payload.email}`
  if (payload.kind === 'page_ready') return `${payload.kind} ${payload.personId} ${payload.page}`
  if (payload.kind === 'plan') return `${payload.kind} ${payload.personId} ${payload.notice}`
  if (payload.kind !== 'notification') return `${payload.kind} ${payload.personId}`
  // Two email changes notify both previous emails, and two used recovery codes send two emails.
  const { notification, personId, to, detail } = payload
  return `${notification} ${personId} ${to ?? (detail ? JSON.stringify(detail) : '')}`.trim()
}

export const enqueueAccountNotification = (
  tx: Tx,
  personId: string,
  notification: AccountNotification,
  to?: string,
) => enqueueAccountMail(tx, { kind: 'notification', notification, personId, ...(to && { to }) })
