import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

type LinkPurpose = 'reset_password' | 'verify_email' | 'change_email'
type LinkOwner = { personId: string; email: string }

const lifetimes: Record<LinkPurpose, string> = {
  reset_password: '30 minutes',
  verify_email: '24 hours',
  change_email: '24 hours',
}
/** Who asks more often is not the person, or has the mails already: nobody's letter box is filled by way of us. */
const maxLinksPerHour = 5
export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest()

export const createLinkExpiredProblem = () => new Problem(400, 'link_spent')

/** Who opens a link of an account that somebody else made must not confirm it for them: it takes both the mail and the login. */
export function assertLinkOwner(linkOwner: { personId: string }, currentPersonId: string): void {
  if (linkOwner.personId !== currentPersonId) throw new Problem(403, 'other_account')
}

/** `keep`: makes the link good, once its mail has left. */
type PendingLink = { token: string; save: (tx: Tx) => Promise<unknown> }

/**
 * A new link's secret, which only the mail will hold. Older ones stay good until one is used: people open whichever mail
 * came first. None, if the person was sent enough of them lately, or has set another password since it was asked for:
 * whoever asked may be who that was against.
 */
export async function createLink(
  tx: Tx,
  purpose: LinkPurpose,
  { personId, email }: LinkOwner,
  requestedAt: string | undefined,
): Promise<PendingLink | undefined> {
  const buildEligibleCondition = (query: Tx) => query`id = ${personId} and disabled_at is null
    and (${purpose} = 'verify_email' or coalesce(password_changed_at <= coalesce(${requestedAt ?? null}::timestamptz, now()), true))`
  const [eligiblePerson] = await tx`select 1 from person where ${buildEligibleCondition(tx)}`
  const recentLinks =
    await tx`select 1 from mail_link where person_id = ${personId} and purpose = ${purpose} and created_at > now() - interval '1 hour' limit ${maxLinksPerHour}`
  if (!eligiblePerson || recentLinks.length >= maxLinksPerHour) return undefined
  const token = randomBytes(32).toString('base64url')
  // The lock orders this against a change of the password, which uses up what links there are.
  const save = (laterTx: Tx) => laterTx`
    insert into mail_link (hash, person_id, purpose, email, expires_at)
    select ${hashLinkToken(token)}::bytea, id, ${purpose}, ${email}, now() + ${lifetimes[purpose]}::interval from person where ${buildEligibleCondition(laterTx)} for share`
  return { token, save }
}

/** Who may use this link now; it is not used up by asking. */
export async function findLink(
  tx: Tx,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkOwner | undefined> {
  const [linkOwner] = await tx<LinkOwner[]>`
    select l.person_id, l.email from mail_link l join person p on p.id = l.person_id
    where l.hash = ${hashLinkToken(token)} and l.purpose = ${purpose} and l.used_at is null and l.expires_at > now() and p.email = l.email and p.disabled_at is null`
  return linkOwner
}

/** The person first, as whoever changes a password does before their links: two that wait for each other would both be refused. */
export const lockLinkOwner = (tx: Tx, token: string) => tx`
  select 1 from person where id = (select person_id from mail_link where hash = ${hashLinkToken(token)}) for no key update`

/** Uses the link up, and every other of its kind that the person was sent. Of two at once only one gets through. */
export async function consumeLink(tx: Tx, purpose: LinkPurpose, token: string): Promise<LinkOwner> {
  await lockLinkOwner(tx, token)
  const [linkOwner] = await tx<LinkOwner[]>`
    update mail_link l set used_at = now() from person p
    where l.hash = ${hashLinkToken(token)} and l.purpose = ${purpose} and l.used_at is null and l.expires_at > now()
      and p.id = l.person_id and p.email = l.email and p.disabled_at is null
    returning l.person_id, l.email`
  if (!linkOwner) throw createLinkExpiredProblem()
  await tx`update mail_link set used_at = now() where person_id = ${linkOwner.personId} and purpose = ${purpose} and used_at is null`
  return linkOwner
}

/** Whose email this link has confirmed before: a second click on it is no mistake. */
export async function findConfirmedLink(tx: Tx, token: string): Promise<LinkOwner | undefined> {
  const [linkOwner] = await tx<LinkOwner[]>`
    select l.person_id, l.email from mail_link l join person p on p.id = l.person_id
    where l.hash = ${hashLinkToken(token)} and l.purpose = 'verify_email' and l.used_at is not null and p.email = l.email and p.email_verified_at is not null`
  return linkOwner
}
