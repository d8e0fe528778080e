import { getAddressRows, toAddressParts } from '#contract/lib/address-lines.ts'
import { listMissingAddressParts } from '#contract/order-address.ts'
import type { AddressForm } from '#contract/storefront-address.ts'
import { addressFormats } from './address-formats.ts'
import { listRegions } from './address-regions.ts'

/** Returns the form of addresses in a country. Other countries have a form with every field. */
export function getAddressForm(country: string): AddressForm {
  const format = addressFormats[country]
  return {
    rows: getAddressRows(country),
    required: format
      ? toAddressParts(format.required)
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
