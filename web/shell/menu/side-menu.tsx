import { UnstyledButton } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { updateLayout, useLayout } from '../../lib/preference/layout.ts'
import { Logo } from '../../ui/art/logo.tsx'
import css from './menu.module.css'
import type { MenuEntry } from './menu-entry.ts'
import { MenuList } from './menu-list.tsx'
import { StoreSwitcher } from './store-switcher.tsx'

/** The vertical menu. The collapsed menu shows icons only and expands over the page on hover. */
export function SideMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const isCollapsed = useLayout().menuCollapsed
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <aside className={css.aside} aria-label={t('shell.menu.sidebar')}>
      <div className={css.header}>
        <Link to="/dashboard" className={css.brand} aria-label="Storewright">
          <Logo size={28} />
        </Link>
        <StoreSwitcher />
      </div>
      <div className={css.scroll}>
        <MenuList entries={entries} />
      </div>
      <div className={css.footer}>
        <UnstyledButton
          className={css.collapseButton}
          onClick={() => updateLayout({ menuCollapsed: !isCollapsed })}
          aria-pressed={isCollapsed}
        >
          <Icon size={18} stroke={1.75} className="sw-flip" aria-hidden />
          <span className={css.label}>
            {t(isCollapsed ? 'shell.menu.expand' : 'shell.menu.collapse')}
          </span>
        </UnstyledButton>
      </div>
    </aside>
  )
}
