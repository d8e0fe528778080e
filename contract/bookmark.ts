import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { Id, singleLineText } from './lib/schemas.ts'

/** Pages that one person can pin in one store. */
export const maxBookmarks = 50

/** A path of these pages with its query. Two slashes, or a backslash, would lead a browser to another host. */
export const PagePath = singleLineText(1000).regex(
  /^\/[^\s/\\][^\s\\]*$/,
  'The address of a page in here, starting with one slash',
)

export const BookmarkInput = z.object({ title: singleLineText(120, 1), address: PagePath })
export const Bookmark = BookmarkInput.extend({ _id: Id })
export type Bookmark = z.infer<typeof Bookmark>

/** Each answers with all of them in their order, so that what is on screen is what is kept. */
export const bookmarkApi = defineApi('bookmark', {
  list: {
    method: 'GET',
    path: '/bookmark/getAll',
    can: 'member',
    summary: 'Pages that the person asking has pinned',
    reply: z.array(Bookmark),
  },
  create: {
    method: 'POST',
    path: '/bookmark/create',
    can: 'member',
    summary: 'Pin a page, as the last',
    body: BookmarkInput,
    reply: z.array(Bookmark),
  },
  update: {
    method: 'PATCH',
    path: '/bookmark/update/:id',
    can: 'member',
    summary: 'Call a pinned page something else',
    body: BookmarkInput.pick({ title: true }).partial(),
    reply: z.array(Bookmark),
  },
  delete: {
    method: 'DELETE',
    path: '/bookmark/delete/:id',
    can: 'member',
    summary: 'Take a pinned page away',
    reply: z.array(Bookmark),
  },
  reorder: {
    method: 'PATCH',
    path: '/bookmark/reorder',
    can: 'member',
    summary: 'Put the pinned pages in this order',
    body: z.object({ ids: z.array(Id).max(maxBookmarks) }),
    reply: z.array(Bookmark),
  },
})
