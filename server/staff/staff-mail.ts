import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { inBusiness, type Tx } from '../lib/db/db.ts'
import { addJob, type Jobs } from '../lib/job/jobs.ts'
import { type Letter, openPost } from '../lib/mail/mail.ts'

const Payload = z.object({
  kind: z.enum(['invitation', 'ownership_offered', 'ownership_taken']),
  businessId: z.string(),
  id: z.string(),
  by: z.string().optional(),
})
type Payload = z.infer<typeof Payload>

/** Has a mail sent once the caller's transaction is in. `id`: the invitation, or the person it is for; `by`: who did what it tells of. */
export const mailLater = (tx: Tx, payload: Payload) =>
  addJob(tx, 'staff.mail', payload, `${payload.kind} ${payload.businessId} ${payload.id}`)

/** The secret of a link is made here, so that it is nowhere but in the mail. */
export function mailJobs(app: App): Jobs {
  const post = openPost(app.config, app.log)
  return {
    'staff.mail': async (raw, { job }) => {
      const { kind, businessId, id, by } = Payload.parse(raw)
      const write = { invitation: inviting, ownership_offered: offering, ownership_taken: telling }[
        kind
      ]
      const letter = await inBusiness(app.db, businessId, tx =>
        write(tx, id, app.config.publicUrl, by),
      )
      if (!letter) return
      await post.send(letter.mail, job)
      const { sent } = letter
      if (sent) await inBusiness(app.db, businessId, sent)
    },
  }
}

/** Names are whatever somebody typed: what is none must not carry a message of theirs, or a link, to a stranger. */
const isPlain = (name: string) =>
  /^[\p{L}\p{M}\p{N}'’&,.!+ -]{1,80}$/u.test(name) && !/\.\p{L}|www|http/iu.test(name)
const plain = (name: string, otherwise: string) => (isPlain(name) ? name : otherwise)

const roleNames: Record<string, string> = {
  administrator: 'administrator',
  manager: 'manager',
  user: 'user',
  support: 'support',
  'restricted-user': 'restricted user',
}

async function inviting(tx: Tx, id: string, site: string): Promise<Letter | undefined> {
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
  const store = plain(row.businessName, `the store ${row.host}`)
  const role = roleNames[row.role] ?? plain(row.roleName, 'a colleague')
  return {
    sent: later =>
      later`update invitation set token_hash = ${createHash('sha256').update(token).digest()} where id = ${id}`,
    mail: {
      to: row.email,
      subject: `You are invited to ${store}`,
      link: { url: `${site}/accept-invitation#token=${token}`, label: 'Look at the invitation' },
      lines: [
        'Hello,',
        `${plain(row.inviter, 'a colleague')} invites you to work in ${store} on Storewright, as ${role}.`,
      ],
      after: [
        'The link is good for 7 days and works once. If you do not know who this is from, you can ignore this mail: nothing happens.',
      ],
    },
  }
}

type Parties = {
  email: string
  fullName: string
  other: string
  store: string
  slug: string
  businessId: string
  staysOwner: boolean
}

async function offering(tx: Tx, personId: string, site: string): Promise<Letter | undefined> {
  const [row] = await tx<Parties[]>`
    select t.email, t.full_name, f.full_name as other, b.name as store, b.slug, b.id as business_id, o.stays_owner
    from ownership_offer o join person t on t.id = o.to_person join person f on f.id = o.from_person join business b on b.id = o.business_id
    where o.to_person = ${personId} and o.expires_at > now()`
  if (!row) return undefined
  const store = plain(row.store, `the store ${row.slug}`)
  return {
    mail: {
      to: row.email,
      subject: `Do you want to own ${store}?`,
      link: { url: `${site}/apps/staff/ownership/${row.businessId}`, label: 'Look at the offer' },
      lines: [
        `Hello ${plain(row.fullName, '')}`.trim().concat(','),
        `${plain(row.other, 'an owner')} wants you to own ${store}. ${row.staysOwner ? 'You would both be owners.' : 'You would be its owner in their place.'}`,
      ],
      after: [
        'You confirm it with your password. The offer is good for 7 days; if you do nothing, nothing changes.',
      ],
    },
  }
}

async function telling(
  tx: Tx,
  personId: string,
  site: string,
  by?: string,
): Promise<Letter | undefined> {
  const [row] = await tx<
    { email: string; fullName: string; other: string; store: string; slug: string }[]
  >`
    select p.email, p.full_name, coalesce(o.full_name, '') as other, b.name as store, b.slug
    from person p join business b on b.id = current_business() left join person o on o.id = ${by ?? null} where p.id = ${personId}`
  if (!row) return undefined
  const store = plain(row.store, `the store ${row.slug}`)
  return {
    mail: {
      to: row.email,
      subject: `The ownership of ${store} has changed`,
      link: { url: `${site}/apps/staff/list`, label: 'See the staff' },
      lines: [
        `Hello ${plain(row.fullName, '')}`.trim().concat(','),
        `your offer was taken: ${plain(row.other, 'a colleague')} owns ${store} since just now.`,
      ],
      after: [
        'If you did not offer this, set another password at once and write to the new owner.',
      ],
    },
  }
}
