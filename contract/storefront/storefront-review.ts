import type { ReviewStatus } from '../product/review.ts'
import type { ReviewQuery } from './storefront.ts'

/** The photos that a shopper can send with a review. */
export const maxReviewPhotos = 4
export const reviewPhotoPath = '/review-photos/:file'
export const toReviewPhotoPath = (id: string) => reviewPhotoPath.replace(':file', id)

/** An approved review on the page of its product. */
export type StorefrontReview = {
  _id: string
  rating: number
  title: string
  text: string
  name: string
  /** The ids of its photos. */
  photos: string[]
  /** The reply of the store, empty without one. */
  reply: string
  createdAt: string
}

/** The approved reviews of a product. */
export type StorefrontReviews = {
  count: number
  /** With one decimal; 0 without reviews. */
  average: number
  /** The number of reviews with one star, two stars and so on. */
  countByStars: number[]
  query: ReviewQuery
  /** The number of reviews with photos. */
  photoCount: number
  items: StorefrontReview[]
  isFirstPage: boolean
  /** The id after which the next page starts, null on the last page. */
  next: string | null
}

export const noReviews: StorefrontReviews = {
  count: 0,
  average: 0,
  countByStars: [],
  query: {},
  photoCount: 0,
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
