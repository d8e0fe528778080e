import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withTransaction } from '../lib/db/db.ts'
import { enqueueJob, type JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail, type OutgoingMail } from '../lib/mail/mail.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { AccountNotification, accountNotificationTexts } from './account-notification.ts'
import { isEmailFree } from './account-profile-store.ts'
import { createLink } from './mail-link.ts'

const AccountMailPayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('reset_password'),
    email: z.string(),
    /** Who asked, for the audit. */ ip: z.string().default(''),
    requestId: z.string().default(''),
  }),
  z.object({ kind: z.literal('verify_email'), personId: z.string() }),
  z.object({
    kind: z.literal('notice'),
    notice: AccountNotification,
    personId: z.string(),
    /** Where they could be reached before. */ to: z.string().optional(),
    /** What is said besides. */ detail: z.string().optional(),
  }),
  z.object({ kind: z.literal('change_email'), personId: z.string(), to: z.string() }),
])
type Payload = z.infer<typeof AccountMailPayload>

/** Has a mail sent once the caller's transaction is in. One that still waits is not sent twice. */
export const enqueueAccountMail = (tx: Tx, payload: Payload) =>
  enqueueJob(tx, 'account.mail', payload, getJobKey(payload))

function getJobKey(payload: Payload): string {
  if (payload.kind === 'reset_password') return `${payload.kind} ${payload.email}`
  // Of two changes of an email, each address that went is told; of two recovery codes, each.
  return payload.kind === 'notice'
    ? `${payload.notice} ${payload.personId} ${payload.to ?? payload.detail ?? ''}`.trim()
    : `${payload.kind} ${payload.personId}`
}

export const enqueueAccountNotification = (
  tx: Tx,
  personId: string,
  notification: AccountNotification,
  to?: string,
) => enqueueAccountMail(tx, { kind: 'notice', notice: notification, personId, ...(to && { to }) })

/**
 * Mails to people, by name. The secret of a link is made here, so that it is nowhere but in the mail; and whether an email
 * is known is found out here, so that the request which asked for a mail takes the same time either way.
 */
export function accountMailJobs(app: App): JobHandlers {
  const mailSender = createMailSender(app.config, app.log)
  return {
    'account.mail': async (raw, { job }) => {
      const outgoingMail = await withTransaction(app.db, {}, tx =>
        buildAccountMail(
          tx,
          AccountMailPayload.parse(raw),
          JobRequestTime.parse(raw).askedAt,
          app.config.publicUrl,
        ),
      )
      if (!outgoingMail) return
      // While the mail server thinks, no transaction is open; and a mail that it does not take has made no link and used up nothing.
      await mailSender.send(outgoingMail.mail, job)
      const { onSent } = outgoingMail
      if (onSent) await withTransaction(app.db, {}, onSent)
    },
  }
}

/** When it was asked for, which may be long ago where a mail server was away. */
const JobRequestTime = z.object({ askedAt: z.string().optional() })

type MailRecipient = {
  personId: string
  email: string
  fullName: string
  isVerified: boolean
  passkeys: number
}

