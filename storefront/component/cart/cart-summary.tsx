import {
  maxCartNoteLength,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import type {
  StorefrontCart,
  StorefrontCartDiscount,
  StorefrontCartPage,
} from '#contract/storefront/storefront-order.ts'
import { DiscountField } from '../checkout/discount-field.tsx'
import { ExpressLink } from '../checkout/express-payment.tsx'
import { LabeledTextarea } from '../form-field.tsx'
import { useMoney, useTexts } from '../frame/page-context.tsx'
import { MinimumNote } from '../order/order-rules.tsx'
import { PriceNote } from '../product/price-note.tsx'
import { CartDelivery } from './cart-delivery.tsx'

type NoteProps = { cart: StorefrontCart; form: StorefrontFormState }
type Props = NoteProps & Pick<StorefrontCartPage, 'discount' | 'delivery' | 'rules'>

const noteFormId = 'cart-note'

/** The delivery, the discount code and the note, which most shoppers do not need. */
export function CartOptions({ cart, discount, delivery, rules, form }: Props) {
  const t = useTexts()
  return (
    <div className="cart-options">
      {delivery && <CartDelivery delivery={delivery} />}
      {discount && <CartDiscount discount={discount} />}
      {rules.noteEnabled && <CartNote cart={cart} form={form} />}
      <form method="post" action={storefrontForms.cartShare.path}>
        <button className="text-button" type="submit">
          {t('cartLink.create')}
        </button>
      </form>
    </div>
  )
}

/** The amounts and the way to the checkout, which stay in view on a phone. */
export function CartTotals({ cart, discount, delivery, rules }: Omit<Props, 'form'>) {
  const t = useTexts()
  const formatMoney = useMoney()
  const missingAmount = Math.max(rules.minOrder - cart.subtotal, 0)
  return (
    <div className="cart-totals">
      <p className="cart-subtotal">
        <span>{t('subtotal')}</span> <strong>{formatMoney(cart.subtotal)}</strong>
      </p>
      {discount && <Reduction discount={discount} />}
      {cart.unitCount > 0 && (
        <>
          <PriceNote delivery={delivery} />
          <MinimumNote rules={rules} missingAmount={missingAmount} />
          {missingAmount === 0 && (
            <>
              <CheckoutButton hasNote={rules.noteEnabled} />
              <ExpressLink />
            </>
          )}
        </>
      )}
      <p className="cart-view">
        <a href={storefrontForms.cart.path}>{t('viewCart')}</a>
      </p>
    </div>
  )
}

/** The button also saves a note that the shopper has typed. */
function CheckoutButton({ hasNote }: { hasNote: boolean }) {
  const t = useTexts()
  return hasNote ? (
    <button
      className="button cart-checkout"
      type="submit"
      form={noteFormId}
      name="intent"
      value="checkout"
    >
      {t('goToCheckout')}
    </button>
  ) : (
    <a className="button cart-checkout" href={storefrontForms.checkout.path}>
      {t('goToCheckout')}
    </a>
  )
}

/** The discounts that apply already. */
function Reduction({ discount }: { discount: StorefrontCartDiscount }) {
  const t = useTexts()
  const formatMoney = useMoney()
  const { discounts, discountTotal } = discount
  if (discounts.length === 0) return null
  const names = discounts.map(({ name, code }) => code || name).join(', ')
  return (
    <p className="cart-subtotal cart-reduction">
      <span>
        {t('discount')} ({names})
      </span>
      {discountTotal > 0 && <span>{formatMoney(-discountTotal)}</span>}
    </p>
  )
}

function CartDiscount({ discount }: { discount: StorefrontCartDiscount }) {
  const t = useTexts()
  return (
    <details className="cart-collapsible" open={discount.code !== ''}>
      <summary>{t('discounts.code')}</summary>
      <form method="post" action={storefrontForms.cart.path}>
        <DiscountField discount={discount} intent="code" />
      </form>
    </details>
  )
}

function CartNote({ cart, form }: NoteProps) {
  const t = useTexts()
  const isSent = form.values['intent'] === 'note' || form.values['intent'] === 'checkout'
  const note = (isSent && form.values['note']) || cart.note
  return (
    <details className="cart-collapsible cart-note" open={note !== '' || isSent}>
      <summary>{t('cartNote')}</summary>
      <form
        id={noteFormId}
        method="post"
        action={storefrontForms.cart.path}
        data-saved={t('noteSaved')}
      >
        <LabeledTextarea
          state={{ values: { note }, errors: isSent ? form.errors : {} }}
          name="note"
          label={t('cartNote')}
          isOptional
          rows={3}
          maxLength={maxCartNoteLength}
        />
        <button className="button cart-update" type="submit" name="intent" value="note">
          {t('saveNote')}
        </button>
      </form>
    </details>
  )
}
