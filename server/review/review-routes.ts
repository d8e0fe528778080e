import { reviewApi } from '#contract/product/review.ts'
import { type App, serve } from '../lib/call/serve.ts'
import {
  countReviews,
  deleteReview,
  listReviews,
  updateReviewStatus,
  updateReviewStatuses,
} from './review-store.ts'

export function reviewRoutes(app: App) {
  serve(app, reviewApi.list, ({ tx, query, principal }) =>
    listReviews(tx, query, principal.storeId),
  )
  serve(app, reviewApi.getCounts, ({ tx }) => countReviews(tx))
  serve(app, reviewApi.updateStatus, ({ tx, params, body }) =>
    updateReviewStatus(tx, params.id, body.status),
  )
  serve(app, reviewApi.bulkUpdateStatus, ({ tx, body }) => updateReviewStatuses(tx, body))
  serve(app, reviewApi.delete, ({ tx, params }) => deleteReview(tx, params.id))
}
