import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import type {
  StorefrontWish,
  StorefrontWishList,
} from '#contract/storefront/storefront-wish-list.ts'
import { useContentLanguage, useMoney, useTexts } from '../frame/page-context.tsx'
import { Icon } from '../icon.tsx'
import { Price } from '../product/price.tsx'
import { ProductPlaceholder } from '../product/product-placeholder.tsx'
import { ResponsiveImage } from '../responsive-image.tsx'

type Wish = StorefrontWish & { card: StorefrontCard }
type Props = { wish: Wish; list: StorefrontWishList; isFirst: boolean }

const { path } = storefrontForms.wishList

/** A product of a wish list with its changes since it was added. */
export function WishCard({ wish, list, isFirst }: Props) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const { card, options } = wish
  const isOwn = list.view === 'own'
  return (
    <article className="card wish-card">
      <div className="card-image">
        {card.image ? (
          <ResponsiveImage
            image={card.image}
            sizes="(min-width: 60em) 30vw, 50vw"
            isFirst={isFirst}
            alt=""
          />
        ) : (
          <ProductPlaceholder />
        )}
        {!card.isAvailable && <span className="badge">{t('soldOut')}</span>}
        {isOwn && <RemoveForm card={card} />}
      </div>
      <div className="card-text">
        <h2 className="card-title">
          <a href={card.path} {...contentLanguage}>
            {card.title}
          </a>
        </h2>
        {options.length > 0 && (
          <p className="card-vendor" {...contentLanguage}>
            {options.join(' / ')}
          </p>
        )}
        <Price {...card} />
        {isOwn && <WishChanges wish={wish} />}
      </div>
      <div className="wish-actions">
        <CartButton wish={wish} />
        {list.email !== '' && <AlertForm wish={wish} />}
      </div>
    </article>
  )
}

function RemoveForm({ card }: { card: StorefrontCard }) {
  const t = useTexts()
  return (
    <form className="wish-remove" method="post" action={path}>
      <input type="hidden" name="product" value={card._id} />
      <button
        type="submit"
        name="intent"
        value="remove"
        aria-label={t('wishList.remove', { title: card.title })}
      >
        <Icon name="close" />
      </button>
    </form>
  )
}

function WishChanges({ wish: { card, earlierPrice, isBackInStock } }: { wish: Wish }) {
  const t = useTexts()
  const formatMoney = useMoney()
  const change = earlierPrice === null ? 0 : card.price - earlierPrice
  return (
    <>
      {change < 0 && (
        <p className="cart-change">{t('wishList.priceFell', { amount: formatMoney(-change) })}</p>
      )}
      {change > 0 && (
        <p className="wish-rise">{t('wishList.priceRose', { amount: formatMoney(change) })}</p>
      )}
      {isBackInStock && <p className="cart-change">{t('wishList.backInStock')}</p>}
    </>
  )
}

function CartButton({ wish: { card, variant } }: { wish: Wish }) {
  const t = useTexts()
  if (!card.isAvailable) return null
  if (variant === null)
    return (
      <a className="button" href={card.path}>
        {t('wishList.choose')}
      </a>
    )
  return (
    <form className="add-to-cart" method="post" action={storefrontForms.cart.path}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="variant" value={variant} />
      <button className="button" type="submit">
        {t('addToCart')}
      </button>
    </form>
  )
}

/** A button that looks like a checkbox, because a checkbox needs a button of its own without scripts. */
function AlertForm({ wish: { card, hasAlert } }: { wish: Wish }) {
  const t = useTexts()
  if (card.isAvailable && card.price === 0) return null
  return (
    <form method="post" action={path}>
      <input type="hidden" name="intent" value="alert" />
      <input type="hidden" name="product" value={card._id} />
      <button
        className="wish-alert"
        type="submit"
        name="wanted"
        value={hasAlert ? 'off' : 'on'}
        aria-pressed={hasAlert}
      >
        {card.isAvailable ? t('wishList.alert') : t('wishList.alertSoldOut')}
      </button>
    </form>
  )
}
