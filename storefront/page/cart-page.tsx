import { maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import {
  type StorefrontFormError,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import type {
  StorefrontCart,
  StorefrontCartPage,
  StorefrontRemovedLine,
} from '#contract/storefront/storefront-order.ts'
import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import { FreeDelivery } from '../component/cart/cart-delivery.tsx'
import { CartLine } from '../component/cart/cart-line.tsx'
import { CartSuggestions } from '../component/cart/cart-suggestions.tsx'
import { CartOptions, CartTotals } from '../component/cart/cart-summary.tsx'
import { EmptyMessage } from '../component/empty-message.tsx'
import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { Icon } from '../component/icon.tsx'
import type { StorefrontTranslate } from '../locales/texts.ts'

type Props = { cart: StorefrontCart; form: StorefrontFormState }
type PageProps = Props & StorefrontCartPage & { suggestions: readonly StorefrontCard[] }

/** The script shows the same content in a drawer beside other pages. */
export function CartPage(props: PageProps) {
  const { cart, removedLine, suggestions, form } = props
  const t = useTexts()
  return (
    <div className="section cart-page" data-added={t('addedToCart')}>
      <CartHeading />
      <div className="cart-content">
        <CartError cart={cart} form={form} />
        {removedLine && <RemovedLine line={removedLine} />}
        {cart.lines.length === 0 ? (
          <EmptyMessage icon="cart" text={t('emptyCart')} />
        ) : (
          <CartLines {...props} />
        )}
      </div>
      {cart.lines.length > 0 && (
        <>
          <CartOptions {...props} />
          <CartTotals {...props} />
        </>
      )}
      <CartSuggestions suggestions={suggestions} />
    </div>
  )
}

/** Style sheets show the button in the drawer only. */
function CartHeading() {
  const t = useTexts()
  return (
    <div className="cart-heading">
      <h1 tabIndex={-1}>{t('cart')}</h1>
      <form method="dialog">
        <button type="submit" aria-label={t('close')}>
          <Icon name="close" />
        </button>
      </form>
    </div>
  )
}

function CartLines({ cart, delivery, form }: PageProps) {
  return (
    <>
      {delivery && <FreeDelivery delivery={delivery} subtotal={cart.subtotal} />}
      <ul className="cart-lines">
        {cart.lines.map((line, index) => (
          <CartLine key={line._id} line={line} form={form} isFirst={index < 3} />
        ))}
      </ul>
    </>
  )
}

function RemovedLine({ line: { variant, title, quantity } }: { line: StorefrontRemovedLine }) {
  const t = useTexts()
  return (
    <form className="cart-removed" method="post" action={storefrontForms.cart.path}>
      <input type="hidden" name="variant" value={variant} />
      <input type="hidden" name="quantity" value={quantity} />
      <span {...useContentLanguage()}>{t('cartPage.removed', { title })}</span>{' '}
      <button className="text-button" type="submit" name="intent" value="add">
        {t('cartPage.undo')}
      </button>
    </form>
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
  const hasField = cart.lines.some(
    ({ _id, state }) => _id === values['line'] && state === 'available',
  )
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
