import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import { createLinkExpiredProblem, lockLinkOwner } from '../mail/mail-link.ts'

export type Profile = { fullName: string; avatar: string }
type EmailChange = { personId: string; email: string; previousEmail: string }

/** Updates the name and the avatar of a person, and returns the previous values. */
export async function saveProfile(
  tx: Tx,
  personId: string,
  { fullName, avatar }: Partial<Profile>,
): Promise<Profile> {
  const [row] = await tx<Profile[]>`
    select full_name, avatar from person
    where id = ${personId} and disabled_at is null for no key update`
  const previousProfile = assertFound(row, 'account_not_found')
  await tx`
    update person set full_name = ${fullName ?? previousProfile.fullName},
      avatar = ${avatar ?? previousProfile.avatar}
    where id = ${personId}`
  return previousProfile
}

export const isEmailFree = async (tx: Tx, email: string): Promise<boolean> =>
  (await tx`select 1 from person where lower(email) = ${email}`).length === 0

/**
 * Replaces the email of a person with the one that the link was sent to. Every other link of the
 * person expires.
 * @throws Problem 400 link_invalid
 */
export async function confirmEmailChange(tx: Tx, token: string): Promise<EmailChange> {
  await lockLinkOwner(tx, token)
  const [change] = await tx<EmailChange[]>`
    update mail_link l set used_at = now() from person p
    where l.hash = ${hashToken(token)} and l.purpose = 'change_email' and l.used_at is null
      and l.expires_at > now() and p.id = l.person_id and p.disabled_at is null
    returning l.person_id, l.email, p.email as previous_email`
  if (!change) throw createLinkExpiredProblem()
  const { personId, email } = change
  await tx`update mail_link set used_at = now() where person_id = ${personId} and used_at is null`
  await tx`update person set email = ${email}, email_verified_at = now() where id = ${personId}`
  return change
}
