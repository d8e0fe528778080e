import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { cleanAsciiCode } from '#contract/lib/text/clean-text.ts'

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
 * Returns only the digits of a phone number, without the code of the country if it begins with `+` or
 * `00`, because records are searched by them (`phone_words`). Returns other text unchanged.
 */
export function normalizePhone(text: string): string {
  const typed = cleanAsciiCode(text)
  if (!/^[\s(]*\+?(?:[\s()./-]*\d){5,}[\s()./-]*$/.test(typed)) return text
  const number = parsePhoneNumberFromString(typed.replace(/^[\s(]*00/, '+'))
  return (number?.nationalNumber ?? typed).replace(/\D/g, '')
}
