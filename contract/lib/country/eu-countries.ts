/** ISO codes of the member states of the European Union. */
const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
export const isEuCountry = (country: string) => euCountries.has(country)
export const listEuCountries = (): string[] => [...euCountries]
