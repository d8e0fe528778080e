import { z } from 'zod'
import { ImportKind, ImportStatus } from './import.ts'
import { defineApi } from './lib/api.ts'
import { BooleanQuery, Count, Id, ListQuery, sortQuery, Timestamp } from './lib/schemas.ts'

export const NotificationKind = z.enum([
  'order_created',
  'stock_low',
  'import_ready',
  'import_done',
  'import_failed',
  'domain_active',
  'domain_failed',
  'webhook_off',
  'webhook_left',
])
export type NotificationKind = z.infer<typeof NotificationKind>

/** Something that happened in the store. Whoever may read `subject` sees it. */
export const StoreNotification = z.object({
  _id: Id,
  kind: NotificationKind,
  subject: z.enum(['order', 'product', 'import', 'domain', 'developer']),
  /** The order, product, import, domain or webhook it is about. */
  subjectId: Id,
  /** What its sentence is made of, by kind; what does not belong to the kind is left out. */
  data: z
    .object({
      number: z.string(),
      customer: z.string(),
      total: z.int(),
      currency: z.string(),
      source: z.string(),
      title: z.string(),
      variantTitle: z.string(),
      sku: z.string(),
      stock: z.int(),
      fileName: z.string(),
      kind: ImportKind,
      create: Count,
      update: Count,
      unchanged: Count,
      skip: Count,
      error: Count,
      domain: z.string(),
      message: z.string(),
      url: z.string(),
    })
    .partial(),
  isRead: z.boolean(),
  createdAt: Timestamp,
})
export type StoreNotification = z.infer<typeof StoreNotification>

/** From here on the number is not counted any further. */
export const maxUnreadCount = 100

/** An import that is under way; `progress` from 0 to 1. */
export const ImportProgress = z.object({
  _id: Id,
  fileName: z.string(),
  kind: ImportKind,
  status: ImportStatus,
  progress: z.number(),
})
export type ImportProgress = z.infer<typeof ImportProgress>

/** What stands beside the bell. The stream's first event, and one at each change. */
export const NotificationState = z.object({
  unread: Count.max(maxUnreadCount),
  work: z.array(ImportProgress),
})
export type NotificationState = z.infer<typeof NotificationState>

// What is shown depends on what else the person may read.
export const notificationApi = defineApi('notice', {
  list: {
    method: 'GET',
    path: '/notice/getAll',
    can: 'member',
    summary: 'What happened in the store, newest first; `meta.unread` counts to 100',
    query: ListQuery.omit({ q: true }).extend({
      sort: sortQuery('createdAt'),
      unread: BooleanQuery,
    }),
    items: StoreNotification,
  },
  read: {
    method: 'PATCH',
    path: '/notice/read',
    can: 'member',
    summary: 'Mark one notice as read (`_id`), or it and all before it (`upTo`)',
    body: z
      .object({ _id: Id.optional(), upTo: Id.optional() })
      .refine(body => (body._id === undefined) !== (body.upTo === undefined), {
        path: ['_id'],
        error: 'Name either one notice or the last one',
      }),
    reply: NotificationState,
  },
  stream: {
    method: 'GET',
    path: '/notice/stream',
    can: 'member',
    summary:
      'Server-sent events: `state` (first, and at each change), `notice`, and `rights` when what the person may do has changed; `Last-Event-ID` goes on from there',
    downloadType: 'text/event-stream; charset=utf-8',
    auditExemption: 'what one person may see anyway',
  },
})
