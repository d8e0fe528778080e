import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, ListQuery, sortQuery, Timestamp } from '../lib/schemas.ts'

/** A message that a shopper sent with the contact form. It is deleted after a year. */
export const ContactMessage = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  /** As typed; empty for a message about no order. */
  orderNumber: z.string(),
  message: z.string(),
  createdAt: Timestamp,
})
export type ContactMessage = z.infer<typeof ContactMessage>

export const contactMessageApi = defineApi('contactMessage', {
  list: {
    method: 'GET',
    path: '/contactMessage/getAll',
    can: 'customer:read',
    summary: 'List messages of the contact form, newest first',
    query: ListQuery.extend({ sort: sortQuery('createdAt', 'name') }),
    items: ContactMessage,
  },
  get: {
    method: 'GET',
    path: '/contactMessage/:id',
    can: 'customer:read',
    summary: 'Get a message of the contact form',
    reply: ContactMessage,
  },
  delete: {
    method: 'DELETE',
    path: '/contactMessage/delete/:id',
    can: 'customer:write',
    summary: 'Delete a message of the contact form',
    message: 'Message deleted',
  },
})
