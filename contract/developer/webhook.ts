import { z } from 'zod'
import { Reauthentication } from '../account/account-security.ts'
import { defineApi } from '../lib/call/api.ts'
import type { Subject } from '../lib/call/permission.ts'
import { issue } from '../lib/error/issue.ts'
import {
  Id,
  ListQuery,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'

/** The events that a webhook can receive. */
export const webhookEventTypes = [
  'order.created',
  'order.updated',
  'order.paid',
  'order.fulfilled',
  'order.cancelled',
  'return.created',
  'return.updated',
  'product.created',
  'product.updated',
  'product.deleted',
  'stock.changed',
  'customer.created',
  'customer.updated',
  'customer.deleted',
] as const
export const WebhookEventType = z.enum(webhookEventTypes)
export type WebhookEventType = z.infer<typeof WebhookEventType>

export const maxWebhooks = 20

/**
 * Returns the subjects that a user must be able to read to receive this event: an order contains
 * customer data.
 */
export function getEventSubjects(type: string): readonly Subject[] {
  if (type.startsWith('order.')) return ['order', 'customer']
  if (type.startsWith('return.')) return ['order']
  if (type.startsWith('customer.')) return ['customer']
  return [type === 'test' ? 'developer' : 'product']
}

export const WebhookInput = z.object({
  url: singleLineText(2000, 1).pipe(z.url({ protocol: /^https?$/, ...issue('not_https') })),
  /** A name for the list, such as the purpose. */
  name: singleLineText(60).optional(),
  events: z
    .array(WebhookEventType)
    .min(1, issue('event_missing'))
    .max(webhookEventTypes.length)
    .transform(events => webhookEventTypes.filter(one => events.includes(one))),
})
export type WebhookInput = z.infer<typeof WebhookInput>
export const WebhookCreation = WebhookInput.extend(Reauthentication.shape)

/**
 * `failing`: the last delivery failed and is retried. `stopped`: turned off after three days of
 * failures.
 */
export const WebhookStatus = z.enum(['on', 'failing', 'off', 'stopped'])
export type WebhookStatus = z.infer<typeof WebhookStatus>

export const Webhook = z.object({
  _id: Id,
  url: z.string(),
  name: z.string(),
  events: z.array(WebhookEventType),
  status: WebhookStatus,
  /** The prefix and the last characters of the secret. */
  maskedSecret: z.string(),
  failingSince: Timestamp.nullable(),
  /**
   * The person who created it, set its URL or turned it on last, by their current name. It is turned
   * off when they lose access.
   */
  createdBy: z.object({ _id: Id, fullName: z.string() }).nullable(),
  version: z.int(),
  createdAt: Timestamp,
})
export type Webhook = z.infer<typeof Webhook>

/** `secret` signs the deliveries. Only this response contains it. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

/** A new URL, more events and turning on must be confirmed with the password. */
export const WebhookEdit = updateSchema(WebhookInput).extend({
  isOn: z.boolean().optional(),
  ...Reauthentication.partial().shape,
})
export type WebhookEdit = z.infer<typeof WebhookEdit>

export const DeliveryStatus = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/**
 * Why there was no response; '' if there was one. `off`: the webhook was turned off before the
 * delivery was sent.
 */
export const DeliveryError = z.enum([
  '',
  'no_url',
  'credentials',
  'no_host',
  'private',
  'no_answer',
  'no_secret',
  'off',
])
export type DeliveryError = z.infer<typeof DeliveryError>

/** The delivery of one event to one webhook. Receivers detect repeats by `event`. */
export const WebhookDelivery = z.object({
  _id: Id,
  event: Id,
  type: z.string(),
  status: DeliveryStatus,
  attempts: z.int(),
  /** Sent manually: another delivery of its event, or one sent before its scheduled time. */
  isManual: z.boolean(),
  responseStatus: z.int().nullable(),
  error: DeliveryError,
  durationMs: z.int().nullable(),
  createdAt: Timestamp,
  lastAttemptAt: Timestamp.nullable(),
  /** The next attempt; null once the delivery has ended. */
  nextAttemptAt: Timestamp.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  /** The exact body; null when the user may not see the data. */
  body: z.string().nullable(),
  /** The beginning of the last response. */
  response: z.string(),
})
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>

export const DeliveryFilter = ListQuery.omit({ q: true }).extend({
  status: DeliveryStatus.optional(),
  sort: sortQuery('createdAt'),
})
export const DeliveryQuery = DeliveryFilter.extend({ webhook: Id })
export type DeliveryQuery = z.infer<typeof DeliveryQuery>

export const webhookApi = defineApi('webhook', {
  list: {
    method: 'GET',
    path: '/webhook/getAll',
    can: 'developer:read',
    summary: 'List webhooks, newest first',
    reply: z.array(Webhook),
  },
  get: {
    method: 'GET',
    path: '/webhook/:id',
    can: 'developer:read',
    summary: 'Get a webhook',
    reply: Webhook,
  },
  create: {
    method: 'POST',
    path: '/webhook/create',
    can: 'developer:write',
    summary:
      'Create a webhook, confirmed with the password; only this response contains its secret',
    uses: 'webhook',
    body: WebhookCreation,
    reply: WebhookWithSecret,
    message: 'Webhook added',
  },
  update: {
    method: 'PATCH',
    path: '/webhook/update/:id',
    can: 'developer:write',
    summary:
      'Update a webhook; a new URL, more events and turning on are confirmed with the password',
    body: WebhookEdit,
    reply: Webhook,
    message: 'Webhook updated',
  },
  delete: {
    method: 'DELETE',
    path: '/webhook/delete/:id',
    can: 'developer:write',
    summary: 'Delete a webhook with its deliveries; pending ones are not sent',
    message: 'Webhook deleted',
  },
  rotateSecret: {
    method: 'POST',
    path: '/webhook/rotateSecret/:id',
    can: 'developer:write',
    status: 200,
    summary:
      'Rotate the secret, confirmed with the password; the previous one also signs for one day',
    body: Reauthentication,
    reply: WebhookWithSecret,
    message: 'Webhook secret rotated',
  },
  test: {
    method: 'POST',
    path: '/webhook/test/:id',
    can: 'developer:write',
    rateLimit: 'transfer',
    status: 202,
    summary: 'Send an event of type `test`',
    reply: WebhookDelivery,
    message: 'Test event sent',
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhookDelivery/getAll',
    can: 'developer:read',
    allowsReplica: true,
    summary: 'List the deliveries of a webhook in the last 30 days, newest first',
    query: DeliveryQuery,
    items: WebhookDelivery,
  },
  getDelivery: {
    method: 'GET',
    path: '/webhookDelivery/:id',
    can: 'developer:read',
    summary: 'Get a delivery with its request body and the start of the last response',
    reply: WebhookDeliveryDetail,
  },
  resend: {
    method: 'POST',
    path: '/webhookDelivery/resend/:id',
    can: 'developer:write',
    rateLimit: 'transfer',
    status: 202,
    summary: 'Resend an event',
    reply: WebhookDelivery,
    message: 'Event resent',
  },
})
