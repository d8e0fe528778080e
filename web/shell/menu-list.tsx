import { Tooltip } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useMay } from '../lib/session/session.ts'
import css from './menu.module.css'
import { isAt, type MenuEntry, menuGroups } from './menu-entry.ts'

/** The entries that this person may open, by group. */
export function MenuList({
  entries,
  onGo,
  isNarrow = false,
}: {
  entries: readonly MenuEntry[]
  onGo?: () => void
  isNarrow?: boolean
}) {
  const { t } = useTranslation()
  const may = useMay()
  const seen = entries.filter(({ can }) => !can || may(can))
  return (
    <nav aria-label={t('shell.menu.label')} className={css.nav}>
      {menuGroups.map(group => {
        const members = seen.filter(entry => entry.group === group)
        if (members.length === 0) return null
        return (
          <div key={group} className={css.group}>
            <h2 className={css.groupName}>
              <span>{t(`shell.menu.${group}`)}</span>
            </h2>
            <ul className={css.entries}>
              {members.map(entry => (
                <Entry key={entry.to} entry={entry} onGo={onGo} isNarrow={isNarrow} />
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function Entry({
  entry,
  onGo,
  isNarrow,
}: {
  entry: MenuEntry
  onGo: (() => void) | undefined
  isNarrow: boolean
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const word = t(`shell.menu.${entry.label}`)
  const isHere = isAt(pathname, entry)
  const place = useRef<HTMLLIElement>(null)
  useEffect(
    function comeIntoView() {
      if (isHere) place.current?.scrollIntoView({ block: 'nearest' })
    },
    [isHere],
  )
  return (
    <li ref={place}>
      <Tooltip label={word} position="right" disabled={!isNarrow}>
        <Link
          to={entry.to}
          className={css.entry}
          aria-current={isHere ? 'page' : undefined}
          onClick={onGo}
        >
          <entry.icon size={18} stroke={1.75} aria-hidden />
          <span className={css.word}>{word}</span>
        </Link>
      </Tooltip>
    </li>
  )
}
