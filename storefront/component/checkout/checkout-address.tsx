import { listRegionCodes } from '#contract/lib/country/region-codes.ts'
import { createOnce } from '#contract/lib/create-once.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { LabeledSelect } from '../form-field.tsx'
import { useFrame, useTexts } from '../frame/page-context.tsx'
import { AddressInput, StreetFields } from './street-fields.tsx'

type Props = { checkout: StorefrontCheckout; form: StorefrontFormState }

const streetFields = ['line1', 'line2', 'postalCode', 'city', 'region'] as const

/**
 * The address. Only deliveries need a street; otherwise hidden fields keep one for another choice. The
 * script replaces the fields if `data-fields` changes.
 */
export function CheckoutAddress({ checkout, form }: Props) {
  const t = useTexts()
  const { country, delivery } = checkout
  const needsStreet = delivery === 'shipping'
  return (
    <fieldset className="checkout-address" data-fields={`${delivery} ${country}`}>
      <legend>{needsStreet ? t('delivery') : t('yourDetails')}</legend>
      <CountryField checkout={checkout} form={form} />
      <AddressInput form={form} name="name" autoComplete="name" />
      {needsStreet ? (
        <StreetFields addressForm={checkout.addressForm} form={form} />
      ) : (
        streetFields.map(name => (
          <input key={name} type="hidden" name={name} value={form.values[name] ?? ''} />
        ))
      )}
    </fieldset>
  )
}

function CountryField({ checkout, form }: Props) {
  const t = useTexts()
  const { language } = useFrame()
  const deliveryCountries = new Set(checkout.countries)
  const country = deliveryCountries.has(checkout.country) ? checkout.country : ''
  return (
    <LabeledSelect
      state={{ ...form, values: { ...form.values, country } }}
      name="country"
      label={t('address.country')}
      autoComplete="shipping country"
      options={[
        // Without it, browsers choose the first country.
        ...(country === '' ? [{ value: '', label: t('address.noCountry') }] : []),
        ...listRegions(language).filter(({ value }) => deliveryCountries.has(value)),
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
