import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCartLine } from '#contract/storefront/storefront-order.ts'
import type { StorefrontTranslate } from '../../locales/texts.ts'
import { useContentLanguage, useMoney, useTexts } from '../frame/page-context.tsx'
import { Price, UnitPrice } from '../product/price.tsx'
import { ProductPlaceholder } from '../product/product-placeholder.tsx'
import { ResponsiveImage } from '../responsive-image.tsx'
import { CartLineForm } from './cart-line-form.tsx'

type Props = { line: StorefrontCartLine; form: StorefrontFormState; isFirst: boolean }

export function CartLine({ line, form, isFirst }: Props) {
  const t = useTexts()
  const formatMoney = useMoney()
  const contentLanguage = useContentLanguage()
  const { title, path, image, options, price, quantity } = line
  const isAvailable = line.state === 'available'
  return (
    <li className="cart-line" data-variant={line.variant} data-state={line.state}>
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
        {isAvailable && <LinePrice line={line} />}
        {listChanges(line, { t, formatMoney }).map(text => (
          <p key={text} className="cart-change">
            {text}
          </p>
        ))}
      </div>
      <CartLineForm line={line} form={form} />
      {isAvailable && <p className="cart-total">{formatMoney(price * quantity)}</p>}
    </li>
  )
}

/** The price of one unit, without an amount that only repeats the total of the line. */
function LinePrice({ line: { price, priceDetails, quantity } }: Pick<Props, 'line'>) {
  if (quantity > 1 || (priceDetails && priceDetails.priorPrice !== null))
    return <Price price={price} recommendedPrice={null} priceDetails={priceDetails} />
  return (
    priceDetails && (
      <p className="price">
        <UnitPrice price={price} measure={priceDetails} />
      </p>
    )
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
