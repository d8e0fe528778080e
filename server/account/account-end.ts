import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { lockStaff } from '../rule/staff-change.ts'
import { noticeLater } from './account-mail.ts'
import { own } from './own-event.ts'

type Place = { businessId: string; name: string; status: string; isOwner: boolean }

/**
 * The row of a person stays, so that what they did stays done by one and the same somebody; who that was is gone from it.
 * Their stores' own records, such as orders, are the stores', and the law may want them kept.
 */
export async function deleteAccount(
  tx: Tx,
  personId: string,
): Promise<{ ended: string[]; avatar: string }> {
  // The staff of each store first, as everybody does who changes it: two that wait for each other would both be refused.
  for (const { businessId } of await listPlaces(tx, personId)) {
    await tx`select set_config('app.business_id', ${businessId}, true)`
    await lockStaff(tx)
  }
  await tx`select set_config('app.business_id', '', true)`
  const [person] = await tx<
    { email: string; avatar: string }[]
  >`select email, avatar from person where id = ${personId} and disabled_at is null for update`
  if (!person) throw new Problem(401, 'signed_out', 'Sign in to continue')
  const places = await listPlaces(tx, personId)
  await recordSecurityEvent(tx, own('account_deleted', personId))
  await noticeLater(tx, personId, 'account_deleted', person.email)
  for (const place of places) await leavePlace(tx, personId, place)
  await tx`select set_config('app.business_id', '', true)`
  const ended = await tx<
    { id: string }[]
  >`delete from session where person_id = ${personId} returning id`
  for (const table of ['mail_link', 'recovery_code', 'two_step', 'passkey'])
    await tx`delete from ${tx(table)} where person_id = ${personId}`
  await tx`
    update person set full_name = 'Deleted account', email = ${`deleted-${personId}@deleted.invalid`}, username = ${`deleted-${personId}`}, password_hash = '', password_changed_at = null, avatar = '',
      email_verified_at = null, last_login_at = null, last_business_id = null, preferences = '{}', disabled_at = now() where id = ${personId}`
  return { ended: ended.map(({ id }) => id), avatar: person.avatar }
}

const listPlaces = (tx: Tx, personId: string) => tx<Place[]>`
  select m.business_id, b.name, b.status, m.role = 'owner' and m.status = 'active' as is_owner from membership m join business b on b.id = m.business_id
  where m.person_id = ${personId} order by m.business_id`

/** A store that works is left only while another owner stays; a closed one keeps a nameless owner, so that its rows have one. */
async function leavePlace(
  tx: Tx,
  personId: string,
  { businessId, name, status, isOwner }: Place,
): Promise<void> {
  await tx`select set_config('app.business_id', ${businessId}, true)`
  await lockStaff(tx)
  if (isOwner) {
    const [other] =
      await tx`select 1 from membership where business_id = ${businessId} and person_id <> ${personId} and role = 'owner' and status = 'active'`
    if (!other && status !== 'closed')
      throw new Problem(
        409,
        'sole_owner',
        `You are the only owner of ${name}. Hand the store over or close it first.`,
      )
    if (!other) return
  }
  await tx`delete from membership where business_id = ${businessId} and person_id = ${personId}`
}
