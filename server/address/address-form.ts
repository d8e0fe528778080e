import { getAddressRows, toAddressParts } from '#contract/lib/country/address-lines.ts'
import { toPlainPostalCode } from '#contract/lib/country/postal-code.ts'
import { listMissingAddressParts } from '#contract/order/order-address.ts'
import type { AddressForm } from '#contract/storefront/storefront-address.ts'
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

/** Returns whether a postal code, as the contract reads it, can exist in a country. */
export function isPostalCode(country: string, postalCode: string): boolean {
  const { pattern } = addressFormats[country] ?? {}
  return pattern?.test(toPlainPostalCode(postalCode)) ?? true
}
