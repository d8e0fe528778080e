import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import { Id, singleLineText } from '../lib/schemas.ts'

/** Maximum number of bookmarks per user and store. */
export const maxBookmarks = 50

/**
 * A path of the back office with its query. Two slashes or a backslash would lead to another host.
 */
export const PagePath = singleLineText(1000).regex(
  /^\/[^\s/\\][^\s\\]*$/,
  issue('invalid_page_path'),
)

export const BookmarkInput = z.object({ title: singleLineText(120, 1), path: PagePath })
export const Bookmark = BookmarkInput.extend({ _id: Id })
export type Bookmark = z.infer<typeof Bookmark>

/** Each call returns all bookmarks in order, so that the screen matches the stored state. */
export const bookmarkApi = defineApi('bookmark', {
  list: {
    method: 'GET',
    path: '/bookmark/getAll',
    can: 'member',
    summary: 'List bookmarks of the current user',
    reply: z.array(Bookmark),
  },
  create: {
    method: 'POST',
    path: '/bookmark/create',
    can: 'member',
    summary: 'Create a bookmark at the end',
    body: BookmarkInput,
    reply: z.array(Bookmark),
  },
  update: {
    method: 'PATCH',
    path: '/bookmark/update/:id',
    can: 'member',
    summary: 'Rename a bookmark',
    body: BookmarkInput.pick({ title: true }).partial(),
    reply: z.array(Bookmark),
  },
  delete: {
    method: 'DELETE',
    path: '/bookmark/delete/:id',
    can: 'member',
    summary: 'Delete a bookmark',
    reply: z.array(Bookmark),
  },
  reorder: {
    method: 'PATCH',
    path: '/bookmark/reorder',
    can: 'member',
    summary: 'Reorder the bookmarks',
    body: z.object({ ids: z.array(Id).max(maxBookmarks) }),
    reply: z.array(Bookmark),
  },
})
