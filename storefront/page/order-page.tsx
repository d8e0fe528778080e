import { isSameAddress } from '#contract/order/order-address.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { AmountList } from '../component/checkout/amount-list.tsx'
import { BankTransferDetails } from '../component/checkout/bank-transfer-details.tsx'
import { useDeliveryText } from '../component/checkout/delivery-text.ts'
import { LineImage } from '../component/checkout/line-image.tsx'
import { PlainText } from '../component/checkout/plain-text.tsx'
import { FormErrorText } from '../component/form-field.tsx'
import {
  useContentLanguage,
  useFrame,
  useMoney,
  useTexts,
} from '../component/frame/page-context.tsx'
import {
  AddressText,
  addressIntents,
  hasDelivery,
  OrderAddressForm,
  type OrderAddressFormProps,
} from '../component/order/order-address.tsx'
import { OrderChangeMessage } from '../component/order/order-change-message.tsx'
import { OrderDocuments, OrderPageActions } from '../component/order/order-page-actions.tsx'
import { OrderParcels } from '../component/order/order-parcels.tsx'
import { getPromisedRefund, OrderRefundList } from '../component/order/order-refund-list.tsx'
import { OrderReturns } from '../component/order/order-returns.tsx'
import { isPaymentDue, OrderStateText } from '../component/order/order-state-text.tsx'
import { OrderSteps } from '../component/order/order-steps.tsx'
import { PickupPlaceText } from '../component/order/pickup-place.tsx'
import { OrderReturnPage } from './order-return-page.tsx'
import { OrderReviewPage } from './order-review-page.tsx'
import { OrderSummary } from './order-summary.tsx'
import { OrderWithdrawalPage } from './order-withdrawal-page.tsx'

type OrderContent = Extract<StorefrontContent, { kind: 'order' }>

/** An order as its shopper sees it after placing it, and later by the link in the email. */
export function OrderPage(content: OrderContent) {
  switch (content.view) {
    case 'status':
      return <OrderStatus {...content} />
    case 'summary':
      return <OrderSummary {...content} />
    case 'withdraw':
      return <OrderWithdrawalPage {...content} />
    case 'return':
    case 'claim':
      return <OrderReturnPage {...content} kind={content.view} />
    case 'review':
      return <OrderReviewPage {...content} />
  }
}

function OrderStatus(content: OrderContent) {
  const { order, path, form, formKey } = content
  const t = useTexts()
  const { locale } = useFrame().store
  const format = { dateStyle: 'long', timeZone: order.seller.timezone } as const
  const date = new Date(order.createdAt).toLocaleDateString(locale, format)
  return (
    <div className="section order-page">
      <OrderChangeMessage order={order} confirmedChange={content.confirmedChange} />
      <p className="order-number">{t('orderOf', { number: order.number, date })}</p>
      <h1>{t(`orderStates.${order.partialState ?? order.state}`)}</h1>
      <OrderStateText order={order} />
      {['received', 'confirmed'].includes(order.state) && <PlainText text={order.thankYou} />}
      <OrderSteps order={order} />
      <div className="checkout-form">
        <div className="checkout-entries">
          <Payment order={order} path={path} form={form} />
          <OrderParcels order={order} />
          <DeliveryAddress order={order} path={path} form={form} formKey={formKey} />
          <Buyer order={order} path={path} form={form} formKey={formKey} />
          <Answers order={order} />
          <OrderReturns order={order} path={path} form={form} />
          <OrderDocuments order={order} path={path} />
          <OrderPageActions {...content} />
        </div>
        <section className="checkout-summary" aria-label={t('orderSummary')}>
          <h2>{t('orderSummary')}</h2>
          <OrderLines order={order} />
          <AmountList amounts={order} hasDelivery={hasDelivery(order)} />
        </section>
      </div>
    </div>
  )
}

type Props = { order: StorefrontOrder }

function Payment({ order, path, form }: Pick<OrderContent, 'order' | 'path' | 'form'>) {
  const { paymentMethod, paymentInstructions, bankTransfer, paymentChoices } = order
  const { balance } = order
  const t = useTexts()
  const formatMoney = useMoney()
  const language = useContentLanguage()
  const isDue = isPaymentDue(order)
  const isPaid = balance <= 0 && order.total > 0 && order.state !== 'canceled'
  const transfer = isDue && bankTransfer && (
    <BankTransferDetails transfer={bankTransfer} amount={balance} />
  )
  const amountText = isDue
    ? t('amountDue', { amount: formatMoney(balance) })
    : isPaid && t('orderPage.steps.paid')
  const hasRefunds =
    order.refunds.length > 0 || getPromisedRefund(order) > 0 || order.exchangeCredits.length > 0
  if (!amountText && !hasRefunds && form.values['intent'] !== 'pay') return null
  return (
    <section>
      <h2>{t('payment')}</h2>
      {amountText && (
        <p>
          {paymentMethod && (
            <>
              <bdi>{paymentMethod}</bdi>:{' '}
            </>
          )}
          {amountText}
        </p>
      )}
      <OrderRefundList order={order} />
      {isDue && paymentInstructions && (
        <p className="order-instructions" {...language}>
          {paymentInstructions}
        </p>
      )}
      {paymentMethod && transfer}
      {form.values['intent'] === 'pay' && (
        <FormErrorText state={{ ...form, error: form.error ?? form.errors['payment'] }} />
      )}
      {isDue && <OnlinePayments order={order} path={path} />}
      {isDue &&
        paymentChoices.map(({ name, instructions }) => (
          <p key={name} className="order-instructions" {...language}>
            <b>{name}</b>
            {instructions && `\n${instructions}`}
          </p>
        ))}
      {!paymentMethod && transfer}
    </section>
  )
}

