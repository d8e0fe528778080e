import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { isActiveEntry, type MenuEntry } from '../menu/menu-entry.ts'
import { useAllowedEntries } from '../menu/use-allowed-entries.ts'
import css from './settings-nav.module.css'

/**
 * The list of settings beside their pages. On narrow screens it is above the page, and on phones a
 * link leads back to the list.
 */
export function SettingsNav({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav className={css.nav} aria-label={t('shell.menu.settings')}>
      <Link to="/apps/settings" className={css.back}>
        <IconArrowLeft size={16} stroke={1.75} className="sw-flip" aria-hidden />
        {t('shell.menu.settings')}
      </Link>
      <ul className={css.list}>
        {useAllowedEntries(entries).map(entry => (
          <li key={entry.to}>
            <Link
              to={entry.to}
              className={css.entry}
              aria-current={isActiveEntry(pathname, entry) ? 'page' : undefined}
            >
              <entry.icon size={18} stroke={1.75} aria-hidden />
              {t(`shell.menu.${entry.label}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
