import { reviewApi } from '#contract/product/review.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import { openRequestDisk } from '../lib/file/disk.ts'
import {
  countReviews,
  deleteReview,
  findReviewPhoto,
  listReviews,
  replyToReview,
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
  serve(app, reviewApi.reply, ({ tx, params, body }) => replyToReview(tx, params.id, body.reply))
  const disk = openRequestDisk(app.config, 'orders')
  serveDownload(app, reviewApi.getPhoto, async ({ inTx, params }) => {
    const { fileName, fileKey } = await inTx(tx => findReviewPhoto(tx, params.id))
    const { body } = assertFound(await disk.findFile(fileKey), 'review_not_found')
    return { fileName, stream: body }
  })
  serve(app, reviewApi.delete, ({ tx, params }) => deleteReview(tx, params.id))
}
