import type { StorefrontLink } from '#contract/storefront/storefront-page.ts'
import { Icon } from '../icon.tsx'
import { SizedImage } from '../sized-image.tsx'
import { LinkList, MenuLink } from './link-list.tsx'
import { useFrame, useTexts } from './page-context.tsx'

/**
 * The menu of wide screens. Entries with others below them open a panel, by a click or, with the script,
 * on hover.
 */
export function StoreMenu() {
  const t = useTexts()
  return (
    <nav className="menu" aria-label={t('mainMenu')}>
      <ul>
        {useFrame().headerLinks.map(link => (
          <li key={`${link.label} ${link.path}`}>
            {hasChildren(link) ? <MenuPanel link={link} /> : <MenuLink link={link} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const hasChildren = ({ children = [] }: StorefrontLink) => children.length > 0

/** With two levels, a panel has columns and takes the width of the page. */
function MenuPanel({ link }: { link: StorefrontLink }) {
  const { label, children = [] } = link
  const isWide = children.some(hasChildren)
  const image = [link, ...children].find(entry => entry.image)?.image
  return (
    <details name="main-menu" className={isWide ? 'menu-wide' : undefined}>
      <summary>
        {label}
        <Icon name="expand" />
      </summary>
      <div className="menu-panel">
        <div className="menu-columns">
          <MenuLink link={link} className="menu-all" />
          <LinkList links={children} />
        </div>
        {isWide && image && (
          <div className="menu-image">
            <SizedImage url={image} alt="" sizes="20rem" />
          </div>
        )}
      </div>
    </details>
  )
}

/** The entries of the menu on a phone, those with others below them collapsed. */
export function CollapsibleMenu({ links }: { links: readonly StorefrontLink[] }) {
  return (
    <ul>
      {links.map(link => (
        <li key={`${link.label} ${link.path}`}>
          {hasChildren(link) ? <CollapsibleMenuEntry link={link} /> : <MenuLink link={link} />}
        </li>
      ))}
    </ul>
  )
}

function CollapsibleMenuEntry({ link }: { link: StorefrontLink }) {
  return (
    <details>
      <summary>
        {link.label}
        <Icon name="expand" />
      </summary>
      <CollapsibleMenu links={[{ ...link, children: [] }, ...(link.children ?? [])]} />
    </details>
  )
}
