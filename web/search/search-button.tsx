import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { createKeyHandler, formatKeys } from '../lib/navigation/shortcut.ts'
import { useHasFirstData } from '../lib/page/use-has-first-data.ts'
import { withLazyTexts } from '../lib/preference/i18n.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { useRecordRecentPages } from './recent-pages.ts'
import css from './search-button.module.css'
import { emptySearchInput } from './search-input.ts'
import { useEarlyKeys } from './use-early-keys.ts'

/** The palette finds pages by keywords, which are in the texts of rarely opened pages. */
const loadPalette = () =>
  withLazyTexts(import('./search-palette.tsx').then(m => ({ default: m.SearchPalette })))
const SearchPalette = lazy(loadPalette)
const ShortcutDialog = lazy(() =>
  withLazyTexts(
    import('../component/shortcut-dialog.tsx').then(m => ({ default: m.ShortcutDialog })),
  ),
)

type SearchDialog = 'palette' | 'shortcuts'

/**
 * Opens the search and handles the keyboard shortcuts of all pages. The palette and the list of
 * shortcuts load when they are first opened.
 */
export function SearchButton({ isSmall = false }: { isSmall?: boolean }) {
  const { t } = useTranslation()
  const [openDialog, setOpenDialog] = useState<SearchDialog>()
  const [loadedDialogs, setLoadedDialogs] = useState<ReadonlySet<SearchDialog>>(new Set())
  useRecordRecentPages()
  const [searchInput, setSearchInput] = useState(emptySearchInput)
  const earlyKeys = useEarlyKeys(setSearchInput)
  const showDialog = (dialog: SearchDialog) => {
    setLoadedDialogs(previous => new Set([...previous, dialog]))
    setOpenDialog(dialog)
  }
  const close = () => {
    earlyKeys.stop()
    setOpenDialog(undefined)
  }
  const openPalette = () => {
    setSearchInput(emptySearchInput)
    earlyKeys.start()
    showDialog('palette')
  }
  useShortcuts(openPalette)
  usePalettePreload()
  return (
    <>
      <UnstyledButton
        className={css.button}
        data-small={isSmall || undefined}
        onClick={openPalette}
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={css.label}>{t('search.open')}</span>
        <Kbd size="xs" className={css.shortcut} dir="ltr" aria-hidden>
          {formatKeys('mod+k').join(' ')}
        </Kbd>
      </UnstyledButton>
      <Suspense>
        {loadedDialogs.has('palette') && (
          <SearchPalette
            isOpen={openDialog === 'palette'}
            onClose={close}
            input={searchInput}
            onChangeInput={setSearchInput}
            onFocusField={earlyKeys.stop}
            onOpenShortcuts={() => showDialog('shortcuts')}
          />
        )}
        {loadedDialogs.has('shortcuts') && (
          <ShortcutDialog isOpen={openDialog === 'shortcuts'} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

/** Loads the palette at the first sign of use, so that it is ready for text after its shortcut. */
function usePalettePreload() {
  const hasFirstData = useHasFirstData()
  useEffect(
    function preloadPalette() {
      if (!hasFirstData) return
      const abort = new AbortController()
      const preload = () => {
        abort.abort()
        void loadPalette().catch(() => undefined)
      }
      for (const type of ['keydown', 'pointermove', 'pointerdown'])
        window.addEventListener(type, preload, { signal: abort.signal, passive: true })
      return () => abort.abort()
    },
    [hasFirstData],
  )
}

function useShortcuts(openSearch: () => void) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const hasPermission = useHasPermission()
  const latest = useRef({ openSearch, navigate, pathname, hasPermission })
  latest.current = { openSearch, navigate, pathname, hasPermission }
  useEffect(function listenForShortcuts() {
    const handleKey = createKeyHandler(
      () => ({
        path: latest.current.pathname,
        navigate: to => void latest.current.navigate(to),
        openSearch: latest.current.openSearch,
      }),
      permission => latest.current.hasPermission(permission),
    )
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}
