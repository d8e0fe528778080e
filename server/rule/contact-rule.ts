import { type Ability, may } from '#contract/lib/permission.ts'
import type { Address } from '#contract/lib/shapes.ts'
import { Problem } from '../lib/call/problem.ts'

type Abilities = readonly Ability[]

/** How a buyer can be reached is for those who may see customers, wherever it stands. */
export const seesContacts = (abilities: Abilities) => may(abilities, 'customer:read')

/** Whoever packs parcels needs the phone number of their address; who only looks at orders does not. */
export const addressFor = <A extends Address | null>(abilities: Abilities, address: A): A =>
  address && !seesContacts(abilities) && !may(abilities, 'order:write')
    ? { ...address, phone: '' }
    : address

type Bought = { customer: { email: string; phone: string } }

/** A row of orders as this person may see it. */
export const rowFor = <O extends Bought>(abilities: Abilities, row: O): O =>
  seesContacts(abilities) ? row : { ...row, customer: { ...row.customer, email: '', phone: '' } }

/** As `rowFor`, for an order with its addresses. */
export function orderFor<O extends Bought & { shippingAddress: Address; billingAddress: Address }>(
  abilities: Abilities,
  order: O,
): O {
  if (seesContacts(abilities)) return order
  return {
    ...rowFor(abilities, order),
    shippingAddress: addressFor(abilities, order.shippingAddress),
    billingAddress: addressFor(abilities, order.billingAddress),
  }
}

/** A refusal that holds what somebody else may see: without it, whoever was refused reads it themselves. */
export function refusalFor(abilities: Abilities, error: unknown): unknown {
  if (seesContacts(abilities) || !(error instanceof Problem) || error.extra.data === undefined)
    return error
  const { data: _, ...rest } = error.extra
  return new Problem(error.status, error.code, error.message, rest)
}
