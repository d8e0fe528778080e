import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Logo } from '../../ui/art/logo.tsx'
import menuCss from './menu.module.css'
import { isActiveEntry, type MenuEntry, menuGroups } from './menu-entry.ts'
import { StoreSwitcher } from './store-switcher.tsx'
import css from './top-menu.module.css'
import { UnseenCount } from './unseen-count.tsx'
import { useAllowedEntries } from './use-allowed-entries.ts'

/** The horizontal menu at the top of the page. Each group opens a dropdown. */
export function TopMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const allowedEntries = useAllowedEntries(entries)
  return (
    <div className={css.menu}>
      <Link to="/dashboard" className={`${menuCss.brand} ${css.brand}`} aria-label="Storewright">
        <Logo size={28} />
      </Link>
      <div className={css.storeSwitcher}>
        <StoreSwitcher />
      </div>
      <nav className={css.groups} aria-label={t('shell.menu.label')}>
        {menuGroups.map(group => (
          <TopMenuGroup
            key={group}
            label={t(`shell.menu.${group}`)}
            entries={allowedEntries.filter(entry => entry.group === group)}
          />
        ))}
      </nav>
    </div>
  )
}

function TopMenuGroup({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  if (entries.length === 0) return null
  const isActive = entries.some(entry => isActiveEntry(pathname, entry))
  const [firstEntry] = entries
  if (firstEntry?.group === 'settings') {
    return (
      <Link
        to={firstEntry.to}
        className={css.groupButton}
        aria-current={isActive ? 'page' : undefined}
      >
        {label}
      </Link>
    )
  }
  return (
    <Menu
      position="bottom-start"
      width={216}
      offset={6}
      trigger="click-hover"
      openDelay={80}
      closeDelay={160}
    >
      <Menu.Target>
        <UnstyledButton className={css.groupButton} data-active={isActive || undefined}>
          {label}
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(entry => (
          <Menu.Item
            key={entry.to}
            component={Link}
            to={entry.to}
            className={css.entry}
            aria-current={isActiveEntry(pathname, entry) ? 'page' : undefined}
            leftSection={<entry.icon size={18} stroke={1.75} />}
            rightSection={entry.countKey && <UnseenCount countKey={entry.countKey} />}
          >
            {t(`shell.menu.${entry.label}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
