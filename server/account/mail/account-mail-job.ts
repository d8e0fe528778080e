import { z } from 'zod'
import type { App } from '../../lib/call/serve.ts'
import { type Tx, withTransaction } from '../../lib/db/db.ts'
import type { JobHandlers } from '../../lib/job/jobs.ts'
import { createMailSender, type OutgoingMail } from '../../lib/mail/mail.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { isEmailFree } from '../profile/account-profile-store.ts'
import { AccountMailPayload } from './account-mail.ts'
import {
  buildEmailChangeMail,
  buildEmailVerificationMail,
  buildNotificationMail,
  buildPageReadyMail,
  buildPasswordResetMail,
  buildPlanMail,
  type MailContext,
  type MailRecipient,
} from './account-mail-template.ts'
import { createLink, type PendingLink } from './mail-link.ts'
import { findPersonLanguage } from './person-language.ts'

type LinkMailPayload = Exclude<AccountMailPayload, { kind: 'notification' | 'page_ready' | 'plan' }>

/**
 * The time of the request that queued the email. It can be long ago if the mail server was
 * unavailable.
 */
const JobRequestTime = z.object({ requestedAt: z.string().optional() })

/**
 * Returns the job that sends account emails. The job creates the secret of a link, so that the
 * secret is only in the email. The job also looks up the recipient, so that the response time of
 * the request does not reveal whether an email has an account.
 */
export function accountMailJobs(app: App): JobHandlers {
  const mailSender = createMailSender(app.config, app.log)
  return {
    'account.mail': async (raw, { job }) => {
      const payload = AccountMailPayload.parse(raw)
      const { requestedAt } = JobRequestTime.parse(raw)
      const outgoingMail = await withTransaction(app.db, {}, tx =>
        buildAccountMail(tx, payload, requestedAt, app.config.publicUrl),
      )
      if (!outgoingMail) return
      // No transaction is open while the mail server responds. A rejected email stores no link.
      await mailSender.send(outgoingMail.mail, job)
      const { onSent } = outgoingMail
      if (onSent) await withTransaction(app.db, {}, onSent)
    },
  }
}

async function buildAccountMail(
  tx: Tx,
  payload: AccountMailPayload,
  requestedAt: string | undefined,
  siteUrl: string,
): Promise<OutgoingMail | undefined> {
  const recipient = await findRecipient(tx, payload)
  const ownLanguage = 'language' in payload ? payload.language : undefined
  if (payload.kind === 'notification') {
    const to = payload.to ?? recipient?.email
    if (!to) return undefined
    const language = await findPersonLanguage(tx, payload.personId, ownLanguage)
    return { mail: buildNotificationMail(payload, to, recipient, { siteUrl, language }) }
  }
  if (!recipient) return undefined
  const language = await findPersonLanguage(tx, recipient.personId, ownLanguage)
  const context = { siteUrl, language }
  if (payload.kind === 'page_ready')
    return { mail: buildPageReadyMail(payload.page, recipient, context) }
  if (payload.kind === 'plan') return { mail: buildPlanMail(payload.notice, recipient, context) }
  const link = await createMailLink(tx, payload, recipient, requestedAt)
  return link && buildLinkMail(payload, link, recipient, context)
}

async function findRecipient(
  tx: Tx,
  payload: AccountMailPayload,
): Promise<MailRecipient | undefined> {
  const condition =
    'email' in payload ? tx`lower(email) = ${payload.email}` : tx`id = ${payload.personId}`
  const [recipient] = await tx<MailRecipient[]>`
    select id as person_id, email, full_name, email_verified_at is not null as is_verified,
      (select count(*)::integer from passkey where person_id = person.id) as passkeys
    from person where disabled_at is null and ${condition}`
  return recipient
}

/** Returns undefined if the person no longer needs the link, or cannot get another one now. */
async function createMailLink(
  tx: Tx,
  payload: LinkMailPayload,
  { personId, email, isVerified }: MailRecipient,
  requestedAt: string | undefined,
): Promise<PendingLink | undefined> {
  if (payload.kind === 'verify_email' && isVerified) return undefined
  if (payload.kind === 'change_email' && !(await isEmailFree(tx, payload.to))) return undefined
  const linkEmail = payload.kind === 'change_email' ? payload.to : email
  return createLink(tx, payload.kind, { personId, email: linkEmail }, requestedAt)
}

function buildLinkMail(
  payload: LinkMailPayload,
  link: PendingLink,
  recipient: MailRecipient,
  context: MailContext,
): OutgoingMail {
  switch (payload.kind) {
    case 'verify_email':
      return {
        mail: buildEmailVerificationMail(link.token, recipient, context),
        onSent: link.save,
      }
    case 'change_email':
      return {
        mail: buildEmailChangeMail(link.token, payload.to, recipient, context),
        onSent: link.save,
      }
    case 'reset_password':
      return {
        mail: buildPasswordResetMail(link.token, recipient, context),
        async onSent(tx) {
          await link.save(tx)
          await recordSecurityEvent(tx, {
            action: 'password_reset_requested',
            entity: 'person',
            entityId: recipient.personId,
            about: recipient.personId,
            client: payload,
          })
        },
      }
  }
}
