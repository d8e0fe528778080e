import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Bookmark, bookmarkApi } from '#contract/bookmark.ts'
import { queryOf, useSend } from '../lib/call/api.ts'

const unsent = 'new '

/** The pinned pages and their changes: each is on screen at once, then sent; refused, everything is as it was. */
export function useBookmarks() {
  const client = useQueryClient()
  const asked = queryOf(bookmarkApi.list, {})
  const query = useQuery({ ...asked, staleTime: 60_000 })
  const bookmarks = query.data ?? []
  const [adding, renaming, removing, arranging] = [
    useSend(bookmarkApi.create),
    useSend(bookmarkApi.update),
    useSend(bookmarkApi.delete),
    useSend(bookmarkApi.reorder),
  ]

  /** Draws what will be, and gives the way back. */
  function draw(next: Bookmark[]) {
    const before = client.getQueryData(asked.queryKey)
    // An answer that is still on its way knows nothing of this change.
    void client.cancelQueries({ queryKey: asked.queryKey })
    client.setQueryData(asked.queryKey, next)
    return {
      onError: () => client.setQueryData(asked.queryKey, before),
      onSuccess: (all: Bookmark[]) => client.setQueryData(asked.queryKey, all),
    }
  }
  return {
    bookmarks,
    isReady: query.isSuccess,
    add: (page: { title: string; address: string }) =>
      adding.mutate(
        { body: page },
        draw([...bookmarks, { ...page, _id: `${unsent}${page.address}` }]),
      ),
    rename: (id: string, title: string) =>
      renaming.mutate(
        { params: { id }, body: { title } },
        draw(bookmarks.map(one => (one._id === id ? { ...one, title } : one))),
      ),
    // One that is being pinned just now has no id yet under which it could be taken away.
    remove: (id: string) => {
      if (!id.startsWith(unsent))
        removing.mutate({ params: { id } }, draw(bookmarks.filter(one => one._id !== id)))
    },
    arrange: (next: Bookmark[]) =>
      arranging.mutate({ body: { ids: next.map(({ _id }) => _id) } }, draw(next)),
  }
}
