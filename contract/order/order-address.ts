import { Address } from '../lib/country/address.ts'
import { issue } from '../lib/error/issue.ts'

/** Countries in which parcels need a postal code, by ISO 3166-1. */
const countriesWithPostalCode = new Set(
  (
    'AR AS AT AU AX BE BG BL BR CA CH CZ DE DK EE ES FI FK FM FR GB GF GG GL GP GR GS GU HR ' +
    'HU IM IN IO IS IT JE JP KR LI LT LU LV MF MH MP MQ MX MY NC NL NO NZ PF PL PM PN PR PT ' +
    'PW RE RO RU SE SG SH SI SJ SK SM TC TH TR UA US VI WF YT ZA'
  ).split(' '),
)

/** Cities that are countries, and countries whose region takes the place of a city. */
const countriesWithoutCity = new Set(['AE', 'GI', 'HK', 'KY', 'MC', 'MO', 'NR', 'SG', 'VA'])

/** Returns the parts that an address lacks for a delivery. */
export function listMissingAddressParts(address: Address) {
  const parts = ['line1', 'city', 'country', 'postalCode'] as const
  const { country = '' } = address
  return parts.filter(
    part =>
      !address[part] &&
      (part !== 'postalCode' || countriesWithPostalCode.has(country)) &&
      (part !== 'city' || !countriesWithoutCity.has(country)),
  )
}

/** Returns whether two addresses have the same parts. An empty part is none. */
export function isSameAddress(one: Address, other: Address): boolean {
  const describe = (address: Address) =>
    JSON.stringify(
      Object.entries(address)
        .filter(([, text]) => text)
        .toSorted(),
    )
  return describe(one) === describe(other)
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
