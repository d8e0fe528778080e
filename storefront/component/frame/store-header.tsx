import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontLink } from '#contract/storefront/storefront-page.ts'
import { Icon } from '../icon.tsx'
import { useFrame, useTexts } from './page-context.tsx'
import { StoreLogo } from './store-logo.tsx'

/** Style sheets place the entries of the bar. On a phone the menu is collapsed and search is a link. */
export function StoreHeader() {
  return (
    <>
      <Announcement />
      <header className="header">
        <div className="header-bar">
          <MenuToggle />
          <Brand />
          <Menu />
          <div className="header-actions">
            <SearchBox />
            <WishListLink />
            <CartLink />
          </div>
        </div>
      </header>
    </>
  )
}

/** Style sheets show the button only to browsers with scripts, which hide the announcement. */
function Announcement() {
  const { announcement } = useFrame()
  const t = useTexts()
  if (!announcement) return null
  const { link, text, dismissible } = announcement
  return (
    <aside className="announcement">
      {link ? <a href={link}>{text}</a> : <span>{text}</span>}
      {dismissible && (
        <button type="button" aria-label={t('close')}>
          <Icon name="close" />
        </button>
      )}
    </aside>
  )
}

function MenuToggle() {
  const t = useTexts()
  return (
    <details className="menu-toggle">
      <summary aria-label={t('menu')}>
        <Icon name="menu" />
      </summary>
      <nav aria-label={t('menu')}>
        <LinkList links={useFrame().headerLinks} />
      </nav>
    </details>
  )
}

export function Brand() {
  return (
    <a className="brand" href="/">
      <StoreLogo frame={useFrame()} />
    </a>
  )
}

function Menu() {
  const t = useTexts()
  return (
    <nav className="menu" aria-label={t('mainMenu')}>
      <LinkList links={useFrame().headerLinks} />
    </nav>
  )
}

function SearchBox() {
  const t = useTexts()
  return (
    <div className="header-search">
      <a className="search-link" href="/search" aria-label={t('searchProducts')}>
        <Icon name="search" />
      </a>
      <form className="search-box" action="/search" role="search" aria-label={t('search')}>
        <input type="search" name="q" aria-label={t('searchProducts')} placeholder={t('search')} />
        <button type="submit" aria-label={t('search')}>
          <Icon name="search" />
        </button>
      </form>
    </div>
  )
}

/** The script shows the number of products, and announces changes with these texts. */
function WishListLink() {
  const t = useTexts()
  return (
    <a
      className="wish-link"
      href={storefrontForms.wishList.path}
      data-add={t('wishList.added')}
      data-remove={t('wishList.removed')}
    >
      <Icon name="heart" />
      <span className="visually-hidden">{t('wishList.title')}</span>
      <span className="cart-count wish-count" hidden />
    </a>
  )
}

/** The script shows the number of units, because all shoppers get the same HTML. */
function CartLink() {
  const t = useTexts()
  return (
    <a className="cart-link" href={storefrontForms.cart.path}>
      <Icon name="cart" />
      <span className="visually-hidden">{t('cart')}</span>
      <span className="cart-count" hidden />
    </a>
  )
}

/** Entries below a link open on hover and focus, and are links of their own. */
export function LinkList({ links }: { links: readonly StorefrontLink[] }) {
  return (
    <ul>
      {links.map(({ label, path, isNewTab, children = [] }) => (
        <li key={`${label} ${path}`}>
          <a href={path} {...(isNewTab && { target: '_blank', rel: 'noopener' })}>
            {label}
          </a>
          {children.length > 0 && <LinkList links={children} />}
        </li>
      ))}
    </ul>
  )
}
