import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Email, Id, ListQuery, sortQuery, Timestamp } from '../lib/schemas.ts'

export const SuppressionReason = z.enum(['unsubscribed', 'bounced', 'complaint', 'manual'])
export type SuppressionReason = z.infer<typeof SuppressionReason>

/** An address that receives no marketing emails, whatever its consent says. */
export const Suppression = z.object({
  _id: Id,
  email: z.string(),
  reason: SuppressionReason,
  createdAt: Timestamp,
})
export type Suppression = z.infer<typeof Suppression>

export const SuppressionListQuery = ListQuery.extend({
  sort: sortQuery('createdAt', 'email'),
  reason: SuppressionReason.optional(),
})
export type SuppressionListQuery = z.infer<typeof SuppressionListQuery>
export const SuppressionInput = z.object({ email: Email })
export type SuppressionInput = z.infer<typeof SuppressionInput>

export const suppressionApi = defineApi('suppression', {
  list: {
    method: 'GET',
    path: '/suppression/getAll',
    can: 'campaign:read',
    allowsReplica: true,
    summary: 'List addresses that receive no marketing emails, newest first',
    query: SuppressionListQuery,
    items: Suppression,
  },
  create: {
    method: 'POST',
    path: '/suppression/create',
    can: 'campaign:write',
    summary: 'Suppress an address',
    body: SuppressionInput,
    reply: Suppression,
    message: 'Address suppressed',
  },
  delete: {
    method: 'DELETE',
    path: '/suppression/delete/:id',
    can: 'campaign:write',
    summary: 'Allow an address again. Its consent stays as it is.',
    message: 'Address allowed',
  },
})
