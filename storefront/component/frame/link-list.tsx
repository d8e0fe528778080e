import type { StorefrontLink } from '#contract/storefront/storefront-page.ts'

/** Links below each other, with those below a link in a list of its own. */
export function LinkList({ links }: { links: readonly StorefrontLink[] }) {
  return (
    <ul>
      {links.map(link => (
        <li key={`${link.label} ${link.path}`}>
          <MenuLink link={link} />
          {link.children && link.children.length > 0 && <LinkList links={link.children} />}
        </li>
      ))}
    </ul>
  )
}

type LinkProps = { link: StorefrontLink; className?: string }

/** A link of a menu, which can open a tab of its own. */
export const MenuLink = ({ link: { label, path, isNewTab }, className }: LinkProps) => (
  <a href={path} className={className} {...(isNewTab && { target: '_blank', rel: 'noopener' })}>
    {label}
  </a>
)
