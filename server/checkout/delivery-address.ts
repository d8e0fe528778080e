import type { PlacedCheckout } from '#contract/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront-order.ts'
import { createFieldMessage } from '../lib/call/error-message.ts'
import { createInvalidProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { isPostalCode } from '../rule/address-form.ts'

/** @throws Problem 422 with the parts of the address that are missing or wrong in its country */
export function assertDeliveryAddress(
  { delivery, addressForm }: Pick<StorefrontCheckout, 'delivery' | 'addressForm'>,
  fields: PlacedCheckout,
) {
  if (delivery !== 'shipping') return
  const { required, postalExample: example } = addressForm
  const errors = required
    .filter(part => !fields[part])
    .map(part => createFieldMessage(part, 'required'))
  if (fields.postalCode && !isPostalCode(fields.country, fields.postalCode))
    errors.push(createFieldMessage('postalCode', 'invalid_postal_code', { example }))
  if (errors.length > 0) throw createInvalidProblem(errors)
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
