import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

type Purpose = 'reset_password' | 'verify_email' | 'change_email'
type Holder = { personId: string; email: string }

const lifetimes: Record<Purpose, string> = {
  reset_password: '30 minutes',
  verify_email: '24 hours',
  change_email: '24 hours',
}
/** Who asks more often is not the person, or has the mails already: nobody's letter box is filled by way of us. */
const perHour = 5
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest()

export const spent = () =>
  new Problem(400, 'link_spent', 'This link has expired or has been used. Ask for a new one.')

/** Who opens a link of an account that somebody else made must not confirm it for them: it takes both the mail and the login. */
export function insistOnHolder(holder: { personId: string }, signerId: string): void {
  if (holder.personId !== signerId)
    throw new Problem(
      403,
      'other_account',
      'This link is for another account. Log in with that one.',
    )
}

/** `keep`: makes the link good, once its mail has left. */
type Link = { token: string; keep: (tx: Tx) => Promise<unknown> }

/**
 * A new link's secret, which only the mail will hold. Older ones stay good until one is used: people open whichever mail
 * came first. None, if the person was sent enough of them lately, or has set another password since it was asked for:
 * whoever asked may be who that was against.
 */
export async function drawLink(
  tx: Tx,
  purpose: Purpose,
  { personId, email }: Holder,
  askedAt: string | undefined,
): Promise<Link | undefined> {
  const isWanted = (query: Tx) => query`id = ${personId} and disabled_at is null
    and (${purpose} = 'verify_email' or coalesce(password_changed_at <= coalesce(${askedAt ?? null}::timestamptz, now()), true))`
  const [wanted] = await tx`select 1 from person where ${isWanted(tx)}`
  const sent =
    await tx`select 1 from mail_link where person_id = ${personId} and purpose = ${purpose} and created_at > now() - interval '1 hour' limit ${perHour}`
  if (!wanted || sent.length >= perHour) return undefined
  const token = randomBytes(32).toString('base64url')
  // The lock orders this against a change of the password, which uses up what links there are.
  const keep = (later: Tx) => later`
    insert into mail_link (hash, person_id, purpose, email, expires_at)
    select ${hashOfLink(token)}::bytea, id, ${purpose}, ${email}, now() + ${lifetimes[purpose]}::interval from person where ${isWanted(later)} for share`
  return { token, keep }
}

/** Who may use this link now; it is not used up by asking. */
export async function findLink(
  tx: Tx,
  purpose: Purpose,
  token: string,
): Promise<Holder | undefined> {
  const [holder] = await tx<Holder[]>`
    select l.person_id, l.email from mail_link l join person p on p.id = l.person_id
    where l.hash = ${hashOfLink(token)} and l.purpose = ${purpose} and l.used_at is null and l.expires_at > now() and p.email = l.email and p.disabled_at is null`
  return holder
}

/** The person first, as whoever changes a password does before their links: two that wait for each other would both be refused. */
export const lockHolder = (tx: Tx, token: string) => tx`
  select 1 from person where id = (select person_id from mail_link where hash = ${hashOfLink(token)}) for no key update`

/** Uses the link up, and every other of its kind that the person was sent. Of two at once only one gets through. */
export async function spendLink(tx: Tx, purpose: Purpose, token: string): Promise<Holder> {
  await lockHolder(tx, token)
  const [taken] = await tx<Holder[]>`
    update mail_link l set used_at = now() from person p
    where l.hash = ${hashOfLink(token)} and l.purpose = ${purpose} and l.used_at is null and l.expires_at > now()
      and p.id = l.person_id and p.email = l.email and p.disabled_at is null
    returning l.person_id, l.email`
  if (!taken) throw spent()
  await tx`update mail_link set used_at = now() where person_id = ${taken.personId} and purpose = ${purpose} and used_at is null`
  return taken
}

/** Whose email this link has confirmed before: a second click on it is no mistake. */
export async function findConfirmed(tx: Tx, token: string): Promise<Holder | undefined> {
  const [holder] = await tx<Holder[]>`
    select l.person_id, l.email from mail_link l join person p on p.id = l.person_id
    where l.hash = ${hashOfLink(token)} and l.purpose = 'verify_email' and l.used_at is not null and p.email = l.email and p.email_verified_at is not null`
  return holder
}
