import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, Timestamp } from '../lib/schemas.ts'
import { ContentPage } from './cms.ts'

/** The versions of a text that are kept. */
export const maxTextVersions = 20

/** The text of a page or a post as it was saved. */
export const TextVersion = z.object({
  _id: Id,
  number: z.int(),
  title: z.string(),
  body: z.string(),
  /** The name of the person who saved it. */
  author: z.string(),
  createdAt: Timestamp,
})
export type TextVersion = z.infer<typeof TextVersion>

export const VersionRestore = z.object({
  number: z.int().min(1),
  version: z.int().min(1).optional(),
})
export type VersionRestore = z.infer<typeof VersionRestore>

export const pageVersionApi = defineApi('cms', {
  listVersions: {
    method: 'GET',
    path: '/page/versions/:id',
    can: 'cms:read',
    summary: 'List the last saved versions of a content page, newest first',
    reply: z.array(TextVersion),
  },
  restoreVersion: {
    method: 'POST',
    path: '/page/restore/:id',
    can: 'cms:write',
    summary: 'Restore the text of a saved version of a content page',
    body: VersionRestore,
    reply: ContentPage,
    status: 200,
    message: 'Version restored',
  },
})
