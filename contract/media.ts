import { z } from 'zod'
import { api } from './lib/api.ts'
import { ByDate, edit, Id, ListQuery, line, sortBy } from './lib/shapes.ts'

export const Media = z.object({
  _id: Id,
  url: z.string(),
  alt: z.string(),
  fileName: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  createdAt: ByDate,
})
export type Media = z.infer<typeof Media>

export const mediaApi = api('media', {
  upload: {
    method: 'POST',
    path: '/media/upload',
    can: 'media:write',
    limit: 'upload',
    upload: true,
    summary: 'Store pictures (multipart, several `file` parts)',
    reply: z.array(Media),
  },
  list: {
    method: 'GET',
    path: '/media/getAll',
    can: 'media:read',
    summary: 'Pictures of the store',
    query: ListQuery.extend({ sort: sortBy('createdAt') }),
    items: Media,
  },
  update: {
    method: 'PATCH',
    path: '/media/update/:id',
    can: 'media:write',
    summary: 'Change the text for those who cannot see a picture',
    body: edit(z.object({ alt: line(300) })),
    reply: Media,
    touches: ['product'],
  },
  remove: {
    method: 'DELETE',
    path: '/media/delete/:id',
    can: 'media:write',
    summary: 'Delete a picture that nothing uses',
  },
})
