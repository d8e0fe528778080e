import type { AddressPart } from '../lib/country/address-lines.ts'

export type PostalLabel = 'postalCode' | 'zip' | 'postcode' | 'eircode' | 'pinCode'
export type RegionLabel =
  | 'region'
  | 'state'
  | 'province'
  | 'county'
  | 'prefecture'
  | 'emirate'
  | 'department'
  | 'governorate'
  | 'area'
export type CityLabel = 'city' | 'town' | 'suburb' | 'district'

/** The form of addresses in one country. */
export type AddressForm = {
  /** The fields in their order. The fields of a row are beside each other. */
  rows: AddressPart[][]
  required: AddressPart[]
  labels: { city: CityLabel; region: RegionLabel; postalCode: PostalLabel }
  /** The regions to choose from, empty for a text field. */
  regions: { value: string; name: string }[]
  /** An example of a postal code, or ''. */
  postalExample: string
}
