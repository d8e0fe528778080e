import { maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import {
  CartFields,
  type StorefrontFormError,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import type {
  StorefrontCart,
  StorefrontCartDiscount,
  StorefrontCartPage,
} from '#contract/storefront/storefront-order.ts'
import { CartLine } from '../component/checkout/cart-line.tsx'
import { DiscountField } from '../component/checkout/discount-field.tsx'
import { LabeledTextarea } from '../component/form-field.tsx'
import { useMoney, useTexts } from '../component/frame/page-context.tsx'
import { MinimumNote } from '../component/order/order-rules.tsx'
import type { StorefrontTranslate } from '../locales/texts.ts'

type Props = { cart: StorefrontCart; form: StorefrontFormState }
type PageProps = Props & StorefrontCartPage

export function CartPage(props: PageProps) {
  const { cart, form } = props
  const t = useTexts()
  const { lines } = cart
  return (
    <div className="section cart-page">
      <h1>{t('cart')}</h1>
      <CartError cart={cart} form={form} />
      {lines.length === 0 ? (
        <p className="cart-empty">{t('emptyCart')}</p>
      ) : (
        <>
          <ul className="cart-lines">
            {lines.map((line, index) => (
              <CartLine key={line._id} line={line} form={form} isFirst={index < 3} />
            ))}
          </ul>
          <CartSummary {...props} />
        </>
      )}
      <p>
        <a className={lines.length === 0 ? 'button' : undefined} href="/products">
          {t('continueShopping')}
        </a>
      </p>
    </div>
  )
}

/** An error that no field of the page shows. */
function CartError({ cart, form }: Props) {
  const t = useTexts()
  const text = getErrorText(cart, form, t)
  return text ? (
    <p className="form-error" role="alert">
      {text}
    </p>
  ) : null
}

function getErrorText(cart: StorefrontCart, form: StorefrontFormState, t: StorefrontTranslate) {
  const { error, errors, values } = form
  if (error) return formatCartError(error, t)
  const hasField =
    values['intent'] === 'change' && cart.lines.some(({ _id }) => _id === values['line'])
  if (errors['quantity'])
    return hasField ? undefined : t('cartErrors.quantity', { count: maxCartQuantity })
  if (errors['line']?.code === 'not_found') return t('cartErrors.notFound')
  const hasOtherError = Object.keys(errors).some(name => name !== 'note')
  return hasOtherError ? t('invalidRequestTitle') : undefined
}

function formatCartError({ code, count = 0 }: StorefrontFormError, t: StorefrontTranslate): string {
  switch (code) {
    case 'not_sold':
      return t('cartErrors.notSold')
    case 'line_out_of_stock':
      return t('cartErrors.soldOut')
    case 'too_many_entries':
      return t('cartErrors.full', { count })
    case 'too_many_attempts':
    case 'too_many_attempts_minutes':
      return t('tooManyRequestsText')
    default:
      return t('invalidRequestTitle')
  }
}

function CartSummary({ cart, discount, rules, form }: PageProps) {
  const t = useTexts()
  const formatMoney = useMoney()
  const missingAmount = Math.max(rules.minOrder - cart.subtotal, 0)
  return (
    <div className="cart-summary">
      <p className="cart-subtotal">
        <span>{t('subtotal')}</span> <strong>{formatMoney(cart.subtotal)}</strong>
      </p>
      {discount && <CartDiscount discount={discount} />}
      {cart.unitCount > 0 && <MinimumNote rules={rules} missingAmount={missingAmount} />}
      {cart.unitCount > 0 && missingAmount === 0 && (
        <p>
          <a className="button cart-checkout" href={storefrontForms.checkout.path}>
            {t('goToCheckout')}
          </a>
        </p>
      )}
      <form method="post" action={storefrontForms.cartShare.path}>
        <button className="text-button" type="submit">
          {t('cartLink.create')}
        </button>
      </form>
      {rules.noteEnabled && <CartNote cart={cart} form={form} />}
    </div>
  )
}

/** The discounts that apply already, and the field of a code. */
function CartDiscount({ discount }: { discount: StorefrontCartDiscount }) {
  const t = useTexts()
  const formatMoney = useMoney()
  const { discounts, discountTotal } = discount
  const names = discounts.map(({ name, code }) => code || name).join(', ')
  return (
    <>
      {discounts.length > 0 && (
        <p className="cart-subtotal cart-reduction">
          <span>
            {t('discount')} ({names})
          </span>
          {discountTotal > 0 && <span>{formatMoney(-discountTotal)}</span>}
        </p>
      )}
      <form method="post" action={storefrontForms.cart.path}>
        <DiscountField discount={discount} intent="code" />
      </form>
    </>
  )
}

function CartNote({ cart, form }: Props) {
  const t = useTexts()
  const isSent = form.values['intent'] === 'note'
  const note = (isSent && form.values['note']) || cart.note
  const noteLimit = CartFields.options[3].shape.note.maxLength
  return (
    <details className="cart-note" open={note !== '' || isSent}>
      <summary>{t('cartNote')}</summary>
      <form method="post" action={storefrontForms.cart.path} data-saved={t('noteSaved')}>
        <input type="hidden" name="intent" value="note" />
        <LabeledTextarea
          state={{ values: { note }, errors: isSent ? form.errors : {} }}
          name="note"
          label={t('cartNote')}
          isOptional
          rows={3}
          maxLength={noteLimit ?? undefined}
        />
        <button className="button" type="submit">
          {t('saveNote')}
        </button>
      </form>
    </details>
  )
}
