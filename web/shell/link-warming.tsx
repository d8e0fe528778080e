import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { matchPath } from 'react-router'
import { may } from '#contract/lib/permission.ts'
import { watchIntent } from '../lib/intent.ts'
import { sessionUser } from '../lib/session.ts'
import type { PageLine } from './work-page.tsx'

/** Fetches the code and the first data of the page that somebody is about to open. */
export function LinkWarming({ lines }: { lines: readonly PageLine[] }) {
  const client = useQueryClient()
  useEffect(() => watchIntent(({ pathname, searchParams }) => {
    for (const line of lines) {
      const match = matchPath(line.path, pathname)
      if (!match) continue
      const isAllowed = !line.can || may(sessionUser()?.ability ?? [], line.can)
      // A guess that fails costs nothing: the page asks again and says what is wrong.
      if (isAllowed) void line.load().then(({ warm }) => warm?.({ client, id: match.params['id'] ?? match.params['slug'] ?? '', search: searchParams })).catch(() => undefined)
      return
    }
  }), [client, lines])
  return null
}
