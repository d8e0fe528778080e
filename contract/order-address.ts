import { issue } from './lib/error/issue.ts'
import { Address } from './lib/schemas.ts'

/** Countries without postal codes, by ISO 3166-1. */
const countriesWithoutPostalCode = new Set(
  (
    'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK IE JM ' +
    'KI KM KN KP LC LY ML MO MR MW NR NU QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TT TV TZ UG ' +
    'VU YE ZW'
  ).split(' '),
)

/** Returns the parts that an address lacks for a delivery. */
export function listMissingAddressParts(address: Address) {
  const parts = ['line1', 'city', 'country', 'postalCode'] as const
  return parts.filter(
    part =>
      !address[part] &&
      (part !== 'postalCode' || !countriesWithoutPostalCode.has(address.country ?? '')),
  )
}

/** Returns whether an address has no street or place. The name and the country are suggestions. */
const isEmptyAddress = ({ line1, line2, city, region, postalCode }: Address) =>
  ![line1, line2, city, region, postalCode].some(Boolean)

/** A shipping address: either empty, because it can be added later, or complete. */
export const ShippingAddress = Address.superRefine((address, context) => {
  if (isEmptyAddress(address)) return
  for (const part of listMissingAddressParts(address))
    context.addIssue({ code: 'custom', path: [part], message: issue('required').error })
})
