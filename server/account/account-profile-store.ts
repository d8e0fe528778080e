import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { createLinkExpiredProblem, hashLinkToken, lockLinkOwner } from './mail-link.ts'

export type Profile = { fullName: string; avatar: string }

/** How a person shows themselves. Gives it as it was before. */
export async function saveProfile(
  tx: Tx,
  personId: string,
  { fullName, avatar }: Partial<Profile>,
): Promise<Profile> {
  const [before] = await tx<
    Profile[]
  >`select full_name, avatar from person where id = ${personId} and disabled_at is null for no key update`
  const current = assertFound(before, 'account_not_found')
  await tx`update person set full_name = ${fullName ?? current.fullName}, avatar = ${avatar ?? current.avatar} where id = ${personId}`
  return current
}

export const isEmailFree = async (tx: Tx, email: string): Promise<boolean> =>
  (await tx`select 1 from person where lower(email) = ${email}`).length === 0

/** The email that the link was sent to takes the place of the present one. Whatever else was sent is of no use any more. */
export async function confirmEmailChange(
  tx: Tx,
  token: string,
): Promise<{ personId: string; email: string; before: string }> {
  await lockLinkOwner(tx, token)
  const [link] = await tx<{ personId: string; email: string; before: string }[]>`
    update mail_link l set used_at = now() from person p
    where l.hash = ${hashLinkToken(token)} and l.purpose = 'change_email' and l.used_at is null and l.expires_at > now() and p.id = l.person_id and p.disabled_at is null
    returning l.person_id, l.email, p.email as before`
  if (!link) throw createLinkExpiredProblem()
  await tx`update mail_link set used_at = now() where person_id = ${link.personId} and used_at is null`
  await tx`update person set email = ${link.email}, email_verified_at = now() where id = ${link.personId}`
  return link
}
