import { maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import { type StorefrontFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCartLine } from '#contract/storefront/storefront-order.ts'
import type { StorefrontTranslate } from '../../locales/texts.ts'
import { useContentLanguage, useMoney, useTexts } from '../frame/page-context.tsx'
import { ProductPlaceholder } from '../product/product-placeholder.tsx'
import { ResponsiveImage } from '../responsive-image.tsx'

type Props = { line: StorefrontCartLine; form: StorefrontFormState; isFirst: boolean }

export function CartLine({ line, form, isFirst }: Props) {
  const t = useTexts()
  const formatMoney = useMoney()
  const contentLanguage = useContentLanguage()
  const { title, path, image, options, price, quantity } = line
  const isAvailable = line.state === 'available'
  return (
    <li className="cart-line" data-variant={line.variant}>
      <div className="cart-image">
        {image ? (
          <ResponsiveImage image={image} sizes="6rem" isFirst={isFirst} alt="" />
        ) : (
          <ProductPlaceholder />
        )}
      </div>
      <div className="cart-product">
        <h2 className="cart-title" {...contentLanguage}>
          {path ? <a href={path}>{title}</a> : title}
        </h2>
        {options.map(({ name, value }) => (
          <p key={name} className="cart-option" {...contentLanguage}>
            {name}: {value}
          </p>
        ))}
        {isAvailable && (
          <p className="cart-price">{t('eachPrice', { price: formatMoney(price) })}</p>
        )}
        {listChanges(line, { t, formatMoney }).map(text => (
          <p key={text} className="cart-change">
            {text}
          </p>
        ))}
      </div>
      <LineForm line={line} form={form} />
      <p className="cart-total">{isAvailable && formatMoney(price * quantity)}</p>
    </li>
  )
}

/** Returns the changes since the shopper added the line. */
function listChanges(
  { title, state, price, earlierPrice, quantity, reduction }: StorefrontCartLine,
  { t, formatMoney }: { t: StorefrontTranslate; formatMoney: (amount: number) => string },
): string[] {
  if (state === 'unavailable') return [t('noLongerAvailable', { title })]
  if (state === 'soldOut') return [t('nowSoldOut', { title })]
  return [
    ...(earlierPrice === null
      ? []
      : [t('priceChanged', { title, from: formatMoney(earlierPrice), to: formatMoney(price) })]),
    ...(reduction === 'stock' ? [t('quantityReduced', { count: quantity })] : []),
    ...(reduction === 'limit' ? [t('quantityLimited', { count: quantity })] : []),
  ]
}

/** Changes the quantity of a line or removes it. The Enter key submits the first button. */
function LineForm({ line, form }: Omit<Props, 'isFirst'>) {
  const t = useTexts()
  const { _id, title } = line
  const isSent = form.values['intent'] === 'change' && form.values['line'] === _id
  const error = isSent && form.errors['quantity'] !== undefined
  const errorId = `error-${_id}`
  return (
    <form className="cart-quantity" method="post" action={storefrontForms.cart.path}>
      <input type="hidden" name="line" value={_id} />
      {line.state === 'available' && (
        <>
          <input
            type="number"
            id={`quantity-${_id}`}
            name="quantity"
            aria-label={t('quantityOf', { title })}
            defaultValue={error ? form.values['quantity'] : line.quantity}
            min={1}
            max={line.maxQuantity}
            required
            {...(error && { 'aria-invalid': true, 'aria-describedby': errorId, autoFocus: true })}
          />
          <button className="cart-update" type="submit" name="intent" value="change">
            {t('update')}
          </button>
        </>
      )}
      <button
        className="cart-remove"
        id={`remove-${_id}`}
        type="submit"
        name="intent"
        value="remove"
        formNoValidate
        aria-label={t('removeFromCart', { title })}
      >
        {t('remove')}
      </button>
      {error && (
        <span className="field-error" id={errorId}>
          {t('cartErrors.quantity', { count: maxCartQuantity })}
        </span>
      )}
    </form>
  )
}
