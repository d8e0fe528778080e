const namesByLanguage = new Map<string, Intl.DisplayNames>()

function getCountryNames(language: string): Intl.DisplayNames {
  const names = namesByLanguage.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  namesByLanguage.set(language, names)
  return names
}

/** Returns the name of a country. Imported addresses can have any text as their country. */
export const formatCountry = (country = '', language: string): string =>
  /^[A-Z]{2}$/.test(country) ? (getCountryNames(language).of(country) ?? country) : country
