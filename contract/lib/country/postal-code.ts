type PostalCodeFormat = { countries: string; pattern: RegExp; output: string }

/** Postal codes with a hyphen or a space. `pattern` matches the code without them. */
const formats: PostalCodeFormat[] = [
  { countries: 'JP', pattern: /^(\d{3})(\d{4})$/, output: '$1-$2' },
  { countries: 'BR', pattern: /^(\d{5})(\d{3})$/, output: '$1-$2' },
  { countries: 'PL', pattern: /^(\d{2})(\d{3})$/, output: '$1-$2' },
  { countries: 'PT', pattern: /^(\d{4})(\d{3})$/, output: '$1-$2' },
  { countries: 'US PR VI GU AS MP SA', pattern: /^(\d{5})(\d{4})$/, output: '$1-$2' },
  { countries: 'CA', pattern: /^([A-Z]\d[A-Z])(\d[A-Z]\d)$/, output: '$1 $2' },
  { countries: 'CZ GR SE SK', pattern: /^(\d{3})(\d{2})$/, output: '$1 $2' },
  { countries: 'GB GG IM JE', pattern: /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/, output: '$1 $2' },
  { countries: 'IE', pattern: /^([A-Z]\d[\dW])([A-Z\d]{4})$/, output: '$1 $2' },
  { countries: 'MT', pattern: /^([A-Z]{3})(\d{4})$/, output: '$1 $2' },
  { countries: 'NL', pattern: /^(\d{4})([A-Z]{2})$/, output: '$1 $2' },
]
const formatByCountry = new Map(
  formats.flatMap(format => format.countries.split(' ').map(country => [country, format] as const)),
)

/** Returns a postal code without spaces and hyphens, in capital letters. */
export const toPlainPostalCode = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

/**
 * Returns a postal code as its country writes it: `100-0001` for `1000001` in Japan. Codes of other
 * formats and countries do not change.
 */
export function formatPostalCode(country: string, code: string): string {
  const format = formatByCountry.get(country)
  const plainCode = toPlainPostalCode(code)
  return format?.pattern.test(plainCode) ? plainCode.replace(format.pattern, format.output) : code
}

type AddressWithCode = { country?: string | undefined; postalCode?: string | undefined }

/** Returns an address whose postal code is written as in its country. */
export const formatAddressPostalCode = <A extends AddressWithCode>(address: A): A =>
  address.postalCode && address.country
    ? { ...address, postalCode: formatPostalCode(address.country, address.postalCode) }
    : address
