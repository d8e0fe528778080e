import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import { returnPhotoPath } from '#contract/storefront/storefront-order-form.ts'
import { withStoreTransaction } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import { findReturnPhoto, openOrderFile } from '../order/file/order-file-store.ts'
import { type Storefront, sendNotFound } from '../storefront/page/serve-page.ts'
import { findOrderLink } from './render-order.ts'

const PhotoParams = z.object({ photo: Id })

/** Serves the photos of returns to everyone who has the link of the order. */
export function serveReturnPhoto(storefront: Storefront) {
  const { app, server } = storefront
  const disk = openDisk(app.config, 'orders')
  server.get(returnPhotoPath, async (request, reply) => {
    const { storeId } = request.storefrontHost
    const link = findOrderLink(storefront, request)
    const { data } = PhotoParams.safeParse(request.params)
    if (!link || !data) return sendNotFound(storefront, request, reply)
    const key = await withStoreTransaction(app.db, storeId, tx =>
      findReturnPhoto(tx, { orderId: link.id, id: data.photo }),
    )
    const stream = key && (await openOrderFile(disk, key))
    if (!stream) return sendNotFound(storefront, request, reply)
    return reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      .send(stream)
  })
}
