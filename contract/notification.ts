import { z } from 'zod'
import { ImportKind, ImportStatus } from './import.ts'
import { api } from './lib/api.ts'
import { ByDate, Count, Flag, Id, ListQuery, sortBy } from './lib/shapes.ts'

export const NoticeKind = z.enum([
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
export type NoticeKind = z.infer<typeof NoticeKind>

/** Something that happened in the store. Whoever may read `subject` sees it. */
export const Notice = z.object({
  _id: Id,
  kind: NoticeKind,
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
  createdAt: ByDate,
})
export type Notice = z.infer<typeof Notice>

/** From here on the number is not counted any further. */
export const unreadShown = 100

/** An import that is under way; `progress` from 0 to 1. */
export const NoticeWork = z.object({
  _id: Id,
  fileName: z.string(),
  kind: ImportKind,
  status: ImportStatus,
  progress: z.number(),
})
export type NoticeWork = z.infer<typeof NoticeWork>

/** What stands beside the bell. The stream's first event, and one at each change. */
export const NoticeState = z.object({ unread: Count.max(unreadShown), work: z.array(NoticeWork) })
export type NoticeState = z.infer<typeof NoticeState>

// What is shown depends on what else the person may read.
export const noticeApi = api('notice', {
  list: {
    method: 'GET',
    path: '/notice/getAll',
    can: 'member',
    summary: 'What happened in the store, newest first; `meta.unread` counts to 100',
    query: ListQuery.omit({ q: true }).extend({ sort: sortBy('createdAt'), unread: Flag }),
    items: Notice,
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
    reply: NoticeState,
  },
  stream: {
    method: 'GET',
    path: '/notice/stream',
    can: 'member',
    summary:
      'Server-sent events: `state` (first, and at each change), `notice`, and `rights` when what the person may do has changed; `Last-Event-ID` goes on from there',
    download: 'text/event-stream; charset=utf-8',
    unrecorded: 'what one person may see anyway',
  },
})
