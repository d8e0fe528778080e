import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import css from './page-root.module.css'

/** Around all pages: the loading line, the way past the menu, and what a screen reader hears on a new page. */
export function PageRoot() {
  const { t } = useTranslation()
  const isLoading = useNavigation().state !== 'idle'
  const { pathname } = useLocation()
  const firstPathname = useRef<string | undefined>(pathname)
  if (firstPathname.current !== pathname) firstPathname.current = undefined
  return (
    <>
      <a href="#content" className={css.skip}>
        {t('shell.skipToContent')}
      </a>
      {isLoading && <div className={css.line} role="progressbar" aria-label={t('shell.loading')} />}
      <PageAnnouncer key={pathname} isFirst={firstPathname.current === pathname} />
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/** Says the new page's title, and puts the focus on its heading so that the keyboard starts there. */
function PageAnnouncer({ isFirst }: { isFirst: boolean }) {
  const liveRegion = useRef<HTMLDivElement>(null)
  useEffect(
    function announcePage() {
      if (isFirst) return
      // The page draws its heading once its code is there, a moment after the address has changed.
      const timer = setTimeout(() => {
        if (liveRegion.current) liveRegion.current.textContent = document.title
        const isEditing = document.activeElement?.matches(
          'input, textarea, select, [role=menuitem], [data-row-link]',
        )
        if (!isEditing)
          document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
      }, 200)
      return () => clearTimeout(timer)
    },
    [isFirst],
  )
  return <div ref={liveRegion} className="sw-hidden" aria-live="polite" />
}
