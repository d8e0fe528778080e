import { DirectionProvider, MantineProvider } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useDirection, useSkin } from '../lib/layout.ts'
import { useToastsWanted } from '../lib/toast.ts'
import { cssVariables, theme } from './mantine-theme.ts'
import { OutageVeil } from './outage-veil.tsx'

const Toasts = lazy(() => import('./toasts.tsx').then(({ Toasts: Component }) => ({ default: Component })))

/** Skin, direction and messages. `isTest`: no transitions, nothing drawn later. */
export function LookFrame({ children, isTest = false }: { children: ReactNode; isTest?: boolean }) {
  const skin = useSkin()
  const direction = useDirection()
  return (
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env={isTest ? 'test' : 'default'} forceColorScheme={skin === 'dark' ? 'dark' : 'light'}>
        {children}
        <OutageVeil />
        {useToastsWanted() && <Suspense><Toasts /></Suspense>}
      </MantineProvider>
    </DirectionProvider>
  )
}
