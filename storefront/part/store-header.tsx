import type { StorefrontLink } from '#contract/storefront-page.ts'
import { useFrame, useTexts } from './page-context.tsx'

export function StoreHeader() {
  const { store, headerLinks, announcement } = useFrame()
  const t = useTexts()
  return (
    <>
      {announcement && (
        <p className="announcement">
          {announcement.link ? (
            <a href={announcement.link}>{announcement.text}</a>
          ) : (
            announcement.text
          )}
        </p>
      )}
      <header className="header">
        <div className="header-bar">
          <details className="menu-toggle">
            <summary>{t.menu}</summary>
            <nav aria-label={t.menu}>
              <LinkList links={headerLinks} />
            </nav>
          </details>
          <a className="brand" href="/">
            {store.logo.startsWith('/media/') ? (
              <img src={store.logo} alt={store.name} height={40} />
            ) : (
              store.name
            )}
          </a>
          <nav className="menu" aria-label={t.menu}>
            <LinkList links={headerLinks} />
          </nav>
          <form className="search-box" action="/search" role="search">
            <input type="search" name="q" aria-label={t.searchProducts} placeholder={t.search} />
            <button type="submit">{t.search}</button>
          </form>
        </div>
      </header>
    </>
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
