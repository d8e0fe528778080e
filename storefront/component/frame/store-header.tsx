import type { SectionSettings } from '#contract/section/section-catalog.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { Icon } from '../icon.tsx'
import { CountryChoice } from './country-choice.tsx'
import { LanguageLinks } from './language-links.tsx'
import { useFrame, useHasWishList, useTexts } from './page-context.tsx'
import { useSectionAttributes } from './section-container.tsx'
import { StoreLogo } from './store-logo.tsx'
import { CollapsibleMenu, StoreMenu } from './store-menu.tsx'
import type { SectionProps } from './theme-components.tsx'

/** Style sheets place the entries of the bar. On a phone, the menu is a drawer and search is a link. */
export function StoreHeader({ section }: SectionProps<'storeHeader'>) {
  const { hasSearch, hasAccountLink, hasWishListLink } = section.settings
  const hasWishList = useHasWishList()
  return (
    <div className="header" {...useSectionAttributes(section)}>
      <div className="header-bar">
        <MenuDrawer settings={section.settings} />
        <Brand />
        <StoreMenu />
        <div className="header-actions">
          {hasSearch && <SearchBox />}
          {hasAccountLink && <AccountLink />}
          {hasWishListLink && hasWishList && <WishListLink />}
          <CartLink />
        </div>
      </div>
    </div>
  )
}

/** The button is above the drawer and its dark surroundings, which close it too. */
function MenuDrawer({ settings }: { settings: SectionSettings<'storeHeader'> }) {
  const t = useTexts()
  const hasWishList = useHasWishList()
  const entries = [
    settings.hasSearch && (['/search', 'search', t('search')] as const),
    settings.hasAccountLink &&
      ([storefrontForms.account.path, 'account', t('account.title')] as const),
    settings.hasWishListLink &&
      hasWishList &&
      ([storefrontForms.wishList.path, 'heart', t('wishList.title')] as const),
  ].filter(entry => entry !== false)
  return (
    <details className="menu-toggle">
      <summary aria-label={t('menu')}>
        <Icon name="menu" />
        <Icon name="close" />
      </summary>
      <nav aria-label={t('menu')}>
        <CollapsibleMenu links={useFrame().headerLinks} />
        <ul className="menu-extra">
          {entries.map(([path, icon, label]) => (
            <li key={path}>
              <a href={path}>
                <Icon name={icon} />
                {label}
              </a>
            </li>
          ))}
        </ul>
        <LanguageLinks isInMenu />
        <CountryChoice />
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

/** Themes show the field or the link. */
function SearchBox() {
  const t = useTexts()
  return (
    <div className="header-search">
      <a className="search-link" href="/search" aria-label={t('searchProducts')}>
        <Icon name="search" />
      </a>
      <form
        className="search-box"
        action="/search"
        role="search"
        aria-label={t('search')}
        toolname="searchProducts"
        tooldescription={t('tool.search')}
      >
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

function AccountLink() {
  const t = useTexts()
  return (
    <a className="account-link" href={storefrontForms.account.path} aria-label={t('account.title')}>
      <Icon name="account" />
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
