const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * Returns the two-letter codes of today's regions, of countries and of groups and parts of them.
 * `Intl` has no list of codes, so the function tries every combination of two letters. Withdrawn
 * codes such as DD are left out: `Intl.Locale` replaces them with their successor.
 */
export const listRegionCodes = (): string[] =>
  letters
    .flatMap(firstLetter => letters.map(secondLetter => firstLetter + secondLetter))
    .filter(code => new Intl.Locale('und', { region: code }).region === code)
