import { randomBytes } from 'node:crypto'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'

type LinkPurpose = 'reset_password' | 'verify_email' | 'change_email'
type LinkOwner = { personId: string; email: string }

const lifetimes: Record<LinkPurpose, string> = {
  reset_password: '30 minutes',
  verify_email: '24 hours',
  change_email: '24 hours',
}

/** Protects recipients from a flood of emails that strangers request. */
const maxLinksPerHour = 5

export const createLinkExpiredProblem = () => new Problem(400, 'link_invalid')

/**
 * Rejects a link of another account. Confirming needs both the email and the login, so that a
 * person who receives a foreign email cannot confirm the account of its sender.
 * @throws Problem 403 other_account
 */
export function assertLinkOwner(linkOwner: { personId: string }, currentPersonId: string): void {
  if (linkOwner.personId !== currentPersonId) throw new Problem(403, 'other_account')
}

/**
 * A link without a row. `save` inserts the row, which makes the link valid, after the email was
 * sent.
 */
export type PendingLink = { token: string; save: (tx: Tx) => Promise<unknown> }

/**
 * Returns a new link, whose token is only in the email. Older links stay valid until one of them is
 * used, because people open any of the emails. Returns undefined if the person got too many links
 * in the last hour, or changed the password after the request, which an intruder can have sent.
 */
export async function createLink(
  tx: Tx,
  purpose: LinkPurpose,
  { personId, email }: LinkOwner,
  requestedAt: string | undefined,
): Promise<PendingLink | undefined> {
  const buildEligibleCondition = (query: Tx) => query`
    id = ${personId} and disabled_at is null and (
      ${purpose} = 'verify_email' or coalesce(
        password_changed_at <= coalesce(${requestedAt ?? null}::timestamptz, now()), true))`
  const [eligiblePerson] = await tx`select 1 from person where ${buildEligibleCondition(tx)}`
  const recentLinks = await tx`
    select 1 from mail_link
    where person_id = ${personId} and purpose = ${purpose} and created_at > now() - interval '1 hour'
    limit ${maxLinksPerHour}`
  if (!eligiblePerson || recentLinks.length >= maxLinksPerHour) return undefined
  const token = randomBytes(32).toString('base64url')
  // The row lock waits for a concurrent password change, which expires existing links.
  const save = (laterTx: Tx) => laterTx`
    insert into mail_link (hash, person_id, purpose, email, expires_at)
    select ${hashToken(token)}::bytea, id, ${purpose}, ${email},
      now() + ${lifetimes[purpose]}::interval
    from person where ${buildEligibleCondition(laterTx)} for share`
  return { token, save }
}

/** Returns the owner of a valid link without consuming the link. */
export async function findLink(
  tx: Tx,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkOwner | undefined> {
  const [linkOwner] = await tx<LinkOwner[]>`
    select l.person_id, l.email from mail_link l join person p on p.id = l.person_id
    where l.hash = ${hashToken(token)} and l.purpose = ${purpose} and l.used_at is null
      and l.expires_at > now() and p.email = l.email and p.disabled_at is null`
  return linkOwner
}

/** Locks the person before their links, as a password change does, to prevent deadlocks. */
export const lockLinkOwner = (tx: Tx, token: string) => tx`
  select 1 from person
  where id = (select person_id from mail_link where hash = ${hashToken(token)})
  for no key update`

/**
 * Consumes a link and all other links of the person with the same purpose. Of two concurrent calls
 * only one succeeds.
 * @throws Problem 400 link_invalid
 */
export async function consumeLink(tx: Tx, purpose: LinkPurpose, token: string): Promise<LinkOwner> {
  await lockLinkOwner(tx, token)
  const [linkOwner] = await tx<LinkOwner[]>`
    update mail_link l set used_at = now() from person p
    where l.hash = ${hashToken(token)} and l.purpose = ${purpose} and l.used_at is null
      and l.expires_at > now() and p.id = l.person_id and p.email = l.email
      and p.disabled_at is null
    returning l.person_id, l.email`
  if (!linkOwner) throw createLinkExpiredProblem()
  await tx`
    update mail_link set used_at = now()
    where person_id = ${linkOwner.personId} and purpose = ${purpose} and used_at is null`
  return linkOwner
}

/**
 * Returns the person whose email the link has confirmed earlier, so that a second click succeeds.
 */
export async function findConfirmedLink(tx: Tx, token: string): Promise<LinkOwner | undefined> {
  const [linkOwner] = await tx<LinkOwner[]>`
    select l.person_id, l.email from mail_link l join person p on p.id = l.person_id
    where l.hash = ${hashToken(token)} and l.purpose = 'verify_email' and l.used_at is not null
      and p.email = l.email and p.email_verified_at is not null`
  return linkOwner
}
