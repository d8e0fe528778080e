import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withBusinessTransaction } from '../lib/db/db.ts'
import { enqueueJob, type JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type OutgoingMail } from '../lib/mail/mail.ts'

const StaffMailPayload = z.object({
  kind: z.enum(['invitation', 'ownership_offered', 'ownership_taken']),
  businessId: z.string(),
  /** The id of the invitation, or of the person who receives the email. */
  id: z.string(),
  /** The id of the person who caused the email. */
  by: z.string().optional(),
})
type StaffMailPayload = z.infer<typeof StaffMailPayload>

/** Queues an email that is sent after the transaction commits. */
export const enqueueStaffMail = (tx: Tx, payload: StaffMailPayload) =>
  enqueueJob(tx, 'staff.mail', payload, `${payload.kind} ${payload.businessId} ${payload.id}`)

/**
 * Returns the job that sends staff emails. The job creates the secret of a link, so that it is only
 * in the email.
 */
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
      const outgoingMail = await withBusinessTransaction(app.db, businessId, tx =>
        buildMail(tx, id, app.config.publicUrl, by),
      )
      if (!outgoingMail) return
      await mailer.send(outgoingMail.mail, job)
      const { onSent } = outgoingMail
      if (onSent) await withBusinessTransaction(app.db, businessId, onSent)
    },
  }
}

/** Rejects names that look like a message or a link, because people choose them freely. */
const isSafeName = (name: string) =>
  /^[\p{L}\p{M}\p{N}'’&,.!+ -]{1,80}$/u.test(name) && !/\.\p{L}|www|http/iu.test(name)
const getSafeName = (name: string, fallback: string) => (isSafeName(name) ? name : fallback)
const formatGreeting = (fullName: string) =>
  isSafeName(fullName) ? `Hello ${fullName},` : 'Hello,'

const roleLabels: Record<string, string> = {
  administrator: 'administrator',
  manager: 'manager',
  user: 'user',
  support: 'support',
  'restricted-user': 'restricted user',
}

type InvitationMailData = {
  email: string
  role: string
  roleName: string
  slug: string
  businessName: string
  inviter: string
}

async function buildInvitationMail(
  tx: Tx,
  id: string,
  siteUrl: string,
): Promise<OutgoingMail | undefined> {
  const [row] = await tx<InvitationMailData[]>`
    select i.email, i.role, coalesce(r.name, '') as role_name, b.slug, b.name as business_name,
      coalesce(p.full_name, '') as inviter
    from invitation i
      join business b on b.id = i.business_id
      left join role r on r.business_id = i.business_id and r.role = i.role
      left join person p on p.id = i.invited_by
    where i.id = ${id} and i.expires_at > now()`
  if (!row) return undefined
  const token = randomBytes(32).toString('base64url')
  const tokenHash = createHash('sha256').update(token).digest()
  const store = getSafeName(row.businessName, `the store ${row.slug}`)
  const role = roleLabels[row.role] ?? getSafeName(row.roleName, 'a staff member')
  return {
    onSent: afterSendTx =>
      afterSendTx`update invitation set token_hash = ${tokenHash} where id = ${id}`,
    mail: {
      to: row.email,
      subject: `Join ${store} on Storewright`,
      link: { url: `${siteUrl}/accept-invitation#token=${token}`, label: 'View invitation' },
      lines: [
        'Hello,',
        `${getSafeName(row.inviter, 'A staff member')} invited you to join ${store} on Storewright as ${role}.`,
      ],
      after: [
        "The link expires in 7 days and works once. If you don't know the sender, ignore this email.",
      ],
    },
  }
}

type OwnershipMailData = {
  email: string
  fullName: string
  otherPerson: string
  businessName: string
  slug: string
}

async function buildOwnershipOfferMail(
  tx: Tx,
  personId: string,
  siteUrl: string,
): Promise<OutgoingMail | undefined> {
  const [row] = await tx<(OwnershipMailData & { businessId: string; staysOwner: boolean })[]>`
    select t.email, t.full_name, f.full_name as other_person, b.name as business_name, b.slug,
      b.id as business_id, o.stays_owner
    from ownership_offer o
      join person t on t.id = o.recipient_id
      join person f on f.id = o.sender_id
      join business b on b.id = o.business_id
    where o.recipient_id = ${personId} and o.expires_at > now()`
  if (!row) return undefined
  const store = getSafeName(row.businessName, `the store ${row.slug}`)
  const sender = getSafeName(row.otherPerson, 'An owner')
  return {
    mail: {
      to: row.email,
      subject: `${sender} offered you ownership of ${store}`,
      link: {
        url: `${siteUrl}/apps/staff/ownership/${row.businessId}`,
        label: 'View offer',
      },
      lines: [
        formatGreeting(row.fullName),
        `${sender} offered you ownership of ${store} on Storewright.`,
        row.staysOwner ? 'You would both be owners.' : 'You would replace them as the owner.',
      ],
      after: [
        'Confirm with your password to accept it. The offer expires in 7 days. Nothing changes until you accept.',
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
  const [row] = await tx<OwnershipMailData[]>`
    select p.email, p.full_name, coalesce(o.full_name, '') as other_person,
      b.name as business_name, b.slug
    from person p
      join business b on b.id = current_business()
      left join person o on o.id = ${actorId ?? null}
    where p.id = ${personId}`
  if (!row) return undefined
  const store = getSafeName(row.businessName, `the store ${row.slug}`)
  return {
    mail: {
      to: row.email,
      subject: `${store} has a new owner`,
      link: { url: `${siteUrl}/apps/staff/list`, label: 'View staff' },
      lines: [
        formatGreeting(row.fullName),
        `${getSafeName(row.otherPerson, 'A staff member')} accepted your offer and now owns ${store}.`,
      ],
      after: ["If you didn't make this offer, set a new password now and contact the new owner."],
    },
  }
}
