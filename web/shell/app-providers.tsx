import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { UiProvider } from '../ui/page/ui-provider.tsx'

/** The React providers of all pages. */
export function AppProviders({
  client,
  children,
  isTest = false,
}: {
  client: QueryClient
  children: ReactNode
  isTest?: boolean
}) {
  return (
    <UiProvider isTest={isTest}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </UiProvider>
  )
}
