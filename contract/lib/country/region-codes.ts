import { createOnce } from '../create-once.ts'

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

/** Returns the codes of the countries of ISO 3166-1. Finding them takes milliseconds. */
export const listCountryCodes = createOnce((): readonly string[] => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return listRegionCodes().filter(code => names.of(code) && !nonCountryCodes.has(code))
})
