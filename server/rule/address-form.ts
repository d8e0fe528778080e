import type { Address } from '#contract/lib/schemas.ts'
import { listMissingAddressParts } from '#contract/order-address.ts'
import type { AddressForm, AddressPart } from '#contract/storefront-address.ts'
import { addressFormats } from './address-formats.ts'
import { listRegions } from './address-regions.ts'

const partByLetter: Record<string, AddressPart> = {
  A: 'line1',
  B: 'line2',
  C: 'city',
  S: 'region',
  Z: 'postalCode',
}
const getRows = (country: string): AddressPart[][] =>
  (addressFormats[country]?.rows ?? 'A B ZC S').split(' ').map(toParts)
const toParts = (letters: string) => [...letters].flatMap(letter => partByLetter[letter] ?? [])

/** Returns the form of addresses in a country. Other countries have a form with every field. */
export function getAddressForm(country: string): AddressForm {
  const format = addressFormats[country]
  return {
    rows: getRows(country),
    required: format
      ? toParts(format.required)
      : listMissingAddressParts({ country }).filter(part => part !== 'country'),
    labels: {
      city: format?.city ?? 'city',
      region: format?.region ?? 'region',
      postalCode: format?.postal ?? 'postalCode',
    },
    regions: listRegions(country),
    postalExample: format?.example ?? '',
  }
}

/**
 * Returns the lines of an address between the name and the country, as its country writes them. Parts
 * that the country does not have follow.
 */
export function listAddressLines({ country = '', ...address }: Address): string[] {
  const rows = getRows(country)
  const usedParts = rows.flat()
  const otherParts = Object.values(partByLetter).filter(part => !usedParts.includes(part))
  return [...rows, otherParts]
    .map(row =>
      row
        .map(part => address[part])
        .filter(Boolean)
        .join(' '),
    )
    .filter(Boolean)
}

/** Returns whether a postal code can exist in a country. Digits of every script count. */
export function isPostalCode(country: string, text: string): boolean {
  const { pattern } = addressFormats[country] ?? {}
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/\p{Nd}/gu, toAsciiDigit)
    .toUpperCase()
  return pattern?.test(plain) ?? true
}

/** The code points of the zeros of Arabic, Persian, Devanagari and Bengali digits. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6]

function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = zeros.find(start => code >= start && code < start + 10)
  return zero === undefined ? digit : String(code - zero)
}
