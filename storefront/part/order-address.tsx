import { listMissingAddressParts } from '#contract/order-address.ts'
import type { StorefrontFormState } from '#contract/storefront-form.ts'
import type { StorefrontOrder } from '#contract/storefront-order.ts'
import type { orderAddressFields } from '#contract/storefront-order-form.ts'
import { InputField } from './form-field.tsx'
import { useFrame, useTexts } from './page-context.tsx'

type Address = StorefrontOrder['address']

/** Orders of downloads and services have no delivery. */
export const hasDelivery = ({ shippingMethod, shippingTotal, address }: StorefrontOrder) =>
  Boolean(shippingMethod || shippingTotal || address.line1)

type AddressTextProps = {
  name: string | undefined
  /** The lines between the name and the country. */
  lines: string[]
  country: string | undefined
}

/** An address as on a parcel. */
export function AddressText({ name, lines, country }: AddressTextProps) {
  const { language } = useFrame()
  const countryName = country && new Intl.DisplayNames(language, { type: 'region' }).of(country)
  return (
    <address>
      {[name, ...lines, countryName].filter(Boolean).map(line => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}

type FormProps = { address: Address; path: string; form: StorefrontFormState }

/** The form that changes the shipping address, open after an error. */
export function OrderAddressForm({ address, path, form }: FormProps) {
  const t = useTexts()
  const isSent = form.values['intent'] === 'address'
  const state = isSent ? form : { values: toValues(address), errors: {} }
  const field = (name: keyof typeof orderAddressFields, autoComplete: string) => ({
    state,
    name,
    label: t.address[name],
    autoComplete: `shipping ${autoComplete}`,
    maxLength: maxLengths[name],
  })
  return (
    <details className="order-change" open={isSent}>
      <summary>{t.orderPage.changeAddress}</summary>
      <form method="post" action={path}>
        <input type="hidden" name="intent" value="address" />
        <InputField {...field('name', 'name')} />
        <InputField {...field('line1', 'address-line1')} />
        <InputField {...field('line2', 'address-line2')} isOptional />
        <div className="form-row">
          <InputField
            {...field('postalCode', 'postal-code')}
            isOptional={
              !listMissingAddressParts({ country: address.country }).includes('postalCode')
            }
          />
          <InputField {...field('city', 'address-level2')} />
        </div>
        <InputField {...field('region', 'address-level1')} isOptional />
        <button className="button" type="submit">
          {t.orderPage.saveAddress}
        </button>
      </form>
    </details>
  )
}

const maxLengths = { name: 120, line1: 200, line2: 200, postalCode: 20, city: 120, region: 120 }

const toValues = ({ name, line1, line2, postalCode, city, region }: Address) =>
  Object.fromEntries(
    Object.entries({ name, line1, line2, postalCode, city, region }).map(([key, value]) => [
      key,
      value ?? '',
    ]),
  )
