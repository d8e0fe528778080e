import { DirectionProvider, MantineProvider } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasToasts } from '../../lib/page/toast.ts'
import { getDirection, useSkin } from '../../lib/preference/layout.ts'
import { OutageOverlay } from '../message/outage-overlay.tsx'
import { cssVariables, theme } from '../theme/mantine-theme.ts'

const Toasts = lazy(() =>
  import('../message/toasts.tsx').then(({ Toasts: Component }) => ({ default: Component })),
)

/** Provides skin, text direction, messages and overlays. `isTest` turns off transitions. */
export function UiProvider({
  children,
  isTest = false,
}: {
  children: ReactNode
  isTest?: boolean
}) {
  const skin = useSkin()
  return (
    // The provider follows the `dir` attribute, so a change of direction keeps the page state.
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

/** The target of menus, dropdowns and dialogs. The label makes it a named region of the page. */
function OverlayRegion() {
  const { t } = useTranslation()
  return <section className="sw-above" aria-label={t('ui.overlays')} />
}
