import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { createKeyHandler, printableKey } from '../lib/navigation/shortcut.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { useRecordRecentPages } from './recent-pages.ts'
import css from './search-button.module.css'

const loadPalette = () => import('./search-palette.tsx').then(m => ({ default: m.SearchPalette }))
const SearchPalette = lazy(loadPalette)
const ShortcutSheet = lazy(() =>
  import('./shortcut-dialog.tsx').then(m => ({ default: m.ShortcutDialog })),
)

type SearchDialog = 'palette' | 'sheet'

/** The way into the search, and everything that is reached by keys alone. Palette and sheet are loaded when they are first wanted. */
export function SearchButton({ isSmall = false }: { isSmall?: boolean }) {
  const { t } = useTranslation()
  const [openDialog, setOpenDialog] = useState<SearchDialog>()
  const [loadedDialogs, setLoadedDialogs] = useState<ReadonlySet<SearchDialog>>(new Set())
  useRecordRecentPages()
  const showDialog = (dialog: SearchDialog) => {
    setLoadedDialogs(before => new Set([...before, dialog]))
    setOpenDialog(dialog)
  }
  const close = () => setOpenDialog(undefined)
  useShortcuts({
    openSearch: () => showDialog('palette'),
    openShortcutSheet: () => showDialog('sheet'),
  })
  useEffect(function preloadPalette() {
    // What is typed right after the keys that open it must find it there.
    const timer = setTimeout(() => void loadPalette(), 1500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <UnstyledButton
        className={css.box}
        data-small={isSmall || undefined}
        onClick={() => showDialog('palette')}
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={css.word}>{t('search.open')}</span>
        <Kbd size="xs" className={css.key} dir="ltr" aria-hidden>
          {printableKey('mod+k').join(' ')}
        </Kbd>
      </UnstyledButton>
      <Suspense>
        {loadedDialogs.has('palette') && (
          <SearchPalette
            isOpen={openDialog === 'palette'}
            onClose={close}
            onOpenShortcuts={() => showDialog('sheet')}
          />
        )}
        {loadedDialogs.has('sheet') && (
          <ShortcutSheet isOpen={openDialog === 'sheet'} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

function useShortcuts(actions: { openSearch: () => void; openShortcutSheet: () => void }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const hasPermission = useHasPermission()
  const latest = useRef({ actions, navigate, pathname, hasPermission })
  latest.current = { actions, navigate, pathname, hasPermission }
  useEffect(function listenForShortcuts() {
    const handleKey = createKeyHandler(
      () => ({
        path: latest.current.pathname,
        navigate: to => void latest.current.navigate(to),
        ...latest.current.actions,
      }),
      permission => latest.current.hasPermission(permission),
    )
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}
