import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Task } from './task.ts'

/** The records about which staff have tasks. */
export const DeskSubject = z.enum(['order', 'product', 'customer'])
export type DeskSubject = z.infer<typeof DeskSubject>

/** At most this many of each kind are shown beside a record. */
export const maxDeskRows = 20

/** What concerns a record. Parts that the caller can't read are empty. */
export const AboutRecord = z.object({ tasks: z.array(Task) })
export type AboutRecord = z.infer<typeof AboutRecord>

export const deskApi = defineApi('desk', {
  about: {
    method: 'GET',
    path: '/desk/about/:subject/:id',
    can: 'task:read',
    summary: 'List the open tasks about an order, a product or a customer',
    reply: AboutRecord,
  },
})
