import type { z } from 'zod'
import type { OwnershipInput, OwnershipOffer } from '#contract/staff.ts'
import { found, Problem, refuseField } from '../lib/call/problem.ts'
import type { Who } from '../lib/call/session.ts'
import type { Tx } from '../lib/db/db.ts'
import { recordEvent } from '../lib/security/security-event.ts'
import { lockStaff, ownersOnly, takeTurn } from '../rule/staff-rule.ts'

type Row = Omit<OwnershipOffer, 'from' | 'to' | 'business'> & {
  fromId: string
  fromName: string
  fromEmail: string
  toId: string
  toName: string
  toEmail: string
  businessId: string
  businessName: string
}

/** The offer that waits, for the two it is between; nobody else hears of it. */
export async function findOffer(tx: Tx, personId: string): Promise<OwnershipOffer | null> {
  const [row] = await tx<Row[]>`
    select f.id as from_id, f.full_name as from_name, f.email as from_email, t.id as to_id, t.full_name as to_name, t.email as to_email,
      b.id as business_id, b.name as business_name, o.stays_owner, o.created_at, o.expires_at
    from ownership_offer o join person f on f.id = o.from_person join person t on t.id = o.to_person join business b on b.id = o.business_id
    where o.business_id = current_business() and o.expires_at > now() and ${personId}::uuid in (o.from_person, o.to_person)`
  if (!row) return null
  const { fromId, fromName, fromEmail, toId, toName, toEmail, businessId, businessName, ...rest } =
    row
  return {
    from: { _id: fromId, fullName: fromName, email: fromEmail },
    to: { _id: toId, fullName: toName, email: toEmail },
    business: { _id: businessId, name: businessName },
    ...rest,
  }
}

/** A newer offer takes the place of the one before. */
export async function offerOwnership(
  tx: Tx,
  { to, staysOwner }: Pick<z.infer<typeof OwnershipInput>, 'to' | 'staysOwner'>,
  who: Who,
): Promise<OwnershipOffer> {
  const turn = await takeTurn(tx, who)
  if (!turn.isOwner) throw ownersOnly()
  const [heir] = await tx<
    { role: string; status: string }[]
  >`select role, status from membership where business_id = current_business() and person_id = ${to}`
  const { role, status } = found(heir, 'This person')
  if (to === who.personId || role === 'owner')
    throw refuseField('to', 'is_owner', 'This person owns the store already.', 409)
  if (status !== 'active')
    throw refuseField('to', 'inactive', 'This person is shut out at present.', 409)
  await tx`delete from ownership_offer where business_id = current_business()`
  await tx`insert into ownership_offer (from_person, to_person, stays_owner) values (${who.personId}, ${to}, ${staysOwner})`
  const offer = found(await findOffer(tx, who.personId))
  await recordEvent(tx, {
    action: 'ownership_offered',
    entity: 'person',
    entityId: to,
    businessId: who.businessId,
    actor: who.personId,
    details: { name: offer.to.fullName, staysOwner },
  })
  return offer
}

const gone = () => new Problem(404, 'not_found', 'This offer does not exist')

/** Good only while the one who offers is an owner still. First there is one owner more, so that there is never none. */
export async function acceptOwnership(tx: Tx, who: Who): Promise<OwnershipOffer> {
  await lockStaff(tx)
  const offer = await findOffer(tx, who.personId)
  if (!offer || offer.to._id !== who.personId) throw gone()
  const [giver] =
    await tx`select 1 from membership where business_id = current_business() and person_id = ${offer.from._id} and role = 'owner' and status = 'active'`
  if (!giver) throw gone()
  const taken =
    await tx`update membership set role = 'owner', abilities = null, version = version + 1, updated_at = now() where business_id = current_business() and person_id = ${who.personId} and status = 'active' returning 1`
  if (taken.length === 0) throw gone()
  if (!offer.staysOwner)
    await tx`update membership set role = 'administrator', abilities = null, version = version + 1, updated_at = now() where business_id = current_business() and person_id = ${offer.from._id}`
  await tx`delete from ownership_offer where business_id = current_business()`
  const details = { name: offer.to.fullName, staysOwner: offer.staysOwner }
  await recordEvent(tx, {
    action: 'ownership_transferred',
    entity: 'person',
    entityId: who.personId,
    businessId: who.businessId,
    actor: who.personId,
    details,
  })
  return offer
}

/** Declined by the one, or taken back by the other. */
export async function endOffer(tx: Tx, who: Who): Promise<void> {
  await lockStaff(tx)
  if (!(await findOffer(tx, who.personId))) throw gone()
  await tx`delete from ownership_offer where business_id = current_business()`
}
