import { listRegionCodes } from '#contract/lib/country/region-codes.ts'
import { createOnce } from '#contract/lib/create-once.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import { LabeledSelect } from '../form-field.tsx'
import { useFrame, useTexts } from '../frame/page-context.tsx'

type Props = {
  form: StorefrontFormState
  name: string
  country: string
  countries: readonly string[]
  kind: 'shipping' | 'billing'
}

/** The countries of a list by their names, with the one of the form. */
export function CountryField({ form, name, countries, kind, country: chosen }: Props) {
  const t = useTexts()
  const { language } = useFrame()
  const codes = new Set(countries)
  const country = codes.has(chosen) ? chosen : ''
  return (
    <LabeledSelect
      state={{ ...form, values: { ...form.values, [name]: country } }}
      name={name}
      label={t('address.country')}
      autoComplete={`${kind} country`}
      isEnforced={kind === 'shipping'}
      options={[
        // Without it, browsers choose the first country.
        ...(country === '' ? [{ value: '', label: t('address.noCountry') }] : []),
        ...listRegions(language).filter(({ value }) => codes.has(value)),
      ]}
    />
  )
}

/** Returns all regions by their names in a language. Sorting them takes milliseconds. */
const listRegions = createOnce((language: string) => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return listRegionCodes()
    .map(code => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
})
