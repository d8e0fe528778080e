import type { StorefrontLink } from '#contract/storefront/storefront-page.ts'
import { useTexts } from './page-context.tsx'

export function Breadcrumbs({
  links,
  current,
}: {
  links: readonly StorefrontLink[]
  current: string
}) {
  const t = useTexts()
  return (
    <nav className="breadcrumbs" aria-label={t('breadcrumbs')}>
      <ol>
        {[{ label: t('home'), path: '/' }, ...links].map(({ label, path }) => (
          <li key={path}>
            <a href={path}>{label}</a>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
