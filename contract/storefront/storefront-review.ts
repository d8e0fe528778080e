import type { ReviewStatus } from '../product/review.ts'

/** An approved review on the page of its product. */
export type StorefrontReview = {
  _id: string
  rating: number
  title: string
  text: string
  name: string
  createdAt: string
}

/** The approved reviews of a product, newest first. */
export type StorefrontReviews = {
  count: number
  /** With one decimal; 0 without reviews. */
  average: number
  items: StorefrontReview[]
  isFirstPage: boolean
  /** The id after which the next page starts, null on the last page. */
  next: string | null
}

export const noReviews: StorefrontReviews = {
  count: 0,
  average: 0,
  items: [],
  isFirstPage: true,
  next: null,
}

/** A product of an order that its shopper can review, with the status of the review. */
export type StorefrontReviewState = {
  product: string
  title: string
  path: string
  /** Null if the shopper has not reviewed it. */
  status: ReviewStatus | null
}
