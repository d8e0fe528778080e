import { DirectionProvider, MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useDirection, useSkin } from '../lib/layout.ts'
import { useToastsWanted } from '../lib/toast.ts'
import { cssVariables, theme } from '../ui/mantine-theme.ts'

const Toasts = lazy(() => import('../ui/toasts.tsx').then(({ Toasts: Component }) => ({ default: Component })))

/** What every page stands in: theme, cache, messages. */
export function AppFrame({ client, children, isTest = false }: { client: QueryClient; children: ReactNode; /** No transitions, nothing drawn later. */ isTest?: boolean }) {
  const skin = useSkin()
  const direction = useDirection()
  return (
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env={isTest ? 'test' : 'default'} forceColorScheme={skin === 'dark' ? 'dark' : 'light'}>
        <QueryClientProvider client={client}>
          {children}
          {useToastsWanted() && <Suspense><Toasts /></Suspense>}
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
