import type { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router'
import { hasPermission } from '#contract/lib/call/permission.ts'
import { getPermissions } from '../../lib/session/session.ts'
import type { PageRoute } from './page-route.tsx'

/**
 * Loads the code and the first data of a page before it is opened. The promise settles when both are
 * loaded, and never rejects.
 */
export async function prefetchPage(
  pageRoutes: readonly PageRoute[],
  client: QueryClient,
  { pathname, searchParams }: URL,
) {
  for (const pageRoute of pageRoutes) {
    const match = matchPath(pageRoute.path, pathname)
    if (!match) continue
    const isAllowed = !pageRoute.can || hasPermission(getPermissions().ability, pageRoute.can)
    // Errors are ignored: the page repeats the request and displays its error.
    if (isAllowed)
      await pageRoute
        .load()
        .then(({ prefetch }) =>
          prefetch?.({
            client,
            id: match.params['id'] ?? match.params['slug'] ?? '',
            search: searchParams,
          }),
        )
        .catch(() => undefined)
    return
  }
}
