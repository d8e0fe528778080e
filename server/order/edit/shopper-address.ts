import type { Address } from '#contract/lib/country/address.ts'
import { formatAddressPostalCode } from '#contract/lib/country/postal-code.ts'
import { isSameAddress } from '#contract/order/order-address.ts'
import type { AddressForm } from '#contract/storefront/storefront-address.ts'
import type { OrderAddressFields } from '#contract/storefront/storefront-order-form.ts'
import { listAddressErrors } from '../../address/address-errors.ts'
import { getAddressForm } from '../../address/address-form.ts'
import { createFieldMessage } from '../../lib/call/error-message.ts'
import { createInvalidProblem } from '../../lib/call/problem.ts'

type Addresses = { shippingAddress: Address; billingAddress: Address }

/**
 * Returns an address of an order with the parts that its shopper has entered. The country stays.
 * @throws Problem 422 for missing and wrong parts
 */
export function changeAddress(
  currentAddress: Address,
  fields: OrderAddressFields,
  toFieldName = (part: string) => part,
): Address {
  const addressForm = getAddressForm(currentAddress.country ?? '')
  const address = formatAddressPostalCode({
    ...currentAddress,
    ...pickFormFields(fields, addressForm),
  })
  const errors = [
    ...(fields.name ? [] : [createFieldMessage('name', 'required')]),
    ...listAddressErrors(addressForm, address),
  ]
  if (errors.length > 0)
    throw createInvalidProblem(errors.map(error => ({ ...error, path: toFieldName(error.path) })))
  return address
}

/** Returns the columns of a new shipping address. A billing address that was the same follows it. */
export const toAddressColumns = (
  { shippingAddress, billingAddress }: Addresses,
  address: Address,
): Pick<Addresses, 'shippingAddress'> & Partial<Addresses> => ({
  shippingAddress: address,
  ...(isSameAddress(billingAddress, shippingAddress) && { billingAddress: address }),
})

/** A country's form lacks some parts of an address, which keep their values. */
function pickFormFields(fields: OrderAddressFields, { rows }: AddressForm) {
  const names: readonly string[] = ['name', ...rows.flat()]
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}
