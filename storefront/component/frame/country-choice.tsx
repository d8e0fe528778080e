import { listCountryCodes } from '#contract/lib/country/region-codes.ts'
import { useFrame, useTexts } from './page-context.tsx'

/**
 * The script shows it with the countries of the store, or with all, and keeps the choice on the
 * shopper's device.
 */
export function CountryChoice() {
  const t = useTexts()
  const { country, countries } = useFrame().delivery
  if (countries.length < 2) return null
  return (
    <label
      className="country-choice"
      data-countries={
        countries.length < listCountryCodes().length ? countries.join(' ') : undefined
      }
      data-country={country}
      hidden
    >
      {t('deliverTo')}
      <select>{country === '' && <option value="">{t('address.noCountry')}</option>}</select>
    </label>
  )
}
