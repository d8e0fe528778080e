import type { z } from 'zod'
import type { OwnershipInput, OwnershipOffer } from '#contract/staff/staff.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { createOwnersOnlyProblem, lockStaff, lockStaffAndAuthorize } from './rule/staff-change.ts'

type OwnershipOfferRow = Omit<OwnershipOffer, 'from' | 'to' | 'business'> & {
  fromId: string
  fromName: string
  fromEmail: string
  toId: string
  toName: string
  toEmail: string
  storeId: string
  storeName: string
}

/** Returns the open offer of the store if the person sent or received it, otherwise null. */
export async function findOwnershipOffer(tx: Tx, personId: string): Promise<OwnershipOffer | null> {
  const [row] = await tx<OwnershipOfferRow[]>`
    select f.id as from_id, f.full_name as from_name, f.email as from_email,
      t.id as to_id, t.full_name as to_name, t.email as to_email,
      s.id as store_id, s.name as store_name, o.stays_owner, o.created_at, o.expires_at
    from ownership_offer o
      join person f on f.id = o.sender_id
      join person t on t.id = o.recipient_id
      join store s on s.id = o.store_id
    where o.store_id = current_store() and o.expires_at > now()
      and ${personId}::uuid in (o.sender_id, o.recipient_id)`
  if (!row) return null
  const { fromId, fromName, fromEmail, toId, toName, toEmail, storeId, storeName, ...rest } = row
  return {
    from: { _id: fromId, fullName: fromName, email: fromEmail },
    to: { _id: toId, fullName: toName, email: toEmail },
    business: { _id: storeId, name: storeName },
    ...rest,
  }
}

/**
 * Offers the ownership to a staff member. A new offer replaces the previous one.
 * @throws Problem 403 owners_only; 404 person_not_found; 409 is_owner, inactive
 */
export async function createOwnershipOffer(
  tx: Tx,
  { to, staysOwner }: Pick<z.infer<typeof OwnershipInput>, 'to' | 'staysOwner'>,
  principal: Principal,
): Promise<OwnershipOffer> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  if (!staffLock.isOwner) throw createOwnersOnlyProblem()
  const [recipientMembership] = await tx<{ role: string; status: string }[]>`
    select role, status from membership
    where store_id = current_store() and person_id = ${to}`
  const { role, status } = assertFound(recipientMembership, 'person_not_found')
  if (to === principal.personId || role === 'owner')
    throw createFieldProblem('to', 'is_owner', {}, 409)
  if (status !== 'active') throw createFieldProblem('to', 'inactive', {}, 409)
  await tx`delete from ownership_offer where store_id = current_store()`
  await tx`
    insert into ownership_offer (sender_id, recipient_id, stays_owner)
    values (${principal.personId}, ${to}, ${staysOwner})`
  const offer = assertFound(await findOwnershipOffer(tx, principal.personId))
  await recordSecurityEvent(tx, {
    action: 'ownership_offered',
    entity: 'person',
    entityId: to,
    storeId: principal.storeId,
    actor: principal.personId,
    details: { name: offer.to.fullName, staysOwner },
  })
  return offer
}

const createOfferNotFoundProblem = () => new Problem(404, 'offer_not_found')

/**
 * Makes the principal an owner. The offer is valid only while its sender is an active owner. The
 * new owner is added before the sender changes role, so that the store always has an owner.
 * @throws Problem 404 offer_not_found
 */
export async function acceptOwnershipOffer(tx: Tx, principal: Principal): Promise<OwnershipOffer> {
  await lockStaff(tx)
  const offer = await findOwnershipOffer(tx, principal.personId)
  if (!offer || offer.to._id !== principal.personId) throw createOfferNotFoundProblem()
  const [senderMembership] = await tx`
    select 1 from membership
    where store_id = current_store() and person_id = ${offer.from._id}
      and role = 'owner' and status = 'active'`
  if (!senderMembership) throw createOfferNotFoundProblem()
  const updatedRows = await tx`
    update membership
    set role = 'owner', abilities = null, version = version + 1, updated_at = now()
    where store_id = current_store() and person_id = ${principal.personId}
      and status = 'active'
    returning 1`
  if (updatedRows.length === 0) throw createOfferNotFoundProblem()
  if (!offer.staysOwner)
    await tx`
      update membership
      set role = 'administrator', abilities = null, version = version + 1, updated_at = now()
      where store_id = current_store() and person_id = ${offer.from._id}`
  await tx`delete from ownership_offer where store_id = current_store()`
  await recordSecurityEvent(tx, {
    action: 'ownership_transferred',
    entity: 'person',
    entityId: principal.personId,
    storeId: principal.storeId,
    actor: principal.personId,
    details: { name: offer.to.fullName, staysOwner: offer.staysOwner },
  })
  return offer
}

/**
 * Deletes the offer, when the recipient declines it or the sender withdraws it.
 * @throws Problem 404 offer_not_found
 */
export async function deleteOwnershipOffer(tx: Tx, principal: Principal): Promise<void> {
  await lockStaff(tx)
  if (!(await findOwnershipOffer(tx, principal.personId))) throw createOfferNotFoundProblem()
  await tx`delete from ownership_offer where store_id = current_store()`
}
