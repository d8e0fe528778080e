import { UnstyledButton } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { updateLayout, useLayout } from '../lib/preference/layout.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { Logo } from '../ui/art/logo.tsx'
import css from './menu.module.css'
import { isActiveEntry, type MenuEntry } from './menu-entry.ts'
import { MenuList } from './menu-list.tsx'
import { StoreSwitcher } from './store-switcher.tsx'

/** The vertical menu; collapsed it is a strip of icons that opens over the page. */
export function SideMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const isCollapsed = useLayout().menuCollapsed
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <aside className={css.aside} aria-label={t('shell.menu.aside')}>
      <div className={css.top}>
        <Link to="/dashboard" className={css.brand} aria-label="Storewright">
          <Logo size={28} />
        </Link>
        <StoreSwitcher />
      </div>
      <div className={css.scroll}>
        <MenuList entries={entries} />
      </div>
      <div className={css.foot}>
        <UnstyledButton
          className={css.collapse}
          onClick={() => updateLayout({ menuCollapsed: !isCollapsed })}
          aria-pressed={isCollapsed}
        >
          <Icon size={18} stroke={1.75} className="sw-flip" aria-hidden />
          <span className={css.word}>
            {t(isCollapsed ? 'shell.menu.expand' : 'shell.menu.collapse')}
          </span>
        </UnstyledButton>
      </div>
    </aside>
  )
}

/** The main places, under the thumb. */
export function BottomBar({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const { pathname } = useLocation()
  return (
    <nav className={css.bar} aria-label={t('shell.menu.places')}>
      {entries
        .filter(({ can, isInBottomBar: onPhone }) => onPhone && (!can || hasPermission(can)))
        .map(entry => (
          <Link
            key={entry.to}
            to={entry.to}
            className={css.place}
            aria-current={isActiveEntry(pathname, entry) ? 'page' : undefined}
          >
            <entry.icon size={20} stroke={1.75} aria-hidden />
            {t(`shell.menu.${entry.label}`)}
          </Link>
        ))}
    </nav>
  )
}
