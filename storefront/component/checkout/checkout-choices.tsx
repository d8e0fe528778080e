import type { ReactNode } from 'react'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { useFrame, useMoney, useTexts } from '../frame/page-context.tsx'
import { PickupPlaceNote } from '../order/pickup-place.tsx'
import { useDeliveryText, useNoDeliveryText } from './delivery-text.ts'

type Props = { checkout: StorefrontCheckout; form: StorefrontFormState }

/** The choices of delivery and payment, which depend on the address. */
export function CheckoutChoices({ checkout, form }: Props) {
  const t = useTexts()
  // Cash at pickup is for pickup only, so another delivery can have other ways to pay.
  const hasOtherDelivery = new Set(checkout.shippingOptions.map(each => each.isPickup)).size > 1
  const describePaymentError = () =>
    form.errors['payment']?.code === 'payment_amount_unsupported'
      ? t('payments.amountUnsupported')
      : t('choosePayment')
  return (
    <div className="checkout-choices">
      {checkout.delivery !== 'none' && <DeliveryChoices checkout={checkout} form={form} />}
      <fieldset>
        <legend>{t('payment')}</legend>
        {checkout.paymentMethods.length === 0 && (
          <p role="status">{t(hasOtherDelivery ? 'noPaymentWithDelivery' : 'noPayment')}</p>
        )}
        {form.errors['payment'] && <ChoiceError text={describePaymentError()} />}
        {checkout.paymentMethods.map(({ _id, name }) => (
          <Choice
            key={_id}
            name="payment"
            value={_id}
            isChosen={_id === checkout.payment}
            label={name}
          />
        ))}
      </fieldset>
    </div>
  )
}

function DeliveryChoices({ checkout, form }: Props) {
  const t = useTexts()
  const formatMoney = useMoney()
  const formatDelivery = useDeliveryText()
  const formatNoDelivery = useNoDeliveryText()
  const { contact } = useFrame()
  return (
    <fieldset>
      <legend>{t('deliveryMethod')}</legend>
      {checkout.shippingOptions.length === 0 && <p role="status">{formatNoDelivery(checkout)}</p>}
      {form.errors['shipping'] && <ChoiceError text={t('chooseDelivery')} />}
      {checkout.shippingOptions.map(option => (
        <Choice
          key={option._id}
          name="shipping"
          value={option._id}
          isChosen={option._id === checkout.shipping}
          label={option.name}
          detail={formatDelivery(option)}
          price={option.price === 0 ? t('free') : formatMoney(option.price)}
        >
          {option.isPickup && <PickupPlaceNote place={contact} />}
        </Choice>
      ))}
    </fieldset>
  )
}

type ChoiceProps = {
  name: string
  value: string
  isChosen: boolean
  label: string
  detail?: string | undefined
  price?: string
  children?: ReactNode
}

const Choice = ({ name, value, isChosen, label, detail, price, children }: ChoiceProps) => (
  <label className="checkout-choice">
    <input type="radio" name={name} value={value} defaultChecked={isChosen} required />
    <span className="checkout-choice-name">
      {label}
      {detail && <span className="checkout-choice-detail">{detail}</span>}
      {children}
    </span>
    {price && <span>{price}</span>}
  </label>
)

const ChoiceError = ({ text }: { text: string }) => (
  <p className="field-error" role="alert">
    {text}
  </p>
)
