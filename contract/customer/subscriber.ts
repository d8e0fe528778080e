import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, ListQuery, sortQuery, Timestamp } from '../lib/schemas.ts'

/** `pending`: the person has not pressed the button in the email yet. */
export const SubscriberState = z.enum(['pending', 'confirmed', 'unsubscribed'])
export type SubscriberState = z.infer<typeof SubscriberState>

/**
 * A person who requested the newsletter. An email that is not confirmed is deleted after 30 days.
 */
export const Subscriber = z.object({
  _id: Id,
  email: z.string(),
  state: SubscriberState,
  language: z.string(),
  /** The sentence that the person agreed to. */
  consentText: z.string(),
  /** The path of the page with the form. */
  source: z.string(),
  createdAt: Timestamp,
  confirmedAt: Timestamp.nullable(),
  unsubscribedAt: Timestamp.nullable(),
})
export type Subscriber = z.infer<typeof Subscriber>

export const SubscriberListQuery = ListQuery.extend({
  sort: sortQuery('createdAt', 'email'),
  state: SubscriberState.optional(),
})
export type SubscriberListQuery = z.infer<typeof SubscriberListQuery>

export const subscriberApi = defineApi('subscriber', {
  list: {
    method: 'GET',
    path: '/subscriber/getAll',
    can: 'customer:read',
    allowsReplica: true,
    summary: 'List subscribers of the newsletter, newest first',
    query: SubscriberListQuery,
    items: Subscriber,
  },
  export: {
    method: 'GET',
    path: '/subscriber/export',
    can: 'customer:read',
    rateLimit: 'transfer',
    summary: 'Export subscribers as CSV, with the link to unsubscribe of each',
    query: SubscriberListQuery,
    downloadType: 'text/csv; charset=utf-8',
  },
  delete: {
    method: 'DELETE',
    path: '/subscriber/delete/:id',
    can: 'customer:write',
    summary: 'Delete a subscriber',
    message: 'Subscriber deleted',
  },
})
