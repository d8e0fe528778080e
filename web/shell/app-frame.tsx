import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LookFrame } from '../ui/page/look-frame.tsx'

/** What every page stands in. */
export function AppFrame({
  client,
  children,
  isTest = false,
}: {
  client: QueryClient
  children: ReactNode
  isTest?: boolean
}) {
  return (
    <LookFrame isTest={isTest}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </LookFrame>
  )
}
