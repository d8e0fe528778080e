import { z } from 'zod'
import { ImportKind, ImportStatus } from '../import/import-state.ts'
import { defineApi } from '../lib/call/api.ts'
import { PlanResource } from '../lib/call/plan-resource.ts'
import { ErrorMessage } from '../lib/call/problem.ts'
import { issue } from '../lib/error/issue.ts'
import { BooleanQuery, Count, Id, ListQuery, sortQuery, Timestamp } from '../lib/schemas.ts'

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
  'message_received',
  'order_canceled',
  'order_withdrawn',
  'return_requested',
  'claim_requested',
  'review_added',
  'payment_failed',
  'payment_late',
  'payment_mismatch',
  'payment_unsettled',
  'payment_account_failed',
  'refund_failed',
  'refund_due',
  'payment_disputed',
  'dispute_won',
  'dispute_lost',
  'task_assigned',
  'task_due',
  'event_soon',
  'conversation_assigned',
  'conversation_mentioned',
  'campaign_paused',
  'limit_near',
  'limit_reached',
])
export type NotificationKind = z.infer<typeof NotificationKind>

/** An event in the store for staff with read permission for `subject`, or for one of them. */
export const StoreNotification = z.object({
  _id: Id,
  kind: NotificationKind,
  subject: z.enum([
    'business',
    'order',
    'product',
    'import',
    'domain',
    'developer',
    'conversation',
    'task',
    'calendar',
    'campaign',
  ]),
  /** The affected store, order, product, import, domain, webhook, conversation, task, event or campaign. */
  subjectId: Id,
  /** Values for the notification's text. Only the fields of its kind are present. */
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
      ...ErrorMessage.shape,
      url: z.string(),
      /** The staff member who mentioned the recipient. */
      person: z.string(),
      /** The number of tasks or conversations. */
      count: Count,
      startsAt: Timestamp,
      isAllDay: z.boolean(),
      /** The day of an event in its series. */
      occursOn: z.iso.date(),
      /** What the plan limits, and how much of it is used. */
      resource: PlanResource,
      used: Count,
      limit: Count,
    })
    .partial(),
  isRead: z.boolean(),
  createdAt: Timestamp,
})
export type StoreNotification = z.infer<typeof StoreNotification>

/** The unread count stops here. */
export const maxUnreadCount = 100

/** A running import; `progress` is a fraction from 0 to 1. */
export const ImportProgress = z.object({
  _id: Id,
  fileName: z.string(),
  kind: ImportKind,
  status: ImportStatus,
  progress: z.number(),
})
export type ImportProgress = z.infer<typeof ImportProgress>

/** The state of the notification bell. Sent when the stream opens and at each change. */
export const NotificationState = z.object({
  unread: Count.max(maxUnreadCount),
  runningImports: z.array(ImportProgress),
})
export type NotificationState = z.infer<typeof NotificationState>

// The result depends on the caller's read permissions.
export const notificationApi = defineApi('notification', {
  list: {
    method: 'GET',
    path: '/notification/getAll',
    can: 'member',
    summary: 'List notifications, newest first; `meta.unread` is at most 100',
    query: ListQuery.omit({ q: true }).extend({
      sort: sortQuery('createdAt'),
      unread: BooleanQuery,
    }),
    items: StoreNotification,
  },
  read: {
    method: 'PATCH',
    path: '/notification/read',
    can: 'member',
    summary: 'Mark one notification (`_id`) or all up to one (`upTo`) as read',
    body: z
      .object({ _id: Id.optional(), upTo: Id.optional() })
      .refine(body => (body._id === undefined) !== (body.upTo === undefined), {
        path: ['_id'],
        ...issue('notification_choice'),
      }),
    reply: NotificationState,
  },
  stream: {
    method: 'GET',
    path: '/notification/stream',
    can: 'member',
    summary:
      'Stream `state`, `notification`, `changed`, `progress` and `permissions`; `Last-Event-ID` resumes',
    query: z.object({
      /** Milliseconds since the page began to load data. The notifications of this time are sent. */
      age: z.coerce.number().int().min(0).optional(),
    }),
    downloadType: 'text/event-stream; charset=utf-8',
    auditExemption: 'contains only what the user can read',
  },
})
