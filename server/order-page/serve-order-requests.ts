import { maxReturnPhotos } from '#contract/order/file/order-file.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { orderPagePath } from '#contract/storefront/storefront-order-form.ts'
import { assertFound, createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { RunInTransaction } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import { storeOrderFiles } from '../order/file/order-file-store.ts'
import { addReview } from '../order/page/add-review.ts'
import { loadOrderPage } from '../order/page/load-order-page.ts'
import { withdrawOrder } from '../order/return/order-withdrawal.ts'
import { requestReturn } from '../order/return/request-return.ts'
import { toPhotoFiles } from '../order/return/return-photo-files.ts'
import { serveForm } from '../storefront/form/serve-form.ts'
import type { Storefront } from '../storefront/page/serve-page.ts'
import { withShopperOrder } from './change-order.ts'
import { findOrderLink, renderOrder, sendOrderPage } from './render-order.ts'

/** Serves the withdrawal from the contract of an order, the request of a return, and reviews. */
export function serveOrderRequests(storefront: Storefront) {
  const { app, server } = storefront
  const disk = openDisk(app.config, 'orders')
  for (const view of ['withdraw', 'return', 'review'] as const)
    server.get(`${orderPagePath}/${view}`, async (request, reply) => {
      const page = await renderOrder(storefront, request, { view })
      return sendOrderPage(storefront, request, reply, page)
    })
  serveForm(storefront, storefrontForms.orderWithdrawal, {
    async handle({ fields, host: { storeId }, request }) {
      const { id, path } = assertFound(findOrderLink(storefront, request), 'order_not_found')
      const order = await loadOrderPage(app, storeId, id)
      if (!order?.canWithdraw && !order?.withdrawal) throw new Problem(404, 'not_found')
      await withShopperOrder(app, { storeId, id, requestId: request.id }, tx =>
        withdrawOrder({ tx, storeId, id }, fields),
      )
      return `${path}/withdraw`
    },
    render: ({ request, state, status }) =>
      renderOrder(storefront, request, { view: 'withdraw', form: state, status }),
  })
  serveForm(storefront, storefrontForms.orderReturn, {
    images: {
      field: 'photos',
      maxCount: maxReturnPhotos,
      dataDir: app.config.dataDir,
      isAllowed: request => findOrderLink(storefront, request) !== undefined,
    },
    async handle({ fields, images, host: { storeId }, request }) {
      const { id, path } = assertFound(findOrderLink(storefront, request), 'order_not_found')
      assertRequestable(assertFound(await loadOrderPage(app, storeId, id)), fields)
      const inTx: RunInTransaction = work =>
        withShopperOrder(app, { storeId, id, requestId: request.id }, work)
      await storeOrderFiles({ disk, storeId, inTx }, toPhotoFiles(images), addRows =>
        inTx(async tx => {
          const returnId = await requestReturn({ tx, storeId, id }, fields)
          await addRows(tx, { orderId: id, purpose: 'return_photo', returnId })
        }),
      )
      return path
    },
    render: ({ request, state, status }) =>
      renderOrder(storefront, request, { view: 'return', form: state, status }),
  })
  serveForm(storefront, storefrontForms.orderReview, {
    async handle({ fields, host: { storeId }, request }) {
      const { id, path } = assertFound(findOrderLink(storefront, request), 'order_not_found')
      await withShopperOrder(app, { storeId, id, requestId: request.id }, tx =>
        addReview(tx, id, fields),
      )
      return `${path}/review`
    },
    render: ({ request, state, status }) =>
      renderOrder(storefront, request, { view: 'review', form: state, status }),
  })
}

/**
 * Staff can accept returns after the return period and of products that are excepted, shoppers can't
 * request them.
 * @throws Problem 409 return_too_big
 */
function assertRequestable(
  order: StorefrontOrder,
  { lines }: { lines: readonly { line: string; quantity: number }[] },
): void {
  for (const { line, quantity } of lines) {
    const returnable = order.lines.find(({ _id }) => _id === line)?.returnable ?? 0
    if (quantity > returnable) throw createFieldProblem(`line-${line}`, 'return_too_big', {}, 409)
  }
}
