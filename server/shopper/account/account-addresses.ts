import type { Address } from '#contract/lib/country/address.ts'
import type {
  AccountAddress,
  AccountAddressForm,
  AccountFields,
} from '#contract/storefront/storefront-account.ts'
import { listAddressErrors } from '../../address/address-errors.ts'
import { getAddressForm } from '../../address/address-form.ts'
import {
  createCustomerAddress,
  deleteCustomerAddress,
  makeAddressDefault,
  updateCustomerAddress,
} from '../../customer/rule/customer-addresses.ts'
import { createFieldMessage } from '../../lib/call/error-message.ts'
import { createInvalidProblem } from '../../lib/call/problem.ts'
import { type Tx, updateVersionedRow } from '../../lib/db/db.ts'
import { listShopperAddresses } from '../../storefront/form/shopper-addresses.ts'
import { findOrCreateShopperCustomer } from './shopper-customer.ts'

type SavedFields = Extract<AccountFields, { intent: 'saveAddress' }>
type IdFields = Extract<
  AccountFields,
  { intent: 'deleteAddress' | 'defaultAddress' | 'keepAddress' }
>

/**
 * Saves the address of a form. The first one becomes the default one.
 * @throws Problem 422 on the fields of the address
 */
export async function saveShopperAddress(
  tx: Tx,
  email: string,
  { intent: _, address: id, ...address }: SavedFields,
): Promise<void> {
  const errors = address.country
    ? listAddressErrors(getAddressForm(address.country), address)
    : [createFieldMessage('country', 'required')]
  if (errors.length > 0) throw createInvalidProblem(errors)
  await storeAddress(tx, email, id, address)
}

/** Changes a saved address. One that is not the shopper's is left as it is. */
export async function changeSavedAddress(tx: Tx, email: string, fields: IdFields) {
  const addresses = await listShopperAddresses(tx, email)
  const savedAddress = addresses.find(({ _id }) => _id === fields.address)
  if (fields.intent === 'keepAddress') {
    if (savedAddress?.kind === 'order') await storeAddress(tx, email, 'new', savedAddress.address)
  } else if (savedAddress?.kind === 'saved') {
    await (fields.intent === 'deleteAddress'
      ? deleteCustomerAddress(tx, savedAddress._id)
      : makeAddressDefault(tx, savedAddress._id))
  } else if (savedAddress?.kind === 'default' && fields.intent === 'deleteAddress')
    await updateVersionedRow(tx, 'customer', savedAddress._id, { address: {} })
}

async function storeAddress(tx: Tx, email: string, id: string, address: Address) {
  const addresses = await listShopperAddresses(tx, email)
  const kind = addresses.find(({ _id }) => _id === id)?.kind
  const hasDefault = addresses.some(each => each.kind === 'default')
  const customer = await findOrCreateShopperCustomer(tx, email, address.name ?? '')
  if (kind === 'saved') await updateCustomerAddress(tx, id, address)
  else if (kind === 'default' || !hasDefault)
    await updateVersionedRow(tx, 'customer', customer, { address })
  else await createCustomerAddress(tx, customer, address)
}

/** Returns the form of one of the addresses or of a new one, or null for another id. */
export function findAddressForm(
  addresses: readonly AccountAddress[],
  { id, country, storeCountry }: { id: string; country: string | undefined; storeCountry: string },
): AccountAddressForm | null {
  const savedAddress = addresses.find(({ _id, kind }) => _id === id && kind !== 'order')
  if (!savedAddress && id !== 'new') return null
  const shownCountry = country || savedAddress?.address.country || storeCountry
  return {
    _id: id,
    country: shownCountry,
    form: getAddressForm(shownCountry),
    address: savedAddress?.address ?? {},
  }
}
