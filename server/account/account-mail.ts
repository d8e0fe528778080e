import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withTransaction } from '../lib/db/db.ts'
import { enqueueJob, type JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail, type OutgoingMail } from '../lib/mail/mail.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { AccountNotice, accountNotices } from './account-notice.ts'
import { isEmailFree } from './account-profile-store.ts'
import { drawLink } from './mail-link.ts'

const Payload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('reset_password'),
    email: z.string(),
    /** Who asked, for the audit. */ ip: z.string().default(''),
    requestId: z.string().default(''),
  }),
  z.object({ kind: z.literal('verify_email'), personId: z.string() }),
  z.object({
    kind: z.literal('notice'),
    notice: AccountNotice,
    personId: z.string(),
    /** Where they could be reached before. */ to: z.string().optional(),
    /** What is said besides. */ detail: z.string().optional(),
  }),
  z.object({ kind: z.literal('change_email'), personId: z.string(), to: z.string() }),
])
type Payload = z.infer<typeof Payload>

/** Has a mail sent once the caller's transaction is in. One that still waits is not sent twice. */
export const mailLater = (tx: Tx, payload: Payload) =>
  enqueueJob(tx, 'account.mail', payload, keyOf(payload))

function keyOf(payload: Payload): string {
  if (payload.kind === 'reset_password') return `${payload.kind} ${payload.email}`
  // Of two changes of an email, each address that went is told; of two recovery codes, each.
  return payload.kind === 'notice'
    ? `${payload.notice} ${payload.personId} ${payload.to ?? payload.detail ?? ''}`.trim()
    : `${payload.kind} ${payload.personId}`
}

export const noticeLater = (tx: Tx, personId: string, notice: AccountNotice, to?: string) =>
  mailLater(tx, { kind: 'notice', notice, personId, ...(to && { to }) })

/**
 * Mails to people, by name. The secret of a link is made here, so that it is nowhere but in the mail; and whether an email
 * is known is found out here, so that the request which asked for a mail takes the same time either way.
 */
export function mailJobs(app: App): JobHandlers {
  const post = createMailSender(app.config, app.log)
  return {
    'account.mail': async (raw, { job }) => {
      const letter = await withTransaction(app.db, {}, tx =>
        writeMail(tx, Payload.parse(raw), Asked.parse(raw).askedAt, app.config.publicUrl),
      )
      if (!letter) return
      // While the mail server thinks, no transaction is open; and a mail that it does not take has made no link and used up nothing.
      await post.send(letter.mail, job)
      const { onSent } = letter
      if (onSent) await withTransaction(app.db, {}, onSent)
    },
  }
}

/** When it was asked for, which may be long ago where a mail server was away. */
const Asked = z.object({ askedAt: z.string().optional() })

type Addressee = {
  personId: string
  email: string
  fullName: string
  isVerified: boolean
  passkeys: number
}

async function writeMail(
  tx: Tx,
  payload: Payload,
  askedAt: string | undefined,
  site: string,
): Promise<OutgoingMail | undefined> {
  const [person] = await tx<Addressee[]>`
    select id as person_id, email, full_name, email_verified_at is not null as is_verified, (select count(*)::integer from passkey where person_id = person.id) as passkeys from person
    where disabled_at is null and ${'email' in payload ? tx`lower(email) = ${payload.email}` : tx`id = ${payload.personId}`}`
  if (payload.kind === 'notice')
    return person || payload.to
      ? {
          mail: noticeMail(
            payload.notice,
            payload.to ?? person?.email ?? '',
            person,
            site,
            payload.detail,
          ),
        }
      : undefined
  if (!person || (payload.kind === 'verify_email' && person.isVerified)) return undefined
  if (payload.kind === 'change_email' && !(await isEmailFree(tx, payload.to))) return undefined
  const link = await drawLink(
    tx,
    payload.kind,
    {
      personId: person.personId,
      email: payload.kind === 'change_email' ? payload.to : person.email,
    },
    askedAt,
  )
  if (!link) return undefined
  if (payload.kind === 'change_email')
    return { mail: changeMail(link.token, payload.to, person, site), onSent: link.keep }
  const hello = helloTo(person)
  // Behind the # it is never sent to a server, and so is in no log on the way.
  const url = `${site}/${payload.kind === 'verify_email' ? 'verify-email' : 'reset-password'}#token=${link.token}`
  if (payload.kind === 'verify_email') {
    return {
      onSent: link.keep,
      mail: {
        to: person.email,
        subject: 'Confirm your email',
        link: { url, label: 'Confirm email' },
        lines: [
          hello,
          'welcome to Storewright. Confirm that this address is yours, so that we can reach you about your store.',
        ],
        after: [
          'The link is good for 24 hours. If you did not open a store with us, you can ignore this mail.',
        ],
      },
    }
  }
  return {
    async onSent(later) {
      await link.keep(later)
      await recordSecurityEvent(later, {
        action: 'password_reset_asked',
        entity: 'person',
        entityId: person.personId,
        about: person.personId,
        client: payload,
      })
    },
    mail: {
      to: person.email,
      subject: 'Set a new password',
      link: { url, label: 'Set a new password' },
      lines: [
        hello,
        'somebody, hopefully you, asked for a new password for your Storewright account.',
      ],
      after: [
        'The link is good for 30 minutes and works once. If you did not ask for it, you can ignore this mail: your password stays as it is.',
      ],
    },
  }
}

/** A name is whatever somebody typed at sign-up: what is none must not carry a message of theirs to a stranger. */
const helloTo = (person: Addressee | undefined) =>
  person && /^[\p{L}\p{M}'’ -]{1,60}$/u.test(person.fullName)
    ? `Hello ${person.fullName},`
    : 'Hello,'

function noticeMail(
  notice: AccountNotice,
  to: string,
  person: Addressee | undefined,
  site: string,
  detail?: string,
): Mail {
  const hello = helloTo(person)
  const { subject, said, isOver, after } = accountNotices[notice]
  if (isOver)
    return {
      to,
      subject,
      lines: [hello, said],
      after: ['If that was not you, tell whoever runs this Storewright at once.'],
    }
  const besides = notice === 'password_changed' ? passkeyLine(person) : detail ? [detail] : []
  return {
    to,
    subject,
    lines: [hello, said, ...besides],
    link: { url: `${site}/forgot-password`, label: 'Set another password' },
    after: [
      after ??
        'If that was you, nothing is left to do. If it was not, set another password at once.',
    ],
  }
}

/** A password that was set against somebody does not shut out a passkey of theirs. */
function passkeyLine(person: Addressee | undefined): string[] {
  if (!person?.passkeys) return []
  const them = person.passkeys === 1 ? '1 passkey can' : `${person.passkeys} passkeys can`
  return [
    `${them} still log in without the password. Look at them on the page “Your account”, and remove whatever is not yours.`,
  ]
}

const changeMail = (token: string, to: string, person: Addressee, site: string): Mail => ({
  to,
  subject: 'Confirm your new email',
  link: { url: `${site}/confirm-email#token=${token}`, label: 'Use this email' },
  lines: [
    helloTo(person),
    'you asked to use this address for your Storewright account. Confirm that it is yours, and it takes the place of the one before.',
  ],
  after: [
    'The link is good for 24 hours and works once. If you did not ask for it, you can ignore this mail: nothing changes.',
  ],
})
