import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import { returnLabelPath, returnPhotoPath } from '#contract/storefront/storefront-order-form.ts'
import { reviewPhotoPath } from '#contract/storefront/storefront-review.ts'
import { withStoreTransaction } from '../lib/db/db.ts'
import { openRequestDisk } from '../lib/file/disk.ts'
import {
  findReturnFile,
  findReviewPhotoFile,
  openOrderFile,
} from '../order/file/order-file-store.ts'
import { hasContent } from '../storefront/page/page-body.ts'
import { createEtag, type Storefront, sendNotFound } from '../storefront/page/serve-page.ts'
import { findOrderLink } from './render-order.ts'

const fileHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}
const FileParams = z.object({ file: Id })

/** Serves the photos and the labels of returns to everyone who has the link of the order. */
export function serveReturnFiles(storefront: Storefront) {
  const { app, server } = storefront
  const disk = openRequestDisk(app.config, 'orders')
  const sendFile =
    (purpose: 'return_photo' | 'label') => async (request: FastifyRequest, reply: FastifyReply) => {
      const { storeId } = request.storefrontHost
      const link = await findOrderLink(storefront, request)
      const { data } = FileParams.safeParse(request.params)
      if (!link || !data) return sendNotFound(storefront, request, reply)
      const file = await withStoreTransaction(app.db, storeId, tx =>
        findReturnFile(tx, { orderId: link.id, id: data.file, purpose }),
      )
      const stream = file && (await openOrderFile(disk, file.fileKey))
      if (!stream) return sendNotFound(storefront, request, reply)
      if (purpose === 'label')
        reply.header(
          'content-disposition',
          `attachment; filename="${file.fileName.replace(/[^\w.-]/g, '-')}"`,
        )
      return reply
        .headers({
          ...fileHeaders,
          'content-type': file.contentType,
          'cache-control': 'private, no-store',
        })
        .send(stream)
    }
  server.get(returnPhotoPath, sendFile('return_photo'))
  server.get(returnLabelPath, sendFile('label'))
}

/** Serves the photos of approved reviews. Caches ask each time whether one is still approved. */
export function serveReviewPhotos(storefront: Storefront) {
  const { app, server } = storefront
  const disk = openRequestDisk(app.config, 'orders')
  server.get(reviewPhotoPath, async (request, reply) => {
    const { storeId } = request.storefrontHost
    const { data } = FileParams.safeParse(request.params)
    const file =
      data &&
      (await withStoreTransaction(app.db, storeId, tx => findReviewPhotoFile(tx, data.file)))
    if (!file) return sendNotFound(storefront, request, reply)
    const etag = createEtag(file.fileKey)
    const cacheHeaders = { etag, 'cache-control': 'public, max-age=0, must-revalidate' }
    if (hasContent(request.headers, etag)) return reply.status(304).headers(cacheHeaders).send()
    const stream = await openOrderFile(disk, file.fileKey)
    if (!stream) return sendNotFound(storefront, request, reply)
    return reply
      .headers({ ...fileHeaders, ...cacheHeaders, 'content-type': file.contentType })
      .send(stream)
  })
}