async function buildAccountMail(
  tx: Tx,
  payload: Payload,
  requestedAt: string | undefined,
  siteUrl: string,
): Promise<OutgoingMail | undefined> {
  const [recipient] = await tx<MailRecipient[]>`
    select id as person_id, email, full_name, email_verified_at is not null as is_verified, (select count(*)::integer from passkey where person_id = person.id) as passkeys from person
    where disabled_at is null and ${'email' in payload ? tx`lower(email) = ${payload.email}` : tx`id = ${payload.personId}`}`
  if (payload.kind === 'notice')
    return recipient || payload.to
      ? {
          mail: buildNotificationMail(
            payload.notice,
            payload.to ?? recipient?.email ?? '',
            recipient,
            siteUrl,
            payload.detail,
          ),
        }
      : undefined
  if (!recipient || (payload.kind === 'verify_email' && recipient.isVerified)) return undefined
  if (payload.kind === 'change_email' && !(await isEmailFree(tx, payload.to))) return undefined
  const link = await createLink(
    tx,
    payload.kind,
    {
      personId: recipient.personId,
      email: payload.kind === 'change_email' ? payload.to : recipient.email,
    },
    requestedAt,
  )
  if (!link) return undefined
  if (payload.kind === 'change_email')
    return {
      mail: buildEmailChangeMail(link.token, payload.to, recipient, siteUrl),
      onSent: link.save,
    }
  const greeting = formatGreeting(recipient)
  // Behind the # it is never sent to a server, and so is in no log on the way.
  const url = `${siteUrl}/${payload.kind === 'verify_email' ? 'verify-email' : 'reset-password'}#token=${link.token}`
  if (payload.kind === 'verify_email') {
    return {
      onSent: link.save,
      mail: {
        to: recipient.email,
        subject: 'Confirm your email',
        link: { url, label: 'Confirm email' },
        lines: [
          greeting,
          'welcome to Storewright. Confirm that this address is yours, so that we can reach you about your store.',
        ],
        after: [
          'The link is good for 24 hours. If you did not open a store with us, you can ignore this mail.',
        ],
      },
    }
  }
  return {
    async onSent(afterSendTx) {
      await link.save(afterSendTx)
      await recordSecurityEvent(afterSendTx, {
        action: 'password_reset_asked',
        entity: 'person',
        entityId: recipient.personId,
        about: recipient.personId,
        client: payload,
      })
    },
    mail: {
      to: recipient.email,
      subject: 'Set a new password',
      link: { url, label: 'Set a new password' },
      lines: [
        greeting,
        'somebody, hopefully you, asked for a new password for your Storewright account.',
      ],
      after: [
        'The link is good for 30 minutes and works once. If you did not ask for it, you can ignore this mail: your password stays as it is.',
      ],
    },
  }
}

/** A name is whatever somebody typed at sign-up: what is none must not carry a message of theirs to a stranger. */
const formatGreeting = (recipient: MailRecipient | undefined) =>
  recipient && /^[\p{L}\p{M}'’ -]{1,60}$/u.test(recipient.fullName)
    ? `Hello ${recipient.fullName},`
    : 'Hello,'

function buildNotificationMail(
  notification: AccountNotification,
  to: string,
  recipient: MailRecipient | undefined,
  siteUrl: string,
  detail?: string,
): Mail {
  const greeting = formatGreeting(recipient)
  const { subject, body, isFinal, advice } = accountNotificationTexts[notification]
  if (isFinal)
    return {
      to,
      subject,
      lines: [greeting, body],
      after: ['If that was not you, tell whoever runs this Storewright at once.'],
    }
  const extraLines =
    notification === 'password_changed' ? buildPasskeyLines(recipient) : detail ? [detail] : []
  return {
    to,
    subject,
    lines: [greeting, body, ...extraLines],
    link: { url: `${siteUrl}/forgot-password`, label: 'Set another password' },
    after: [
      advice ??
        'If that was you, nothing is left to do. If it was not, set another password at once.',
    ],
  }
}

/** A password that was set against somebody does not shut out a passkey of theirs. */
function buildPasskeyLines(recipient: MailRecipient | undefined): string[] {
  if (!recipient?.passkeys) return []
  const canLogIn = recipient.passkeys === 1 ? '1 passkey can' : `${recipient.passkeys} passkeys can`
  return [
    `${canLogIn} still log in without the password. Look at them on the page “Your account”, and remove whatever is not yours.`,
  ]
}

const buildEmailChangeMail = (
  token: string,
  to: string,
  recipient: MailRecipient,
  siteUrl: string,
): Mail => ({
  to,
  subject: 'Confirm your new email',
  link: { url: `${siteUrl}/confirm-email#token=${token}`, label: 'Use this email' },
  lines: [
    formatGreeting(recipient),
    'you asked to use this address for your Storewright account. Confirm that it is yours, and it takes the place of the one before.',
  ],
  after: [
    'The link is good for 24 hours and works once. If you did not ask for it, you can ignore this mail: nothing changes.',
  ],
})
