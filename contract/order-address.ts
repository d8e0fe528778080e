import { issue } from './lib/error/issue.ts'
import { Address } from './lib/schemas.ts'

/** Countries in which parcels arrive without a postal code, by ISO 3166-1. */
const countriesWithoutPostalCode = new Set(
  (
    'AE AG AO AW BD BF BI BJ BO BS BW BZ CD CF CG CI CK CL CM CN CO CW DJ DM EG ER FJ GA GD GH GM ' +
    'GQ GY HK ID IE IL JM KE KI KM KN KP KW LC LY MA ML MO MR MW NG NR NU PE PH PK QA RW SA SB SC ' +
    'SL SR SS ST SX SY TD TG TK TL TO TT TV TW TZ UG VN VU YE ZW'
  ).split(' '),
)

/** Cities that are countries, and countries whose region takes the place of a city. */
const countriesWithoutCity = new Set(['AE', 'GI', 'HK', 'MC', 'SG', 'VA'])

/** Returns the parts that an address lacks for a delivery. */
export function listMissingAddressParts(address: Address) {
  const parts = ['line1', 'city', 'country', 'postalCode'] as const
  const { country = '' } = address
  return parts.filter(
    part =>
      !address[part] &&
      (part !== 'postalCode' || !countriesWithoutPostalCode.has(country)) &&
      (part !== 'city' || !countriesWithoutCity.has(country)),
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
