import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import {
  Id,
  ListQuery,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'

export const Media = z.object({
  _id: Id,
  url: z.string(),
  alt: z.string(),
  fileName: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  createdAt: Timestamp,
})
export type Media = z.infer<typeof Media>

/** An image after its upload. Other animations than GIF and WebP lose all frames but the first. */
const UploadedMedia = Media.extend({ isFirstFrameOnly: z.boolean() })

export const mediaApi = defineApi('media', {
  upload: {
    method: 'POST',
    path: '/media/upload',
    can: 'media:write',
    rateLimit: 'transfer',
    upload: true,
    summary: 'Upload images (multipart, several `file` parts)',
    reply: z.array(UploadedMedia),
  },
  list: {
    method: 'GET',
    path: '/media/getAll',
    can: 'media:read',
    allowsReplica: true,
    summary: 'List images',
    query: ListQuery.extend({ sort: sortQuery('createdAt') }),
    items: Media,
  },
  update: {
    method: 'PATCH',
    path: '/media/update/:id',
    can: 'media:write',
    summary: 'Update the alt text of an image',
    body: updateSchema(z.object({ alt: singleLineText(300) })),
    reply: Media,
    invalidates: ['product'],
  },
  delete: {
    method: 'DELETE',
    path: '/media/delete/:id',
    can: 'media:write',
    summary: 'Delete an unused image',
  },
})
