import type { LockedOrder } from '../order-store.ts'
import type { AppliedChange } from './applied-change.ts'

type AppliedMail = NonNullable<AppliedChange['mails']>[number]

/**
 * Names the parcel that a change of the whole order shipped or delivered in the email about it. After the
 * change of several parcels, the email is about all.
 */
export function nameMovedParcel(
  mail: AppliedMail,
  before: LockedOrder,
  fulfillments: LockedOrder['fulfillments'],
): AppliedMail {
  if (mail.partId || (mail.kind !== 'shipped' && mail.kind !== 'delivered')) return mail
  const moved = fulfillments.filter(
    ({ _id, status }) =>
      status === mail.kind &&
      before.fulfillments.find(parcel => parcel._id === _id)?.status !== status,
  )
  return moved.length === 1 ? { ...mail, partId: moved[0]?._id } : mail
}
