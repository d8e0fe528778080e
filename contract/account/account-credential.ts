import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, Timestamp } from '../lib/schemas.ts'

/** An active API key or webhook that the user created, in any of their stores. */
export const AccountCredential = z.object({
  _id: Id,
  kind: z.enum(['api_key', 'webhook']),
  /** The name of the API key or the URL of the webhook. */
  name: z.string(),
  business: z.object({ _id: Id, name: z.string() }),
  createdAt: Timestamp,
})
export type AccountCredential = z.infer<typeof AccountCredential>

/** API keys and webhooks survive a password reset, so the user reviews them afterwards. */
export const accountCredentialApi = defineApi('account', {
  listCredentials: {
    method: 'GET',
    path: '/account/credentials',
    can: 'logged-in',
    summary: 'List the active API keys and webhooks that the user created, newest first',
    reply: z.object({
      /** True after a password reset until the user completes the review. */
      isReviewDue: z.boolean(),
      credentials: z.array(AccountCredential),
    }),
  },
  endCredential: {
    method: 'POST',
    path: '/account/credentials/end/:id',
    can: 'logged-in',
    status: 200,
    summary: 'Revoke an API key or turn off a webhook that the user created',
    invalidates: ['apiKey', 'webhook'],
  },
  completeReview: {
    method: 'POST',
    path: '/account/credentials/completeReview',
    can: 'logged-in',
    status: 200,
    summary: 'Complete the review of API keys and webhooks after a password reset',
  },
})