/** Buttons that lead to the pages of payment providers. */
function OnlinePayments({ order, path }: Pick<OrderContent, 'order' | 'path'>) {
  const t = useTexts()
  return order.onlinePayments.map(({ _id, name }) => (
    <form key={_id} method="post" action={path}>
      <input type="hidden" name="payment" value={_id} />
      <button className="button" type="submit" name="intent" value="pay">
        {order.onlinePayments.length > 1
          ? `${t('payments.payNow')}: ${name}`
          : t('payments.payNow')}
      </button>
    </form>
  ))
}

type AddressProps = Pick<OrderContent, 'order' | 'path' | 'form' | 'formKey'>

function DeliveryAddress({ order, path, form, formKey }: AddressProps) {
  const t = useTexts()
  const estimate = useDeliveryText()({ ...order, isPickup: order.pickup !== null })
  const isOpen = ['received', 'confirmed', 'shipped'].includes(order.state)
  if (!hasDelivery(order)) return null
  const { address, shippingMethod, pickup } = order
  const title = t(pickup ? 'pickup' : 'delivery')
  return (
    <section>
      <h2>{title}</h2>
      {shippingMethod && shippingMethod !== title && <p>{shippingMethod}</p>}
      {estimate && isOpen && <p>{estimate}</p>}
      {pickup ? <PickupPlaceText place={pickup} /> : <AddressText address={address} />}
      {address.line1 && (
        <AddressChange kind="shipping" order={order} path={path} form={form} formKey={formKey} />
      )}
    </section>
  )
}

/** The form of an address while the shopper can change it, and the error that the time has ended. */
function AddressChange({ kind, order, path, form, formKey }: OrderAddressFormProps) {
  const t = useTexts()
  const { country } = kind === 'billing' ? order.billingAddress : order.address
  const isRejected = form.values['intent'] === addressIntents[kind]
  return (
    <>
      {isRejected && form.error && (
        <p className="form-error" role="alert">
          {t('orderEdit.closed')}
        </p>
      )}
      {order.canEdit && country && (
        <OrderAddressForm kind={kind} order={order} path={path} form={form} formKey={formKey} />
      )}
    </>
  )
}

/** The company or address that the order is billed to, if it is not the one of the delivery. */
function Buyer({ order, path, form, formKey }: AddressProps) {
  const t = useTexts()
  const { company, vatId, billingAddress, address } = order
  const isOtherAddress = Boolean(billingAddress.line1) && !isSameAddress(billingAddress, address)
  if (!company && !vatId && !isOtherAddress) return null
  return (
    <section>
      <h2>{t(isOtherAddress ? 'orderSummaryPage.billingAddress' : 'orderSummaryPage.buyer')}</h2>
      {company && <p>{company}</p>}
      {isOtherAddress && <AddressText address={billingAddress} />}
      {vatId && (
        <p>
          {t('taxes.vatId')}: {vatId}
        </p>
      )}
      {isOtherAddress && (
        <AddressChange kind="billing" order={order} path={path} form={form} formKey={formKey} />
      )}
    </section>
  )
}

/** The answers of the shopper to the fields of the store. */
function Answers({ order: { checkoutAnswers } }: Props) {
  const t = useTexts()
  const language = useContentLanguage()
  if (checkoutAnswers.length === 0) return null
  return (
    <section>
      <h2>{t('moreDetails')}</h2>
      {checkoutAnswers.map(({ label, value }) => (
        <p key={label} className="order-instructions">
          <span {...language}>{label}</span>: <bdi>{value}</bdi>
        </p>
      ))}
    </section>
  )
}

function OrderLines({ order: { lines } }: Props) {
  const formatMoney = useMoney()
  const language = useContentLanguage()
  return (
    <ul className="checkout-lines">
      {lines.map(({ _id, image, title, variantTitle, quantity, amount }) => (
        <li className="checkout-line" key={_id}>
          <LineImage image={image} />
          <span {...language}>
            {quantity} × {title}
            {variantTitle && <span className="checkout-choice-detail">{variantTitle}</span>}
          </span>
          <span>{formatMoney(amount)}</span>
        </li>
      ))}
    </ul>
  )
}
