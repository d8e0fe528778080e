import type { Tx } from '../lib/db.ts'
import { found } from '../lib/problem.ts'
import { hashOfLink, spent } from './mail-link.ts'

export const setName = (tx: Tx, personId: string, fullName: string) => tx`update person set full_name = ${fullName} where id = ${personId}`

/** Gives the picture that was shown before. */
export async function setAvatar(tx: Tx, personId: string, avatar: string): Promise<string> {
  const [row] = await tx<{ before: string }[]>`
    update person p set avatar = ${avatar} from (select id, avatar from person where id = ${personId} for update) b where p.id = b.id returning b.avatar as before`
  return found(row, 'This person').before
}

export const isEmailFree = async (tx: Tx, email: string): Promise<boolean> => (await tx`select 1 from person where lower(email) = ${email}`).length === 0

/** The email that the link was sent to takes the place of the present one. Whatever else was sent is of no use any more. */
export async function takeEmail(tx: Tx, token: string): Promise<{ personId: string; email: string; before: string }> {
  const [link] = await tx<{ personId: string; email: string; before: string }[]>`
    update mail_link l set used_at = now() from person p
    where l.hash = ${hashOfLink(token)} and l.purpose = 'change_email' and l.used_at is null and l.expires_at > now() and p.id = l.person_id and p.disabled_at is null
    returning l.person_id, l.email, p.email as before`
  if (!link) throw spent()
  await tx`update mail_link set used_at = now() where person_id = ${link.personId} and used_at is null`
  await tx`update person set email = ${link.email}, email_verified_at = now() where id = ${link.personId}`
  return link
}
