import { checkoutEntryFields } from '#contract/storefront/storefront-checkout.ts'
import { emptyFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type {
  StorefrontCart,
  StorefrontCartDelivery,
} from '#contract/storefront/storefront-order.ts'
import { AddressCountry } from '../checkout/address-country.tsx'
import { useDeliveryText, useNoDeliveryText } from '../checkout/delivery-text.ts'
import { LabeledInput } from '../form-field.tsx'
import { listRegions } from '../frame/list-regions.ts'
import { useFrame, useMoney, useTexts } from '../frame/page-context.tsx'
import { Icon } from '../icon.tsx'

type Props = { delivery: StorefrontCartDelivery }

/** How far the cart is from free delivery, if the store has it for the destination. */
export function FreeDelivery({ delivery, subtotal }: Props & Pick<StorefrontCart, 'subtotal'>) {
  const t = useTexts()
  const formatMoney = useMoney()
  const { freeDeliveryFrom, shippingOptions } = delivery
  const cheapest = shippingOptions.find(({ isPickup }) => !isPickup)
  if (freeDeliveryFrom === null || !cheapest) return null
  const isFree = cheapest.price === 0
  const missing = freeDeliveryFrom - subtotal
  // A discount that reduces the order more can take the place of free delivery.
  if (!isFree && missing <= 0) return null
  return (
    <div className="cart-free">
      <p>
        {isFree
          ? t('cartPage.freeDelivery')
          : t('cartPage.missingForFreeDelivery', { amount: formatMoney(missing) })}
      </p>
      <progress
        aria-hidden="true"
        value={isFree ? freeDeliveryFrom : subtotal}
        max={freeDeliveryFrom}
      />
    </div>
  )
}

/** The cheapest delivery, and the form with the country and the postal code. */
export function CartDelivery({ delivery }: Props) {
  const t = useTexts()
  const formatMoney = useMoney()
  const formatDelivery = useDeliveryText()
  const formatNoDelivery = useNoDeliveryText()
  const { language } = useFrame()
  const { country, postalCode, shippingOptions } = delivery
  const [cheapest] = shippingOptions
  const countryName = listRegions(language).find(({ value }) => value === country)?.label
  const destination = [postalCode, countryName].filter(Boolean).join(' ')
  const formatPrice = (price: number) => (price === 0 ? t('free') : formatMoney(price))
  return (
    <details className="cart-collapsible cart-delivery">
      <summary>
        <Icon name="truck" />
        <span>
          {countryName ? t('cartPage.deliveryTo', { destination }) : t('delivery')}
          <small>
            {cheapest ? (formatDelivery(cheapest) ?? cheapest.name) : formatNoDelivery(delivery)}
          </small>
        </span>
        {cheapest && <strong>{formatPrice(cheapest.price)}</strong>}
      </summary>
      {shippingOptions.length > 1 && (
        <ul>
          {shippingOptions.map(option => (
            <li key={option._id}>
              <span>
                {option.name}
                <small>{formatDelivery(option)}</small>
              </span>
              <span>{formatPrice(option.price)}</span>
            </li>
          ))}
        </ul>
      )}
      <DestinationForm delivery={delivery} />
    </details>
  )
}

/** The script fills in the country that the shopper chose on another page only if there is none yet. */
function DestinationForm({ delivery }: Props) {
  const { country, isUsualCountry, countries, postalCode } = delivery
  const t = useTexts()
  const state = { ...emptyFormState, values: { postalCode } }
  return (
    <form
      className="cart-destination"
      method="post"
      action={storefrontForms.cart.path}
      data-usual-country={isUsualCountry || undefined}
    >
      <AddressCountry
        form={state}
        name="country"
        country={country}
        countries={countries}
        kind="shipping"
        idSuffix="-cart"
      />
      <LabeledInput
        state={state}
        name="postalCode"
        idSuffix="-cart"
        label={t('address.postalCode')}
        isOptional
        autoComplete="shipping postal-code"
        maxLength={checkoutEntryFields.postalCode.maxLength ?? undefined}
      />
      <button className="cart-update" type="submit" name="intent" value="destination">
        {t('cartPage.updateDelivery')}
      </button>
    </form>
  )
}
