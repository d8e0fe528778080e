import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Bookmark, bookmarkApi } from '#contract/staff/bookmark.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'

const unsavedIdPrefix = 'new '

/**
 * Returns the bookmarks and functions that change them. Changes are optimistic and revert on an
 * error.
 */
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

  /** Shows the expected list and returns the handlers that confirm or revert it. */
  function updateOptimistically(next: Bookmark[]) {
    const previous = client.getQueryData(listOptions.queryKey)
    // A response to an earlier request does not contain this change.
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
    createBookmark: (page: { title: string; path: string }) =>
      createMutation.mutate(
        { body: page },
        updateOptimistically([...bookmarks, { ...page, _id: `${unsavedIdPrefix}${page.path}` }]),
      ),
    renameBookmark: (id: string, title: string) =>
      renameMutation.mutate(
        { params: { id }, body: { title } },
        updateOptimistically(
          bookmarks.map(bookmark => (bookmark._id === id ? { ...bookmark, title } : bookmark)),
        ),
      ),
    // A bookmark that is still being created has no id to delete it by.
    deleteBookmark: (id: string) => {
      if (!id.startsWith(unsavedIdPrefix))
        deleteMutation.mutate(
          { params: { id } },
          updateOptimistically(bookmarks.filter(({ _id }) => _id !== id)),
        )
    },
    reorderBookmarks: (next: Bookmark[]) =>
      reorderMutation.mutate(
        { body: { ids: next.map(({ _id }) => _id) } },
        updateOptimistically(next),
      ),
  }
}
