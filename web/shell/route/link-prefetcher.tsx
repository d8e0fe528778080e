import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { prefetchOnHover } from '../../lib/navigation/prefetch-on-hover.ts'
import type { PageRoute } from './page-route.tsx'
import { prefetchPage } from './prefetch-page.ts'

/** Prefetches the page of a link that the user points at. */
export function LinkPrefetcher({ pageRoutes }: { pageRoutes: readonly PageRoute[] }) {
  const client = useQueryClient()
  useEffect(
    () => prefetchOnHover(to => void prefetchPage(pageRoutes, client, to)),
    [client, pageRoutes],
  )
  return null
}
