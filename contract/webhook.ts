import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import type { Subject } from './lib/permission.ts'
import { Id, ListQuery, singleLineText, sortQuery, Timestamp, updateSchema } from './lib/schemas.ts'

/** What programs can be told of. */
export const webhookEventTypes = [
  'order.created',
  'order.updated',
  'order.paid',
  'order.fulfilled',
  'order.cancelled',
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

/** What somebody must be allowed to see to have it told: an order says how its buyer is reached. `test` is what a test says. */
export function getEventSubjects(type: string): readonly Subject[] {
  if (type.startsWith('order.')) return ['order', 'customer']
  if (type.startsWith('customer.')) return ['customer']
  return [type === 'test' ? 'developer' : 'product']
}

export const WebhookInput = z.object({
  /** Begins with https://. */
  url: singleLineText(2000, 1).pipe(
    z.url({ protocol: /^https?$/, error: 'Use an address that starts with https://' }),
  ),
  /** What it is for. */
  name: singleLineText(60).optional(),
  events: z
    .array(WebhookEventType)
    .min(1, 'Choose at least one event')
    .max(webhookEventTypes.length)
    .transform(events => webhookEventTypes.filter(one => events.includes(one))),
})
export type WebhookInput = z.infer<typeof WebhookInput>

/** `failing`: what was sent last did not arrive, and is sent again. `stopped`: nothing arrived for three days. */
export const WebhookStatus = z.enum(['on', 'failing', 'off', 'stopped'])
export type WebhookStatus = z.infer<typeof WebhookStatus>

export const Webhook = z.object({
  _id: Id,
  url: z.string(),
  name: z.string(),
  events: z.array(WebhookEventType),
  status: WebhookStatus,
  /** The secret with all but its end left out. */
  maskedSecret: z.string(),
  failingSince: Timestamp.nullable(),
  /** Who made it, by the name that they have now. It goes on when they leave the store. */
  madeBy: z.object({ _id: Id, fullName: z.string() }).nullable(),
  version: z.int(),
  createdAt: Timestamp,
})
export type Webhook = z.infer<typeof Webhook>

/** `secret` signs what is sent. It is said here and never again. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

export const WebhookEdit = updateSchema(WebhookInput).extend({ isOn: z.boolean().optional() })
export type WebhookEdit = z.infer<typeof WebhookEdit>

export const DeliveryStatus = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** Why there was no answer; '' if there was one. `off`: the webhook was switched off before it could be sent. */
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

/** One event on its way to one address. `event` is the same each time that it is sent: receivers tell repetitions by it. */
export const WebhookDelivery = z.object({
  _id: Id,
  event: Id,
  type: z.string(),
  status: DeliveryStatus,
  attempts: z.int(),
  /** Somebody asked for it: it is another delivery of its event, or was sent before its time. */
  isRepeat: z.boolean(),
  responseStatus: z.int().nullable(),
  error: DeliveryError,
  tookMs: z.int().nullable(),
  createdAt: Timestamp,
  triedAt: Timestamp.nullable(),
  /** When it is tried again; null once it is done. */
  nextAt: Timestamp.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  /** What is sent, to the letter; null for who may not see what it is about. */
  body: z.string().nullable(),
  /** The beginning of the last answer. */
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
    summary: 'The webhooks of the store, the newest first',
    reply: z.array(Webhook),
  },
  get: {
    method: 'GET',
    path: '/webhook/:id',
    can: 'developer:read',
    summary: 'One webhook',
    reply: Webhook,
  },
  create: {
    method: 'POST',
    path: '/webhook/create',
    can: 'developer:write',
    summary: 'Add a webhook; its secret is in this answer and in no other',
    body: WebhookInput,
    reply: WebhookWithSecret,
    message: 'Webhook added',
  },
  update: {
    method: 'PATCH',
    path: '/webhook/update/:id',
    can: 'developer:write',
    summary: 'Change a webhook, or switch it on or off',
    body: WebhookEdit,
    reply: Webhook,
    message: 'Webhook updated',
  },
  delete: {
    method: 'DELETE',
    path: '/webhook/delete/:id',
    can: 'developer:write',
    summary: 'Delete a webhook with its log; what still waits is not sent',
    message: 'Webhook deleted',
  },
  rotateSecret: {
    method: 'POST',
    path: '/webhook/rotateSecret/:id',
    can: 'developer:write',
    status: 200,
    summary: 'Make a new secret; for a day the one before signs as well',
    reply: WebhookWithSecret,
    message: 'New secret made',
  },
  test: {
    method: 'POST',
    path: '/webhook/test/:id',
    can: 'developer:write',
    rateLimit: 'transfer',
    status: 202,
    summary: 'Send an event of type `test`',
    reply: WebhookDelivery,
    message: 'Test event on its way',
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhookDelivery/getAll',
    can: 'developer:read',
    summary: 'What one webhook was told in the last 30 days, the newest first',
    query: DeliveryQuery,
    items: WebhookDelivery,
  },
  getDelivery: {
    method: 'GET',
    path: '/webhookDelivery/:id',
    can: 'developer:read',
    summary: 'One delivery, with what is sent and the beginning of the last answer',
    reply: WebhookDeliveryDetail,
  },
  replay: {
    method: 'POST',
    path: '/webhookDelivery/replay/:id',
    can: 'developer:write',
    rateLimit: 'transfer',
    status: 202,
    summary: 'Send the same event once more',
    reply: WebhookDelivery,
    message: 'On its way again',
  },
})
