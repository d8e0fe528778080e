import type { FieldError } from '#contract/lib/problem.ts'
import type { AddressForm } from '#contract/storefront-address.ts'
import type { CheckoutEntries, PlacedCheckout } from '#contract/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront-order.ts'
import { createFieldMessage } from '../lib/call/error-message.ts'
import type { Tx } from '../lib/db/db.ts'
import { isPostalCode } from '../rule/address-form.ts'

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

/**
 * Returns the addresses of an order. Only a delivery has a shipping address. The billing address of an
 * order that the shopper collects is in the country of the store.
 */
export async function getOrderAddresses(
  tx: Tx,
  { delivery }: Pick<StorefrontCheckout, 'delivery'>,
  fields: PlacedCheckout,
) {
  const { name, line1, line2, postalCode, city, region, country } = fields
  const address = { name, line1, line2, postalCode, city, region, country }
  if (delivery === 'shipping') return { shippingAddress: address, billingAddress: address }
  if (delivery === 'none') return { billingAddress: { name, country } }
  const [store] = await tx<{ country: string | null }[]>`
    select nullif(address ->> 'country', '') as country from business where id = current_business()`
  return { billingAddress: { name, country: store?.country ?? country } }
}
