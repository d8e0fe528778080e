import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { useTexts } from '../frame/page-context.tsx'
import { AddressCountry } from './address-country.tsx'
import { SavedAddressChoice } from './saved-address-choice.tsx'
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
    <fieldset
      className="checkout-address"
      data-fields={`${delivery} ${country} ${checkout.savedAddress}`}
    >
      <legend>{needsStreet ? t('delivery') : t('yourDetails')}</legend>
      {needsStreet && <SavedAddressChoice checkout={checkout} />}
      <div className="checkout-address-fields">
        <AddressCountry
          form={form}
          name="country"
          country={country}
          countries={checkout.countries}
          kind="shipping"
        />
        <AddressInput form={form} name="name" autoComplete="name" />
        {needsStreet ? (
          <StreetFields addressForm={checkout.addressForm} form={form} />
        ) : (
          streetFields.map(name => (
            <input key={name} type="hidden" name={name} value={form.values[name] ?? ''} />
          ))
        )}
      </div>
    </fieldset>
  )
}
