import { DirectionProvider, MantineProvider } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasToasts } from '../../lib/page/toast.ts'
import { getDirection, useSkin } from '../../lib/preference/layout.ts'
import { cssVariables, theme } from '../theme/mantine-theme.ts'
import { OutageOverlay } from './outage-overlay.tsx'

const Toasts = lazy(() =>
  import('./toasts.tsx').then(({ Toasts: Component }) => ({ default: Component })),
)

/** Skin, direction and messages. `isTest`: no transitions, nothing drawn later. */
export function UiProvider({
  children,
  isTest = false,
}: {
  children: ReactNode
  isTest?: boolean
}) {
  const skin = useSkin()
  return (
    // It follows the `dir` of the page, so that nothing typed is lost when the direction changes.
    <DirectionProvider initialDirection={getDirection()}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        env={isTest ? 'test' : 'default'}
        forceColorScheme={skin === 'dark' ? 'dark' : 'light'}
      >
        {children}
        <OverlayRegion />
        <OutageOverlay />
        {useHasToasts() && (
          <Suspense>
            <Toasts />
          </Suspense>
        )}
      </MantineProvider>
    </DirectionProvider>
  )
}

/** Where menus, choices and dialogs are drawn: a part of the page with a name, as all others are. */
function OverlayRegion() {
  const { t } = useTranslation()
  return <section className="sw-above" aria-label={t('ui.above')} />
}
