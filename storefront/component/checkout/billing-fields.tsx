import { billingNames } from '#contract/storefront/billing-fields.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { useTexts } from '../frame/page-context.tsx'
import { AddressCountry } from './address-country.tsx'
import { AddressInput, StreetFields } from './street-fields.tsx'

type Props = { checkout: StorefrontCheckout; form: StorefrontFormState }

/**
 * The address of the invoice, if it differs. Style sheets show its fields while the box is checked, so
 * that no script is needed. The script replaces the fields if `data-fields` changes.
 */
export function BillingFields({ checkout: { billing }, form }: Props) {
  const t = useTexts()
  return (
    <fieldset className="checkout-billing">
      <legend>{t('orderSummaryPage.billingAddress')}</legend>
      <p className="field-choice">
        <label>
          <input
            type="checkbox"
            name="billing"
            value="other"
            defaultChecked={form.values['billing'] === 'other'}
          />
          {t('otherBillingAddress')}
        </label>
      </p>
      <div className="checkout-billing-fields" data-fields={billing.country}>
        <AddressCountry
          form={form}
          name={billingNames.country}
          country={billing.country}
          countries={billing.countries}
          kind="billing"
        />
        <AddressInput form={form} name="name" autoComplete="name" kind="billing" />
        <StreetFields addressForm={billing.addressForm} form={form} kind="billing" />
      </div>
    </fieldset>
  )
}
