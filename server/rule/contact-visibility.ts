import { type Ability, hasPermission } from '#contract/lib/permission.ts'
import type { Address } from '#contract/lib/schemas.ts'
import { Problem } from '../lib/call/problem.ts'

type AbilityList = readonly Ability[]

/** How a buyer can be reached is for those who may see customers, wherever it stands. */
export const canSeeContacts = (abilities: AbilityList) => hasPermission(abilities, 'customer:read')

/** Whoever packs parcels needs the phone number of their address; who only looks at orders does not. */
export const hideAddressPhone = <A extends Address | null>(
  abilities: AbilityList,
  address: A,
): A =>
  address && !canSeeContacts(abilities) && !hasPermission(abilities, 'order:write')
    ? { ...address, phone: '' }
    : address

type CustomerContact = { customer: { email: string; phone: string } }

/** A row of orders as this person may see it. */
export const hideOrderRowContacts = <O extends CustomerContact>(
  abilities: AbilityList,
  row: O,
): O =>
  canSeeContacts(abilities) ? row : { ...row, customer: { ...row.customer, email: '', phone: '' } }

/** As `rowFor`, for an order with its addresses. */
export function hideOrderContacts<
  O extends CustomerContact & { shippingAddress: Address; billingAddress: Address },
>(abilities: AbilityList, order: O): O {
  if (canSeeContacts(abilities)) return order
  return {
    ...hideOrderRowContacts(abilities, order),
    shippingAddress: hideAddressPhone(abilities, order.shippingAddress),
    billingAddress: hideAddressPhone(abilities, order.billingAddress),
  }
}

/** A refusal that holds what somebody else may see: without it, whoever was refused reads it themselves. */
export function hideErrorData(abilities: AbilityList, error: unknown): unknown {
  if (canSeeContacts(abilities) || !(error instanceof Problem) || error.details.data === undefined)
    return error
  const { data: _, ...visibleExtra } = error.details
  return new Problem(error.status, error.toErrorMessage(), visibleExtra)
}
