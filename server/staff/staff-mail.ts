import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withBusinessTransaction } from '../lib/db/db.ts'
import { enqueueJob, type JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type OutgoingMail } from '../lib/mail/mail.ts'

const StaffMailPayload = z.object({
  kind: z.enum(['invitation', 'ownership_offered', 'ownership_taken']),
  businessId: z.string(),
  id: z.string(),
  by: z.string().optional(),
})
type StaffMailPayload = z.infer<typeof StaffMailPayload>

/** Has a mail sent once the caller's transaction is in. `id`: the invitation, or the person it is for; `by`: who did what it tells of. */
export const enqueueStaffMail = (tx: Tx, payload: StaffMailPayload) =>
  enqueueJob(tx, 'staff.mail', payload, `${payload.kind} ${payload.businessId} ${payload.id}`)

/** The secret of a link is made here, so that it is nowhere but in the mail. */
export function staffMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'staff.mail': async (raw, { job }) => {
      const { kind, businessId, id, by } = StaffMailPayload.parse(raw)
      const buildMail = {
        invitation: buildInvitationMail,
        ownership_offered: buildOwnershipOfferMail,
        ownership_taken: buildOwnershipTakenMail,
      }[kind]
      const message = await withBusinessTransaction(app.db, businessId, tx =>
        buildMail(tx, id, app.config.publicUrl, by),
      )
      if (!message) return
      await mailer.send(message.mail, job)
      const { onSent } = message
      if (onSent) await withBusinessTransaction(app.db, businessId, onSent)
    },
  }
}

/** Names are whatever somebody typed: what is none must not carry a message of theirs, or a link, to a stranger. */
const isSafeName = (name: string) =>
  /^[\p{L}\p{M}\p{N}'’&,.!+ -]{1,80}$/u.test(name) && !/\.\p{L}|www|http/iu.test(name)
const safeName = (name: string, fallback: string) => (isSafeName(name) ? name : fallback)

const roleLabels: Record<string, string> = {
  administrator: 'administrator',
  manager: 'manager',
  user: 'user',
  support: 'support',
  'restricted-user': 'restricted user',
}

async function buildInvitationMail(
  tx: Tx,
  id: string,
  siteUrl: string,
): Promise<OutgoingMail | undefined> {
  const [row] = await tx<
    {
      email: string
      role: string
      roleName: string
      host: string
      businessName: string
      inviter: string
    }[]
  >`
    select i.email, i.role, coalesce(r.name, '') as role_name, b.slug as host, b.name as business_name, coalesce(p.full_name, '') as inviter
    from invitation i join business b on b.id = i.business_id left join role r on r.business_id = i.business_id and r.role = i.role left join person p on p.id = i.invited_by
    where i.id = ${id} and i.expires_at > now()`
  if (!row) return undefined
  const token = randomBytes(32).toString('base64url')
  const store = safeName(row.businessName, `the store ${row.host}`)
  const role = roleLabels[row.role] ?? safeName(row.roleName, 'a colleague')
  return {
    onSent: afterSendTx =>
      afterSendTx`update invitation set token_hash = ${createHash('sha256').update(token).digest()} where id = ${id}`,
    mail: {
      to: row.email,
      subject: `You are invited to ${store}`,
      link: { url: `${siteUrl}/accept-invitation#token=${token}`, label: 'Look at the invitation' },
      lines: [
        'Hello,',
        `${safeName(row.inviter, 'a colleague')} invites you to work in ${store} on Storewright, as ${role}.`,
      ],
      after: [
        'The link is good for 7 days and works once. If you do not know who this is from, you can ignore this mail: nothing happens.',
      ],
    },
  }
}

type OwnershipMailData = {
  email: string
  fullName: string
  other: string
  store: string
  slug: string
  businessId: string
  staysOwner: boolean
}

async function buildOwnershipOfferMail(
  tx: Tx,
  personId: string,
  siteUrl: string,
): Promise<OutgoingMail | undefined> {
  const [row] = await tx<OwnershipMailData[]>`
    select t.email, t.full_name, f.full_name as other, b.name as store, b.slug, b.id as business_id, o.stays_owner
    from ownership_offer o join person t on t.id = o.to_person join person f on f.id = o.from_person join business b on b.id = o.business_id
    where o.to_person = ${personId} and o.expires_at > now()`
  if (!row) return undefined
  const store = safeName(row.store, `the store ${row.slug}`)
  return {
    mail: {
      to: row.email,
      subject: `Do you want to own ${store}?`,
      link: {
        url: `${siteUrl}/apps/staff/ownership/${row.businessId}`,
        label: 'Look at the offer',
      },
      lines: [
        `Hello ${safeName(row.fullName, '')}`.trim().concat(','),
        `${safeName(row.other, 'an owner')} wants you to own ${store}. ${row.staysOwner ? 'You would both be owners.' : 'You would be its owner in their place.'}`,
      ],
      after: [
        'You confirm it with your password. The offer is good for 7 days; if you do nothing, nothing changes.',
      ],
    },
  }
}

async function buildOwnershipTakenMail(
  tx: Tx,
  personId: string,
  siteUrl: string,
  actorId?: string,
): Promise<OutgoingMail | undefined> {
  const [row] = await tx<
    { email: string; fullName: string; other: string; store: string; slug: string }[]
  >`
    select p.email, p.full_name, coalesce(o.full_name, '') as other, b.name as store, b.slug
    from person p join business b on b.id = current_business() left join person o on o.id = ${actorId ?? null} where p.id = ${personId}`
  if (!row) return undefined
  const store = safeName(row.store, `the store ${row.slug}`)
  return {
    mail: {
      to: row.email,
      subject: `The ownership of ${store} has changed`,
      link: { url: `${siteUrl}/apps/staff/list`, label: 'See the staff' },
      lines: [
        `Hello ${safeName(row.fullName, '')}`.trim().concat(','),
        `your offer was taken: ${safeName(row.other, 'a colleague')} owns ${store} since just now.`,
      ],
      after: [
        'If you did not offer this, set another password at once and write to the new owner.',
      ],
    },
  }
}
