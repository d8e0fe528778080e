import type { Address } from './address.ts'
import { formatAddressPostalCode } from './postal-code.ts'

export type AddressPart = 'line1' | 'line2' | 'city' | 'region' | 'postalCode'

/**
 * The rows of addresses and the countries that have them, by ISO 3166-1: A street, B its second line,
 * C city, S region, Z postal code.
 */
const countriesByRows = {
  'A B ZC': 'AT BE BG CH CZ DE DK EE FI FR GR HR IS LT LU MA NL NO PL PT SE SI SK',
  'A B ZC S': 'AR CL ES IT MX MY PH RO TR',
  'A B C SZ': 'AU ID IE IN TH US',
  'A B CZ': 'BD GB IL KE KW LV NZ PK SA ZA',
  'A B CZ S': 'NG',
  'A B CS Z': 'CA CO EG PE RU UA VN',
  'A B Z CS': 'BR',
  'A B CS': 'HK',
  'A B S': 'AE',
  'A B C': 'QA',
  'A B C S':
    'AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ ' +
    'GY JM KI KM KN LC LY ML MO MR MW NR NU RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO ' +
    'TV UG VU WS YE ZW',
  'A B Z': 'SG',
  'C A B Z': 'HU',
  'Z S C A B': 'JP',
  'Z SC A B': 'CN KR TW',
}
/** Countries whose parcels have other rows than the form, in which parts have a row of their own. */
const countriesByPrintedRows = {
  'A B CSZ': 'AU CA US',
  'A B ZCS': 'IT MX',
  'A B CS Z': 'BR',
  'A B C Z': 'GB',
  'A B CZ S': 'IN',
}

const toMap = (countries: Record<string, string>) =>
  new Map(
    Object.entries(countries).flatMap(([rows, codes]) =>
      codes.split(' ').map(code => [code, rows] as const),
    ),
  )
const rowsByCountry = toMap(countriesByRows)
const printedRowsByCountry = toMap(countriesByPrintedRows)

const partByLetter: Record<string, AddressPart> = {
  A: 'line1',
  B: 'line2',
  C: 'city',
  S: 'region',
  Z: 'postalCode',
}
/** Returns the parts that the letters stand for. */
export const toAddressParts = (letters: string): AddressPart[] =>
  [...letters].flatMap(letter => partByLetter[letter] ?? [])

const defaultRows = 'A B ZC S'
const toRows = (rows: string) => rows.split(' ').map(toAddressParts)

/** Returns the rows of the form of addresses in a country. Unknown countries have every field. */
export const getAddressRows = (country: string): AddressPart[][] =>
  toRows(rowsByCountry.get(country) ?? defaultRows)

/**
 * Returns the lines of an address as on a parcel to its country, without those that are empty. Parts
 * that the country does not have come last, so that nothing is lost.
 */
export function listAddressLines(address: Address, countryName: string): string[] {
  const { name, country = '' } = address
  const printedAddress = formatAddressPostalCode(address)
  const rows = toRows(
    printedRowsByCountry.get(country) ?? rowsByCountry.get(country) ?? defaultRows,
  )
  const usedParts = rows.flat()
  const otherParts = Object.values(partByLetter).filter(part => !usedParts.includes(part))
  const places = [...rows, ...otherParts.map(part => [part])].map(parts =>
    parts.flatMap(part => printedAddress[part] || []).join(' '),
  )
  return [name, ...places, countryName].flatMap(line => line || [])
}
