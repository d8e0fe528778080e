import type { FieldError } from '#contract/lib/call/problem.ts'
import type { AddressForm } from '#contract/storefront/storefront-address.ts'
import type { CheckoutEntries } from '#contract/storefront/storefront-checkout.ts'
import { createFieldMessage } from '../lib/call/error-message.ts'
import { isPostalCode } from './address-form.ts'

/** Returns an error for each part of an address that is missing or wrong in its country. */
export function listAddressErrors(
  { rows, required, postalExample: example }: AddressForm,
  address: CheckoutEntries,
): FieldError[] {
  const { country = '', postalCode = '' } = address
  return rows.flat().flatMap(part => {
    if (required.includes(part) && !address[part]) return [createFieldMessage(part, 'required')]
    return part === 'postalCode' && postalCode && !isPostalCode(country, postalCode)
      ? [createFieldMessage(part, 'invalid_postal_code', { example })]
      : []
  })
}
