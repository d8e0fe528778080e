import type { Address } from '#contract/lib/country/address.ts'
import { formatAddressPostalCode } from '#contract/lib/country/postal-code.ts'
import type { AddressForm } from '#contract/storefront/storefront-address.ts'
import type { OrderAddressFields } from '#contract/storefront/storefront-order-form.ts'
import { listAddressErrors } from '../../address/address-errors.ts'
import { getAddressForm } from '../../address/address-form.ts'
import { createFieldMessage } from '../../lib/call/error-message.ts'
import { createInvalidProblem } from '../../lib/call/problem.ts'

/**
 * Returns a shipping address with the parts that its shopper has entered. The country stays.
 * @throws Problem 422 for missing and wrong parts
 */
export function changeAddress(shippingAddress: Address, fields: OrderAddressFields): Address {
  const addressForm = getAddressForm(shippingAddress.country ?? '')
  const address = formatAddressPostalCode({
    ...shippingAddress,
    ...pickFormFields(fields, addressForm),
  })
  const errors = [
    ...(fields.name ? [] : [createFieldMessage('name', 'required')]),
    ...listAddressErrors(addressForm, address),
  ]
  if (errors.length > 0) throw createInvalidProblem(errors)
  return address
}

/** A country's form lacks some parts of an address, which keep their values. */
function pickFormFields(fields: OrderAddressFields, { rows }: AddressForm) {
  const names: readonly string[] = ['name', ...rows.flat()]
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}
