import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import type { Address } from '#contract/lib/country/address.ts'
import { Problem } from '../../lib/call/problem.ts'

type AbilityList = readonly Ability[]

/** Contacts of customers are visible only with customer:read, on every page and route. */
export const canSeeContacts = (abilities: AbilityList) => hasPermission(abilities, 'customer:read')

/** @throws Problem 403 forbidden, for files that contain contacts */
export function assertCanSeeContacts(abilities: AbilityList): void {
  if (!canSeeContacts(abilities)) throw new Problem(403, 'forbidden')
}

/** The phone number of an address, for its delivery, is also visible to callers who edit orders. */
const canSeeAddressPhone = (abilities: AbilityList) =>
  canSeeContacts(abilities) || hasPermission(abilities, 'order:write')

/** @throws Problem 403 forbidden, for files that contain the phone number of an address */
export function assertCanSeeAddressPhone(abilities: AbilityList): void {
  if (!canSeeAddressPhone(abilities)) throw new Problem(403, 'forbidden')
}

/** Returns the address without its phone number if the caller cannot see it. */
export const hideAddressPhone = <A extends Address | null>(
  abilities: AbilityList,
  address: A,
): A => (address && !canSeeAddressPhone(abilities) ? { ...address, phone: '' } : address)

type CustomerContact = { customer: { _id: string | null; email: string; phone: string } }

/**
 * Returns an order row without contacts that the caller cannot see. The id is hidden as well, since
 * two orders with the same id would show that a guessed email belongs to a customer.
 */
export const hideOrderRowContacts = <O extends CustomerContact>(
  abilities: AbilityList,
  row: O,
): O =>
  canSeeContacts(abilities)
    ? row
    : { ...row, customer: { ...row.customer, _id: null, email: '', phone: '' } }

type OrderContacts = CustomerContact & {
  shippingAddress: Address
  billingAddress: Address
  withdrawal?: { email: string } | null
}

/**
 * Returns an order, its addresses and its withdrawal without contacts that the caller cannot see. The data of
 * its events contains no contacts.
 */
export function hideOrderContacts<O extends OrderContacts>(abilities: AbilityList, order: O): O {
  if (canSeeContacts(abilities)) return order
  const { withdrawal } = order
  return {
    ...hideOrderRowContacts(abilities, order),
    shippingAddress: hideAddressPhone(abilities, order.shippingAddress),
    billingAddress: hideAddressPhone(abilities, order.billingAddress),
    ...(withdrawal && { withdrawal: { ...withdrawal, email: '' } }),
  }
}

type InvoiceContact = {
  recipientEmail: string
  document: { buyer: { email: string; address: Address } }
}

/** Returns an invoice without contacts of the buyer that the caller cannot see. */
export function hideInvoiceContacts<I extends InvoiceContact>(
  abilities: AbilityList,
  invoice: I,
): I {
  if (canSeeContacts(abilities)) return invoice
  const { buyer } = invoice.document
  const visibleBuyer = { ...buyer, email: '', address: { ...buyer.address, phone: '' } }
  const document = { ...invoice.document, buyer: visibleBuyer }
  return { ...invoice, recipientEmail: '', document }
}

/** Runs the work of a call, and removes the data of its problem if the caller cannot see the contacts in it. */
export async function hideErrorData<T>(
  abilities: AbilityList,
  work: () => Promise<T> | T,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw removeErrorData(abilities, error)
  }
}

function removeErrorData(abilities: AbilityList, error: unknown): unknown {
  if (canSeeContacts(abilities) || !(error instanceof Problem) || error.details.data === undefined)
    return error
  const { data: _, ...visibleDetails } = error.details
  return new Problem(error.status, error.toErrorMessage(), visibleDetails)
}
