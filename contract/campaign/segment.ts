import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import {
  Count,
  CountryCode,
  codeText,
  Id,
  ListQuery,
  Money,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'

const Days = z.int().min(1).max(3650)
const maxChoices = 50

type Limit = number | null | undefined
const isRange = (minimum: Limit, maximum: Limit) =>
  (minimum ?? 0) <= (maximum ?? Number.POSITIVE_INFINITY)

/** A person matches if all conditions hold. An empty filter matches everyone who agreed to emails. */
export const SegmentFilter = z
  .object({
    /** Only subscribers of the newsletter, or only customers. */
    source: z.enum(['subscriber', 'customer']).nullish(),
    minSpent: Money.nullish(),
    maxSpent: Money.nullish(),
    minOrders: Count.nullish(),
    maxOrders: Count.nullish(),
    /** Their last order is at most this many days old. */
    orderedWithinDays: Days.nullish(),
    /** Their last order is older than this many days. */
    notOrderedForDays: Days.nullish(),
    /** They bought this product. */
    productId: Id.nullish(),
    /** They bought a product that is in this category or below it. */
    categoryId: Id.nullish(),
    countries: z.array(CountryCode.min(2)).max(maxChoices).optional(),
    languages: z.array(codeText(20, 2)).max(maxChoices).optional(),
    /** They have at least one of these tags. */
    tags: z.array(singleLineText(50, 1)).max(maxChoices).optional(),
  })
  .refine(({ minSpent, maxSpent }) => isRange(minSpent, maxSpent), {
    ...issue('segment_range'),
    path: ['maxSpent'],
  })
  .refine(({ minOrders, maxOrders }) => isRange(minOrders, maxOrders), {
    ...issue('segment_range'),
    path: ['maxOrders'],
  })
export type SegmentFilter = z.infer<typeof SegmentFilter>

export const SegmentInput = z.object({ name: singleLineText(80, 1), filter: SegmentFilter })
export type SegmentInput = z.infer<typeof SegmentInput>
export const Segment = SegmentInput.extend({
  _id: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Segment = z.infer<typeof Segment>

/** A person who would receive an email. */
export const SegmentPerson = z.object({ email: z.string(), name: z.string() })
export type SegmentPerson = z.infer<typeof SegmentPerson>
export const SegmentPreview = z.object({
  count: z.int(),
  /** The first ones by email. */
  people: z.array(SegmentPerson),
})
export type SegmentPreview = z.infer<typeof SegmentPreview>

export const SegmentListQuery = ListQuery.extend({ sort: sortQuery('createdAt') })
export type SegmentListQuery = z.infer<typeof SegmentListQuery>

export const segmentApi = defineApi('segment', {
  list: {
    method: 'GET',
    path: '/segment/getAll',
    can: 'campaign:read',
    allowsReplica: true,
    summary: 'List segments, newest first',
    query: SegmentListQuery,
    items: Segment,
  },
  preview: {
    method: 'POST',
    path: '/segment/preview',
    can: 'campaign:read',
    summary: 'Count the people who match a filter and may receive emails, and list the first ones',
    body: SegmentFilter,
    reply: SegmentPreview,
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/segment/create',
    can: 'campaign:write',
    summary: 'Create a segment',
    body: SegmentInput,
    reply: Segment,
    message: 'Segment created',
  },
  update: {
    method: 'PATCH',
    path: '/segment/update/:id',
    can: 'campaign:write',
    summary: 'Update a segment',
    body: updateSchema(SegmentInput),
    reply: Segment,
    message: 'Segment updated',
  },
  delete: {
    method: 'DELETE',
    path: '/segment/delete/:id',
    can: 'campaign:write',
    summary: 'Delete a segment that no campaign uses',
    message: 'Segment deleted',
  },
})
