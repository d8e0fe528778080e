import type { Address } from '../lib/country/address.ts'
import { formatAddressPostalCode } from '../lib/country/postal-code.ts'

/** The names of the fields of a billing address, in a form that also has a shipping address. */
export const billingNames = {
  name: 'billingName',
  country: 'billingCountry',
  line1: 'billingLine1',
  line2: 'billingLine2',
  postalCode: 'billingPostalCode',
  city: 'billingCity',
  region: 'billingRegion',
} as const

type BillingFields = {
  [k in (typeof billingNames)[keyof typeof billingNames]]?: string | undefined
}

/** Returns the name of the field of a part of a billing address. */
export const toBillingName = (part: string): string =>
  Object.entries(billingNames).find(([name]) => name === part)?.[1] ?? part

/** Returns the billing address of a form. */
export function readBillingAddress(fields: BillingFields): Required<Omit<Address, 'phone'>> {
  const { billingName: name = '', billingCountry: country = '' } = fields
  const { billingLine1: line1 = '', billingLine2: line2 = '', billingRegion: region = '' } = fields
  const { billingPostalCode: postalCode = '', billingCity: city = '' } = fields
  return formatAddressPostalCode({ name, line1, line2, postalCode, city, region, country })
}
