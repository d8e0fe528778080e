import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { enqueueJob, type JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type OutgoingMail } from '../lib/mail/mail.ts'
import { hashToken } from '../lib/security/hash-token.ts'
import { type ServerTranslate, serverTexts } from '../locales/texts.ts'

const StaffMailPayload = z.object({
  kind: z.enum(['invitation', 'ownership_offered', 'ownership_taken']),
  storeId: z.string(),
  /** The id of the invitation, or of the person who receives the email. */
  id: z.string(),
  /** The id of the person who caused the email. */
  by: z.string().optional(),
})
type StaffMailPayload = z.infer<typeof StaffMailPayload>

/** Queues an email that is sent after the transaction commits. */
export const enqueueStaffMail = (tx: Tx, payload: StaffMailPayload) =>
  enqueueJob(tx, 'staff.mail', payload, `${payload.kind} ${payload.storeId} ${payload.id}`)

/**
 * Returns the job that sends staff emails. The job creates the secret of a link, so that it is only
 * in the email.
 */
export function staffMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'staff.mail': async (raw, { job }) => {
      const { kind, storeId, id, by } = StaffMailPayload.parse(raw)
      const buildMail = {
        invitation: buildInvitationMail,
        ownership_offered: buildOwnershipOfferMail,
        ownership_taken: buildOwnershipTakenMail,
      }[kind]
      const outgoingMail = await withStoreTransaction(app.db, storeId, tx =>
        buildMail(tx, id, app.config.publicUrl, by),
      )
      if (!outgoingMail) return
      await mailer.send(outgoingMail.mail, job)
      const { onSent } = outgoingMail
      if (onSent) await withStoreTransaction(app.db, storeId, onSent)
    },
  }
}

/** Rejects names that look like a message or a link, because people choose them freely. */
const isSafeName = (name: string) =>
  /^[\p{L}\p{M}\p{N}'’&,.!+ -]{1,80}$/u.test(name) && !/\.\p{L}|www|http/iu.test(name)
const getSafeName = (name: string, fallback: string) => (isSafeName(name) ? name : fallback)
const formatGreeting = (fullName: string, t: ServerTranslate) =>
  isSafeName(fullName)
    ? t('account.greeting', { name: fullName })
    : t('account.greetingWithoutName')

type NamedStore = { storeName: string; slug: string }
const formatStore = ({ storeName, slug }: NamedStore, t: ServerTranslate) =>
  getSafeName(storeName, t('staff.storeWithoutName', { handle: slug }))

const namedRoles = ['administrator', 'manager', 'user', 'support', 'restricted-user'] as const

function formatRole({ role, roleName }: { role: string; roleName: string }, t: ServerTranslate) {
  const namedRole = namedRoles.find(name => name === role)
  return namedRole ? t(`staff.roles.${namedRole}`) : getSafeName(roleName, t('staff.roles.unnamed'))
}

type InvitationMailData = {
  email: string
  role: string
  roleName: string
  slug: string
  storeName: string
  inviter: string
  locale: string
}

async function buildInvitationMail(
  tx: Tx,
  id: string,
  siteUrl: string,
): Promise<OutgoingMail | undefined> {
  const [row] = await tx<InvitationMailData[]>`
    select i.email, i.role, coalesce(r.name, '') as role_name, s.slug, s.name as store_name,
      coalesce(p.full_name, '') as inviter, coalesce(p.preferences ->> 'language', s.locale) as locale
    from invitation i
      join store s on s.id = i.store_id
      left join role r on r.store_id = i.store_id and r.role = i.role
      left join person p on p.id = i.invited_by
    where i.id = ${id} and i.expires_at > now()`
  if (!row) return undefined
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashToken(token)
  // The recipient may have no account, so the person who invites decides.
  const language = getLocaleLanguage(row.locale)
  const t = serverTexts[language]
  const store = formatStore(row, t)
  const role = formatRole(row, t)
  const inviter = getSafeName(row.inviter, t('staff.staffMember'))
  return {
    onSent: afterSendTx =>
      afterSendTx`update invitation set token_hash = ${tokenHash} where id = ${id}`,
    mail: {
      to: row.email,
      language,
      subject: t('staff.invitation.subject', { store }),
      link: {
        url: `${siteUrl}/accept-invitation#token=${token}`,
        label: t('staff.invitation.link'),
      },
      lines: [
        t('account.greetingWithoutName'),
        t('staff.invitation.text', { inviter, store, role }),
      ],
      after: [t('staff.invitation.after')],
    },
  }
}

type OwnershipMailData = {
  email: string
  fullName: string
  otherPerson: string
  storeName: string
  slug: string
  locale: string
}

async function buildOwnershipOfferMail(
  tx: Tx,
  personId: string,
  siteUrl: string,
): Promise<OutgoingMail | undefined> {
  const [row] = await tx<(OwnershipMailData & { storeId: string; staysOwner: boolean })[]>`
    select t.email, t.full_name, f.full_name as other_person, s.name as store_name, s.slug,
      s.id as store_id, o.stays_owner, coalesce(t.preferences ->> 'language', s.locale) as locale
    from ownership_offer o
      join person t on t.id = o.recipient_id
      join person f on f.id = o.sender_id
      join store s on s.id = o.store_id
    where o.recipient_id = ${personId} and o.expires_at > now()`
  if (!row) return undefined
  const language = getLocaleLanguage(row.locale)
  const t = serverTexts[language]
  const store = formatStore(row, t)
  const sender = getSafeName(row.otherPerson, t('staff.owner'))
  return {
    mail: {
      to: row.email,
      language,
      subject: t('staff.ownershipOffer.subject', { sender, store }),
      link: {
        url: `${siteUrl}/apps/staff/ownership/${row.storeId}`,
        label: t('staff.ownershipOffer.link'),
      },
      lines: [
        formatGreeting(row.fullName, t),
        t('staff.ownershipOffer.text', { sender, store }),
        t(row.staysOwner ? 'staff.ownershipOffer.both' : 'staff.ownershipOffer.replace'),
      ],
      after: [t('staff.ownershipOffer.after')],
    },
  }
}

async function buildOwnershipTakenMail(
  tx: Tx,
  personId: string,
  siteUrl: string,
  actorId?: string,
): Promise<OutgoingMail | undefined> {
  const [row] = await tx<OwnershipMailData[]>`
    select p.email, p.full_name, coalesce(o.full_name, '') as other_person,
      s.name as store_name, s.slug, coalesce(p.preferences ->> 'language', s.locale) as locale
    from person p
      join store s on s.id = current_store()
      left join person o on o.id = ${actorId ?? null}
    where p.id = ${personId}`
  if (!row) return undefined
  const language = getLocaleLanguage(row.locale)
  const t = serverTexts[language]
  const store = formatStore(row, t)
  const person = getSafeName(row.otherPerson, t('staff.staffMember'))
  return {
    mail: {
      to: row.email,
      language,
      subject: t('staff.ownershipTaken.subject', { store }),
      link: { url: `${siteUrl}/apps/staff/list`, label: t('staff.ownershipTaken.link') },
      lines: [formatGreeting(row.fullName, t), t('staff.ownershipTaken.text', { person, store })],
      after: [t('staff.ownershipTaken.after')],
    },
  }
}
