import type { StorefrontLink } from '#contract/storefront-page.ts'
import { Icon } from './icon.tsx'
import { useFrame, useTexts } from './page-context.tsx'

/** Style sheets place the entries of the bar. On a phone the menu is folded and search is a link. */
export function StoreHeader() {
  return (
    <>
      <Announcement />
      <header className="header">
        <div className="header-bar">
          <MenuToggle />
          <Brand />
          <Menu />
          <SearchBox />
        </div>
      </header>
    </>
  )
}

function Announcement() {
  const { announcement } = useFrame()
  if (!announcement) return null
  const { link, text } = announcement
  return <aside className="announcement">{link ? <a href={link}>{text}</a> : text}</aside>
}

function MenuToggle() {
  const t = useTexts()
  return (
    <details className="menu-toggle">
      <summary aria-label={t.menu}>
        <Icon name="menu" />
      </summary>
      <nav aria-label={t.menu}>
        <LinkList links={useFrame().headerLinks} />
      </nav>
    </details>
  )
}

export function Brand() {
  const { store } = useFrame()
  return (
    <a className="brand" href="/">
      {store.logo.startsWith('/media/') ? (
        <img src={store.logo} alt={store.name} height={48} />
      ) : (
        store.name
      )}
    </a>
  )
}

function Menu() {
  const t = useTexts()
  return (
    <nav className="menu" aria-label={t.menu}>
      <LinkList links={useFrame().headerLinks} />
    </nav>
  )
}

function SearchBox() {
  const t = useTexts()
  return (
    <div className="header-search">
      <a className="search-link" href="/search" aria-label={t.searchProducts}>
        <Icon name="search" />
      </a>
      <form className="search-box" action="/search" role="search" aria-label={t.search}>
        <input type="search" name="q" aria-label={t.searchProducts} placeholder={t.search} />
        <button type="submit" aria-label={t.search}>
          <Icon name="search" />
        </button>
      </form>
    </div>
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
