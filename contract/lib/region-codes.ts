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
