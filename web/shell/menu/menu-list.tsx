import { Tooltip } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import css from './menu.module.css'
import { isActiveEntry, type MenuEntry, menuGroups } from './menu-entry.ts'
import { revealMenuEntry } from './reveal-menu-entry.ts'
import { UnseenCount } from './unseen-count.tsx'
import { useAllowedEntries } from './use-allowed-entries.ts'

/** Lists the menu entries that the user has permission for, by group. */
export function MenuList({
  entries,
  onNavigate,
  isCollapsed = false,
}: {
  entries: readonly MenuEntry[]
  onNavigate?: () => void
  isCollapsed?: boolean
}) {
  const { t } = useTranslation()
  const allowedEntries = useAllowedEntries(entries)
  return (
    <nav aria-label={t('shell.menu.label')} className={css.nav}>
      {menuGroups.map(group => {
        const groupEntries = allowedEntries.filter(entry => entry.group === group)
        if (groupEntries.length === 0) return null
        return (
          <div key={group}>
            {group !== 'settings' && (
              <h2 className={css.groupName}>
                <span>{t(`shell.menu.${group}`)}</span>
              </h2>
            )}
            <ul className={css.entries}>
              {groupEntries.map(entry => (
                <MenuListEntry
                  key={entry.to}
                  entry={entry}
                  onNavigate={onNavigate}
                  isCollapsed={isCollapsed}
                />
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function MenuListEntry({
  entry,
  onNavigate,
  isCollapsed,
}: {
  entry: MenuEntry
  onNavigate: (() => void) | undefined
  isCollapsed: boolean
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const label = t(`shell.menu.${entry.label}`)
  const isActive = isActiveEntry(pathname, entry)
  const itemRef = useRef<HTMLLIElement>(null)
  useEffect(
    function revealActiveEntry() {
      if (isActive && itemRef.current) revealMenuEntry(itemRef.current)
    },
    [isActive],
  )
  const link = (
    <Link
      to={entry.to}
      className={css.entry}
      aria-current={isActive ? 'page' : undefined}
      onClick={onNavigate}
    >
      <entry.icon size={18} stroke={1.75} aria-hidden />
      <span className={css.label}>{label}</span>
      {entry.countKey && <UnseenCount countKey={entry.countKey} />}
    </Link>
  )
  return (
    <li ref={itemRef}>
      {isCollapsed ? (
        <Tooltip label={label} position="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}
