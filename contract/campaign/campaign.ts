import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import {
  Id,
  ListQuery,
  multiLineText,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
  versionField,
} from '../lib/schemas.ts'

export const CampaignStatus = z.enum([
  'draft',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'canceled',
])
export type CampaignStatus = z.infer<typeof CampaignStatus>

export const CampaignText = z.object({
  subject: singleLineText(150).optional(),
  /** The line that mail programs show after the subject. */
  preview: singleLineText(200).optional(),
  /** Sanitized HTML. */
  body: multiLineText(100_000).optional(),
})
export type CampaignText = z.infer<typeof CampaignText>
export const CampaignInput = CampaignText.extend({
  /** The name in the back office, and of the campaign in links. */
  name: singleLineText(120, 1),
  /** Without a segment, all who agreed to emails receive it. */
  segmentId: Id.nullable().optional(),
})
export type CampaignInput = z.infer<typeof CampaignInput>

export const Campaign = CampaignInput.required().extend({
  _id: Id,
  segmentId: Id.nullable(),
  status: CampaignStatus,
  sendAt: Timestamp.nullable(),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  /** The campaign is paused, because the mail server refuses its sender. */
  isSenderRefused: z.boolean(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Campaign = z.infer<typeof Campaign>
export const CampaignRow = Campaign.pick({
  _id: true,
  name: true,
  subject: true,
  status: true,
  sendAt: true,
  startedAt: true,
  createdAt: true,
}).extend({
  /** The number of emails that were sent. */
  sentCount: z.int(),
})
export type CampaignRow = z.infer<typeof CampaignRow>

export const CampaignListQuery = ListQuery.extend({
  sort: sortQuery('createdAt', 'name'),
  status: CampaignStatus.optional(),
})
export type CampaignListQuery = z.infer<typeof CampaignListQuery>

/** What keeps a campaign from being sent, the most important first. */
export const CampaignProblem = z.enum([
  'no_subject',
  'no_text',
  'hidden_product',
  'no_sender',
  'no_address',
  'not_live',
  'no_people',
])
export type CampaignProblem = z.infer<typeof CampaignProblem>
export const CampaignCheck = z.object({
  /** The people who would receive it now. */
  count: z.int(),
  problems: z.array(CampaignProblem),
  /** The address that the emails come from. */
  sender: z.string(),
})
export type CampaignCheck = z.infer<typeof CampaignCheck>

export const CampaignResult = z.object({
  /** All chosen people. */
  total: z.int(),
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  bounced: z.int(),
  skipped: z.int(),
  unsubscribed: z.int(),
  /** Orders of the recipients within 7 days after their email, if it was the last one. Null without the permission. */
  orders: z.int().nullable(),
  revenue: z.int().nullable(),
})
export type CampaignResult = z.infer<typeof CampaignResult>

const StatusChange = z.object(versionField)

export const campaignApi = defineApi('campaign', {
  list: {
    method: 'GET',
    path: '/campaign/getAll',
    can: 'campaign:read',
    allowsReplica: true,
    summary: 'List campaigns, newest first',
    query: CampaignListQuery,
    items: CampaignRow,
  },
  get: {
    method: 'GET',
    path: '/campaign/:id',
    can: 'campaign:read',
    summary: 'Get a campaign',
    reply: Campaign,
  },
  check: {
    method: 'GET',
    path: '/campaign/check/:id',
    can: 'campaign:read',
    summary: 'Count the people of a campaign and list what keeps it from being sent',
    reply: CampaignCheck,
  },
  getResult: {
    method: 'GET',
    path: '/campaign/result/:id',
    can: 'campaign:read',
    allowsReplica: true,
    summary: 'Get the result of a campaign',
    reply: CampaignResult,
  },
  preview: {
    method: 'POST',
    path: '/campaign/preview',
    can: 'campaign:read',
    summary: 'Render the email of a campaign',
    body: CampaignText,
    reply: z.object({ subject: z.string(), html: z.string() }),
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/campaign/create',
    can: 'campaign:write',
    summary: 'Create a campaign as a draft',
    body: CampaignInput,
    reply: Campaign,
    message: 'Campaign created',
  },
  update: {
    method: 'PATCH',
    path: '/campaign/update/:id',
    can: 'campaign:write',
    summary: 'Update a draft',
    body: updateSchema(CampaignInput),
    reply: Campaign,
    message: 'Campaign updated',
  },
  delete: {
    method: 'DELETE',
    path: '/campaign/delete/:id',
    can: 'campaign:write',
    summary: 'Delete a campaign that was not sent',
    message: 'Campaign deleted',
  },
  sendTest: {
    method: 'POST',
    path: '/campaign/test/:id',
    can: 'campaign:write',
    rateLimit: 'transfer',
    summary: 'Send the saved email of a campaign to the caller',
    status: 202,
    message: 'Test email sent',
  },
  send: {
    method: 'POST',
    path: '/campaign/send/:id',
    can: 'campaign:write',
    summary: 'Send a draft now or at a time',
    body: StatusChange.extend({ sendAt: Timestamp.nullable().optional() }),
    reply: Campaign,
    status: 200,
    message: 'Campaign updated',
  },
  cancel: {
    method: 'POST',
    path: '/campaign/cancel/:id',
    can: 'campaign:write',
    summary: 'Make a scheduled campaign a draft, or end one that is being sent',
    body: StatusChange,
    reply: Campaign,
    status: 200,
    message: 'Campaign updated',
  },
  pause: {
    method: 'POST',
    path: '/campaign/pause/:id',
    can: 'campaign:write',
    summary: 'Pause a campaign that is being sent',
    body: StatusChange,
    reply: Campaign,
    status: 200,
    message: 'Campaign paused',
  },
  resume: {
    method: 'POST',
    path: '/campaign/resume/:id',
    can: 'campaign:write',
    summary: 'Continue a paused campaign',
    body: StatusChange,
    reply: Campaign,
    status: 200,
    message: 'Campaign resumed',
  },
})
