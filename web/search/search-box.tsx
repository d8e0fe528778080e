import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { followKeys, printed } from '../lib/navigation/shortcut.ts'
import { useMay } from '../lib/session/session.ts'
import css from './search-box.module.css'
import { useKeepingRecent } from './search-recent.ts'

const loadPalette = () => import('./search-palette.tsx').then(m => ({ default: m.SearchPalette }))
const SearchPalette = lazy(loadPalette)
const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then(m => ({ default: m.ShortcutSheet })),
)

type Shown = 'palette' | 'sheet'

/** The way into the search, and everything that is reached by keys alone. Palette and sheet are loaded when they are first wanted. */
export function SearchBox({ isSmall = false }: { isSmall?: boolean }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>()
  const [wanted, setWanted] = useState<ReadonlySet<Shown>>(new Set())
  useKeepingRecent()
  const show = (what: Shown) => {
    setWanted(before => new Set([...before, what]))
    setShown(what)
  }
  const close = () => setShown(undefined)
  useShortcuts({ search: () => show('palette'), sheet: () => show('sheet') })
  useEffect(function fetchAhead() {
    // What is typed right after the keys that open it must find it there.
    const timer = setTimeout(() => void loadPalette(), 1500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <UnstyledButton
        className={css.box}
        data-small={isSmall || undefined}
        onClick={() => show('palette')}
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={css.word}>{t('search.open')}</span>
        <Kbd size="xs" className={css.key} dir="ltr" aria-hidden>
          {printed('mod+k').join(' ')}
        </Kbd>
      </UnstyledButton>
      <Suspense>
        {wanted.has('palette') && (
          <SearchPalette
            isOpen={shown === 'palette'}
            onClose={close}
            onSheet={() => show('sheet')}
          />
        )}
        {wanted.has('sheet') && <ShortcutSheet isOpen={shown === 'sheet'} onClose={close} />}
      </Suspense>
    </>
  )
}

function useShortcuts(acts: { search: () => void; sheet: () => void }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const may = useMay()
  const now = useRef({ acts, navigate, pathname, may })
  now.current = { acts, navigate, pathname, may }
  useEffect(function listenToKeys() {
    const follow = followKeys(
      () => ({
        path: now.current.pathname,
        go: to => void now.current.navigate(to),
        ...now.current.acts,
      }),
      permission => now.current.may(permission),
    )
    window.addEventListener('keydown', follow)
    return () => window.removeEventListener('keydown', follow)
  }, [])
}
