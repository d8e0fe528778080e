import { useTranslation } from 'react-i18next'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import css from './search-listing.module.css'

type Props = { path: string; title: string; text: string }

/** Shows how search engines list a page of the store, with its address. */
export function SearchListing({ path, title, text }: Props) {
  const { t } = useTranslation()
  const store = useCurrentStore()
  return (
    <div className={css.snippet} role="img" aria-label={t('store.search.preview')}>
      <span className={css.url}>{store && formatBreadcrumb(store.storefrontUrl, path)}</span>
      <span className={css.title}>{title || t('store.search.untitled')}</span>
      <span className={css.text}>{text || t('store.search.noText')}</span>
    </div>
  )
}

/**
 * Returns the address of a page as search engines show it: `https://example.com › products › mug`. The
 * path is as the user types it, so it can contain any characters.
 */
const formatBreadcrumb = (origin: string, path: string): string =>
  [origin, ...path.split('/').filter(Boolean)].join(' › ')
