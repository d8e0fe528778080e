import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Route } from '#contract/lib/call/api.ts'
import { fetchFile } from './call-api.ts'

type FileRoute = Route<undefined, undefined, unknown, `${string}/:id`>

/** Returns the URL of a file in the browser, because its call needs the access token. */
export function useFileUrl(route: FileRoute, id: string, contentType: string): string | undefined {
  const { data } = useQuery({
    queryKey: [route.feature, route.name, id],
    queryFn: () => fetchFile(route, { params: { id } }),
    // A file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string>()
  useEffect(
    function createUrl() {
      if (!data) return
      const objectUrl = URL.createObjectURL(new Blob([data], { type: contentType }))
      setUrl(objectUrl)
      return () => URL.revokeObjectURL(objectUrl)
    },
    [data, contentType],
  )
  return url
}
