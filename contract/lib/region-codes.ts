/** Region codes of groups of countries, of parts of a country, or without a country. */
const nonCountryCodes = new Set([
  'EU',
  'EZ',
  'UN',
  'QO',
  'XA',
  'XB',
  'ZZ',
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'IC',
  'TA',
])

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * Returns all two-letter region codes except withdrawn ones such as DD, which `Intl.Locale`
 * replaces with their successors. `Intl` has no list of codes, so the result contains unassigned
 * codes too. `Intl.DisplayNames` has no names for those.
 */
export const listRegionCodes = (): string[] =>
  letters
    .flatMap(firstLetter => letters.map(secondLetter => firstLetter + secondLetter))
    .filter(code => new Intl.Locale('und', { region: code }).region === code)

let countryCodes: string[] | undefined

/** Returns the codes of the countries of ISO 3166-1. They are found once, which takes milliseconds. */
export function listCountryCodes(): string[] {
  countryCodes ??= findCountryCodes()
  return [...countryCodes]
}

function findCountryCodes(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return listRegionCodes().filter(code => names.of(code) && !nonCountryCodes.has(code))
}
