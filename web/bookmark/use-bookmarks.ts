import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Bookmark, bookmarkApi } from '#contract/bookmark.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'

const unsavedIdPrefix = 'new '

/** The pinned pages and their changes: each is on screen at once, then sent; refused, everything is as it was. */
export function useBookmarks() {
  const client = useQueryClient()
  const listOptions = queryOptionsFor(bookmarkApi.list, {})
  const query = useQuery({ ...listOptions, staleTime: 60_000 })
  const bookmarks = query.data ?? []
  const [createMutation, renameMutation, deleteMutation, reorderMutation] = [
    useRouteMutation(bookmarkApi.create),
    useRouteMutation(bookmarkApi.update),
    useRouteMutation(bookmarkApi.delete),
    useRouteMutation(bookmarkApi.reorder),
  ]

  /** Draws what will be, and gives the way back. */
  function updateOptimistically(next: Bookmark[]) {
    const previous = client.getQueryData(listOptions.queryKey)
    // An answer that is still on its way knows nothing of this change.
    void client.cancelQueries({ queryKey: listOptions.queryKey })
    client.setQueryData(listOptions.queryKey, next)
    return {
      onError: () => client.setQueryData(listOptions.queryKey, previous),
      onSuccess: (all: Bookmark[]) => client.setQueryData(listOptions.queryKey, all),
    }
  }
  return {
    bookmarks,
    isReady: query.isSuccess,
    createBookmark: (page: { title: string; address: string }) =>
      createMutation.mutate(
        { body: page },
        updateOptimistically([...bookmarks, { ...page, _id: `${unsavedIdPrefix}${page.address}` }]),
      ),
    renameBookmark: (id: string, title: string) =>
      renameMutation.mutate(
        { params: { id }, body: { title } },
        updateOptimistically(bookmarks.map(one => (one._id === id ? { ...one, title } : one))),
      ),
    // One that is being pinned just now has no id yet under which it could be taken away.
    deleteBookmark: (id: string) => {
      if (!id.startsWith(unsavedIdPrefix))
        deleteMutation.mutate(
          { params: { id } },
          updateOptimistically(bookmarks.filter(one => one._id !== id)),
        )
    },
    reorderBookmarks: (next: Bookmark[]) =>
      reorderMutation.mutate(
        { body: { ids: next.map(({ _id }) => _id) } },
        updateOptimistically(next),
      ),
  }
}
