import type { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router'
import { hasPermission } from '#contract/lib/permission.ts'
import { rightsNow } from '../lib/session/session.ts'
import type { PageLine } from './work-page.tsx'

/** Fetches the code and the first data of a page that is about to be opened. */
export function warmPage(
  lines: readonly PageLine[],
  client: QueryClient,
  { pathname, searchParams }: URL,
) {
  for (const line of lines) {
    const match = matchPath(line.path, pathname)
    if (!match) continue
    const isAllowed = !line.can || hasPermission(rightsNow().ability, line.can)
    // A guess that fails costs nothing: the page asks again and says what is wrong.
    if (isAllowed)
      void line
        .load()
        .then(({ warm }) =>
          warm?.({
            client,
            id: match.params['id'] ?? match.params['slug'] ?? '',
            search: searchParams,
          }),
        )
        .catch(() => undefined)
    return
  }
}
