import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useOutletContext } from 'react-router'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { NotAuthorizedPage } from '../error/not-authorized-page.tsx'
import type { MenuEntry } from '../menu/menu-entry.ts'
import { useAllowedEntries } from '../menu/use-allowed-entries.ts'
import css from './settings-page.module.css'

/** Lists the settings on a phone. Other screens open the first one, beside the list. */
export function SettingsPage() {
  const { t } = useTranslation()
  const allowedEntries = useAllowedEntries(useOutletContext<readonly MenuEntry[]>())
  const [firstEntry] = allowedEntries
  if (!firstEntry) return <NotAuthorizedPage />
  if (!matchMedia('(max-width: 640px)').matches) return <Navigate to={firstEntry.to} replace />
  return (
    <>
      <PageHeader title={t('shell.menu.settings')} />
      <ul className={css.list}>
        {allowedEntries.map(entry => (
          <li key={entry.to}>
            <Link to={entry.to} className={css.entry}>
              <entry.icon size={18} stroke={1.75} aria-hidden />
              {t(`shell.menu.${entry.label}`)}
              <IconChevronRight size={16} stroke={1.75} className="sw-flip" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
