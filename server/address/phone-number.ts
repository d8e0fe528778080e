import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * Returns a phone number in the international format, such as "+49 40 1234567", or undefined for
 * text that is no number. A number without a country code belongs to the country.
 */
export function formatPhone(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  })
  return number?.isPossible() ? number.formatInternational() : undefined
}

/**
 * Returns only the digits of a phone number, without leading zeros, because the zero of an area
 * code is omitted after a country code. Returns other text unchanged.
 */
export const normalizePhone = (text: string) =>
  /^\+?[\d\s()./-]{5,}$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : text
