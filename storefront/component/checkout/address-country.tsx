import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import { LabeledSelect } from '../form-field.tsx'
import { listRegions } from '../frame/list-regions.ts'
import { useFrame, useTexts } from '../frame/page-context.tsx'

type Props = {
  form: StorefrontFormState
  name: string
  country: string
  countries: readonly string[]
  kind: 'shipping' | 'billing'
  /** Ends the id of a form that can be on a page twice. */
  idSuffix?: string
}

/** The countries of a list by their names, with the one of the form. */
export function AddressCountry({
  form,
  name,
  countries,
  kind,
  country: chosen,
  idSuffix = '',
}: Props) {
  const t = useTexts()
  const { language } = useFrame()
  const codes = new Set(countries)
  const country = codes.has(chosen) ? chosen : ''
  return (
    <LabeledSelect
      state={{ ...form, values: { ...form.values, [name]: country } }}
      name={name}
      idSuffix={idSuffix}
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
