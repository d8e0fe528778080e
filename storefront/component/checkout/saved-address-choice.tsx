import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import { formatCountry } from '#contract/lib/country/country-name.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { useFrame, useTexts } from '../frame/page-context.tsx'

/** The addresses of earlier orders. Style sheets show the fields only for another address. */
export function SavedAddressChoice({ checkout }: { checkout: StorefrontCheckout }) {
  const t = useTexts()
  const { language } = useFrame()
  const { savedAddresses, savedAddress } = checkout
  if (savedAddresses.length === 0) return null
  const choices = [
    ...savedAddresses.map(({ _id, address: { name = '', ...address } }) => ({
      value: _id,
      label: name,
      detail: listAddressLines(address, formatCountry(address.country, language)).join(', '),
    })),
    { value: 'other', label: t('otherAddress'), detail: '' },
  ]
  return (
    <div className="checkout-saved" role="radiogroup" aria-label={t('delivery')}>
      {choices.map(({ value, label, detail }) => (
        <label key={value} className="checkout-choice">
          <input
            type="radio"
            name="savedAddress"
            value={value}
            defaultChecked={value === savedAddress}
          />
          <span className="checkout-choice-name">
            <bdi>{label}</bdi>
            {detail && (
              <span className="checkout-choice-detail">
                <bdi>{detail}</bdi>
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}
