import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import css from './bottom-bar.module.css'
import { isActiveEntry, type MenuEntry } from './menu/menu-entry.ts'
import { useAllowedEntries } from './menu/use-allowed-entries.ts'

/** Links to the main pages at the bottom of the screen, on phones only. */
export function BottomBar({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav className={css.bar} aria-label={t('shell.menu.navigation')}>
      {useAllowedEntries(entries)
        .filter(({ isInBottomBar }) => isInBottomBar)
        .map(entry => (
          <Link
            key={entry.to}
            to={entry.to}
            className={css.link}
            aria-current={isActiveEntry(pathname, entry) ? 'page' : undefined}
          >
            <entry.icon size={20} stroke={1.75} aria-hidden />
            {t(`shell.menu.${entry.label}`)}
          </Link>
        ))}
    </nav>
  )
}
