import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import { formatCountry } from '#contract/lib/country/country-name.ts'
import { toBillingName } from '#contract/storefront/billing-fields.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { AddressInput, StreetFields } from '../checkout/street-fields.tsx'
import { useFrame, useTexts } from '../frame/page-context.tsx'

/** Orders of downloads and services have no delivery. */
export const hasDelivery = ({ shippingMethod, shippingTotal, address }: StorefrontOrder) =>
  Boolean(shippingMethod || shippingTotal || address.line1)

/** An address as on a parcel. */
export function AddressText({
  address,
  company = '',
}: {
  address: StorefrontOrder['address']
  company?: string
}) {
  const { language } = useFrame()
  const lines = listAddressLines(address, formatCountry(address.country, language))
  return (
    <address>
      {company && company !== address.name && <span>{company}</span>}
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal
        <span key={index}>{line}</span>
      ))}
    </address>
  )
}

export type OrderAddressFormProps = {
  kind: 'shipping' | 'billing'
  order: StorefrontOrder
  path: string
  form: StorefrontFormState
  formKey: string
}

/** The intent that the form of each address sends. */
export const addressIntents = { shipping: 'address', billing: 'billingAddress' }

/** The form that changes an address of the order, open after an error. */
export function OrderAddressForm({ kind, order, path, form, formKey }: OrderAddressFormProps) {
  const t = useTexts()
  const isSent = form.values['intent'] === addressIntents[kind]
  const address = kind === 'billing' ? order.billingAddress : order.address
  const state = isSent ? form : { values: toValues(address, kind), errors: {} }
  return (
    <details className="order-change" open={isSent}>
      <summary>{t('orderPage.changeAddress')}</summary>
      <form method="post" action={path}>
        <input type="hidden" name="intent" value={addressIntents[kind]} />
        <input type="hidden" name="key" value={formKey} />
        <AddressInput form={state} name="name" autoComplete="name" kind={kind} />
        <StreetFields addressForm={order.addressForms[kind]} form={state} kind={kind} />
        <button className="button" type="submit">
          {t('orderPage.saveAddress')}
        </button>
      </form>
    </details>
  )
}

const toValues = (
  { name, line1, line2, postalCode, city, region }: StorefrontOrder['address'],
  kind: OrderAddressFormProps['kind'],
) =>
  Object.fromEntries(
    Object.entries({ name, line1, line2, postalCode, city, region }).map(([key, value]) => [
      kind === 'billing' ? toBillingName(key) : key,
      value ?? '',
    ]),
  )
