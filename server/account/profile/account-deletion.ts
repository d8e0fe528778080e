import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { lockStaff } from '../../staff/rule/staff-change.ts'
import { createAccountEvent } from '../account-event.ts'
import { type AccountMembership, forEachStore, listMemberships } from '../account-membership.ts'
import { enqueueAccountMail } from '../mail/account-mail.ts'
import { findPersonLanguage } from '../mail/person-language.ts'
import { enqueueCustomerDeletion } from '../plan/plan-jobs.ts'
import { deleteSubscription } from '../plan/plan-store.ts'

/**
 * Deletes an account: removes the personal data, memberships, sessions and login factors. The row
 * of the person stays without a name, so that audit entries keep their author. Records of the
 * stores, such as orders, stay as well, because the law can require them.
 * @throws Problem 401 logged_out; 409 sole_owner
 */
export async function deleteAccount(
  tx: Tx,
  personId: string,
): Promise<{ endedSessionIds: string[]; avatar: string }> {
  // Locks the staff of each store before the person, as every staff change does, to prevent
  // deadlocks.
  await forEachStore(tx, await listMemberships(tx, personId), () => lockStaff(tx))
  const [person] = await tx<
    { email: string; avatar: string }[]
  >`select email, avatar from person where id = ${personId} and disabled_at is null for update`
  if (!person) throw new Problem(401, 'logged_out')
  const memberships = await listMemberships(tx, personId)
  await recordSecurityEvent(tx, createAccountEvent('account_deleted', personId))
  await enqueueAccountMail(tx, {
    kind: 'notification',
    notification: 'account_deleted',
    personId,
    to: person.email,
    language: await findPersonLanguage(tx, personId),
  })
  await forEachStore(tx, memberships, membership => deleteOwnMembership(tx, personId, membership))
  const endedSessions = await tx<
    { id: string }[]
  >`delete from session where person_id = ${personId} returning id`
  for (const table of ['mail_link', 'recovery_code', 'two_step', 'passkey', 'help_answer'])
    await tx`delete from ${tx(table)} where person_id = ${personId}`
  const customerId = await deleteSubscription(tx, personId)
  if (customerId) await enqueueCustomerDeletion(tx, customerId)
  await tx`
    update person set full_name = 'Deleted account', email = ${`deleted-${personId}@deleted.invalid`},
      username = ${`deleted-${personId}`}, password_hash = '', password_changed_at = null, avatar = '',
      email_verified_at = null, last_login_at = null, last_store_id = null, preferences = '{}',
      disabled_at = now()
    where id = ${personId}`
  return { endedSessionIds: endedSessions.map(({ id }) => id), avatar: person.avatar }
}

/**
 * Deletes the membership of the person in the current store. An open store needs another active
 * owner. The last owner of a closed store keeps the membership, because every store must have an
 * owner.
 */
async function deleteOwnMembership(
  tx: Tx,
  personId: string,
  { storeId, name, status, isOwner }: AccountMembership,
): Promise<void> {
  await lockStaff(tx)
  if (isOwner) {
    const [otherOwner] = await tx`
      select 1 from membership where store_id = ${storeId} and person_id <> ${personId}
        and role = 'owner' and status = 'active'`
    if (!otherOwner && status !== 'closed') throw new Problem(409, 'sole_owner', { store: name })
    if (!otherOwner) return
  }
  await tx`delete from membership where store_id = ${storeId} and person_id = ${personId}`
}
