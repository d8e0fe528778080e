import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { CalendarItem } from './calendar-event.ts'
import { ConversationRow } from './conversation.ts'
import { Task } from './task.ts'

/** The records about which staff have tasks and conversations. */
export const DeskSubject = z.enum(['order', 'product', 'customer'])
export type DeskSubject = z.infer<typeof DeskSubject>

/** At most this many of each kind are shown beside a record. */
export const maxDeskRows = 20

/** An open conversation beside a record. */
export const ConversationSummary = ConversationRow.pick({
  _id: true,
  subject: true,
  name: true,
  email: true,
  status: true,
  lastText: true,
  lastMessageAt: true,
  waitingSince: true,
})
export type ConversationSummary = z.infer<typeof ConversationSummary>

/** The open tasks and conversations about a record, and its next events. Parts that the caller can't read are empty. */
export const AboutRecord = z.object({
  tasks: z.array(Task),
  /** The newest first. */
  conversations: z.array(ConversationSummary),
  /**
   * The ship-by day of an order and the due days of its invoices, then the next event of each series by
   * start. Times are those of the clock of the store.
   */
  events: z.array(CalendarItem),
})
export type AboutRecord = z.infer<typeof AboutRecord>

export const deskApi = defineApi('desk', {
  about: {
    method: 'GET',
    path: '/desk/about/:subject/:id',
    can: 'member',
    summary: 'List the open tasks, open conversations and next events about a record',
    reply: AboutRecord,
  },
})
