import { z } from 'zod'
import { asciiCodeText, CountryCode, singleLineText } from '../schemas.ts'
import { formatAddressPostalCode } from './postal-code.ts'

/** The prefixes of countries on parcels in Europe. Those of Latvia and Lithuania are part of the code. */
const postalPrefixPattern =
  /^(?:〒|(?:A|AT|B|BE|BG|CH|CY|CZ|D|DE|DK|E|EE|ES|F|FI|FIN|FL|FR|GR|H|HR|HU|I|IT|L|LI|LU|N|NL|NO|P|PL|PT|RO|S|SE|SI|SK)[ -](?=\d[\d -]{2}))\s*/i

/** A postal code without the sign of its country: `10115` for `D-10115`. */
export const PostalCode = asciiCodeText(20).overwrite(code => code.replace(postalPrefixPattern, ''))

export const Address = z
  .object({
    name: singleLineText(120).optional(),
    line1: singleLineText(200).optional(),
    line2: singleLineText(200).optional(),
    city: singleLineText(120).optional(),
    region: singleLineText(120).optional(),
    postalCode: PostalCode.optional(),
    country: CountryCode.optional(),
    phone: asciiCodeText(40).optional(),
  })
  .overwrite(formatAddressPostalCode)
export type Address = z.infer<typeof Address>
