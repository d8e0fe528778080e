import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { onPageHeading } from './on-page-heading.ts'
import css from './page-root.module.css'

/** Surrounds all pages: loading indicator, skip link and announcements for screen readers. */
export function PageRoot() {
  const { t } = useTranslation()
  const isLoading = useNavigation().state !== 'idle'
  const { pathname } = useLocation()
  const firstPathname = useRef<string | undefined>(pathname)
  if (firstPathname.current !== pathname) firstPathname.current = undefined
  return (
    <>
      <a href="#content" className={css.skipLink}>
        {t('shell.skipToContent')}
      </a>
      {isLoading && (
        <div className={css.progress} role="progressbar" aria-label={t('shell.loading')} />
      )}
      <PageAnnouncer key={pathname} isFirst={firstPathname.current === pathname} />
      <Outlet />
      <ScrollRestoration getKey={getScrollKey} />
    </>
  )
}

/**
 * The first page of a document has the key `default`, whatever its address, so that another page that
 * was opened by its address would start where the last one was left.
 */
const getScrollKey = ({ key, pathname, search }: Location) =>
  key === 'default' ? pathname + search : key

/** Announces the title of a new page and moves the focus to its heading. */
function PageAnnouncer({ isFirst }: { isFirst: boolean }) {
  const liveRegion = useRef<HTMLDivElement>(null)
  useEffect(
    function announcePage() {
      if (isFirst) return
      return onPageHeading(heading => {
        if (liveRegion.current) liveRegion.current.textContent = document.title
        const isEditing = document.activeElement?.matches(
          'input, textarea, select, [role=menuitem], [data-row-link]',
        )
        if (!isEditing) heading.focus({ preventScroll: true })
      })
    },
    [isFirst],
  )
  return <div ref={liveRegion} className="sw-hidden" aria-live="polite" />
}
