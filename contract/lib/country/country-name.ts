import { createOnce } from '../create-once.ts'

const getCountryNames = createOnce(
  (language: string) => new Intl.DisplayNames(language, { type: 'region' }),
)

/** Returns the name of a country. Imported addresses can have any text as their country. */
export const formatCountry = (country = '', language: string): string =>
  /^[A-Z]{2}$/.test(country) ? (getCountryNames(language).of(country) ?? country) : country
