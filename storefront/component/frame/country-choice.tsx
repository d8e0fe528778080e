import { useFrame, useTexts } from './page-context.tsx'

/** The script shows it with the countries of the store, and keeps the choice on the shopper's device. */
export function CountryChoice() {
  const t = useTexts()
  const { country, countries } = useFrame().delivery
  if (countries.length < 2) return null
  return (
    <label
      className="country-choice"
      data-countries={joinCodes(countries)}
      data-country={country}
      hidden
    >
      {t('deliverTo')}
      <select>{country === '' && <option value="">{t('address.noCountry')}</option>}</select>
    </label>
  )
}

/** Returns the codes with their first letters once, such as `DEK FR` for DE, DK and FR. */
const joinCodes = (codes: readonly string[]) =>
  Object.entries(Object.groupBy(codes, code => code.charAt(0)))
    .map(([first, group = []]) => first + group.map(code => code.charAt(1)).join(''))
    .join(' ')
