import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { BulkReply, bulkSelectionFields } from '../lib/call/bulk.ts'
import { Count, Id, ListQuery, multiLineText, sortQuery, Timestamp } from '../lib/schemas.ts'

/** Shoppers see approved reviews only. */
export const ReviewStatus = z.enum(['pending', 'approved', 'rejected'])
export type ReviewStatus = z.infer<typeof ReviewStatus>
export const ReviewDecision = ReviewStatus.exclude(['pending'])

/** A review of a product by a shopper who bought it. All texts are plain. */
export const Review = z.object({
  _id: Id,
  product: Id,
  productTitle: z.string(),
  order: Id,
  orderNumber: z.string(),
  rating: z.int().min(1).max(5),
  title: z.string(),
  text: z.string(),
  /** The name that shoppers see. */
  name: z.string(),
  status: ReviewStatus,
  /** The ids of its photos. */
  photos: z.array(Id),
  /** The reply of the store that shoppers see below the review. */
  reply: z.string(),
  createdAt: Timestamp,
})
export type Review = z.infer<typeof Review>

/** An empty text removes the reply. */
export const ReviewReply = z.object({ reply: multiLineText(2000) })

const reviewFilterFields = { status: ReviewStatus.optional(), product: Id.optional() }
export const ReviewListQuery = ListQuery.extend({
  sort: sortQuery('createdAt', 'rating'),
  ...reviewFilterFields,
})
export type ReviewListQuery = z.infer<typeof ReviewListQuery>

export const ReviewCounts = z.object({
  all: Count,
  pending: Count,
  approved: Count,
  rejected: Count,
})
export type ReviewCounts = z.infer<typeof ReviewCounts>

export const reviewApi = defineApi('review', {
  list: {
    method: 'GET',
    path: '/review/getAll',
    can: 'product:read',
    allowsReplica: true,
    summary: 'List reviews of products, newest first',
    query: ReviewListQuery,
    items: Review,
  },
  getCounts: {
    method: 'GET',
    path: '/review/getCounts',
    can: 'product:read',
    allowsReplica: true,
    summary: 'Count reviews by status',
    reply: ReviewCounts,
  },
  updateStatus: {
    method: 'PATCH',
    path: '/review/updateStatus/:id',
    can: 'product:write',
    summary: 'Approve or reject a review',
    body: z.object({ status: ReviewDecision }),
    message: 'Review updated',
  },
  bulkUpdateStatus: {
    method: 'POST',
    path: '/review/bulk/updateStatus',
    can: 'product:write',
    status: 200,
    summary: 'Approve or reject several reviews',
    body: z.object({ ...bulkSelectionFields(reviewFilterFields), status: ReviewDecision }),
    reply: BulkReply,
  },
  reply: {
    method: 'PUT',
    path: '/review/reply/:id',
    can: 'product:write',
    summary: 'Reply to a review below it; an empty text removes the reply',
    body: ReviewReply,
    message: 'Reply saved',
  },
  getPhoto: {
    method: 'GET',
    path: '/review/photo/:id',
    can: 'product:read',
    summary: 'Download a photo of a review',
    downloadType: 'image/webp',
    auditExemption: 'Pages show photos of reviews with this call.',
  },
  delete: {
    method: 'DELETE',
    path: '/review/delete/:id',
    can: 'product:write',
    summary: 'Delete a review',
    message: 'Review deleted',
  },
})
