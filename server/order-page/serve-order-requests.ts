import type { FastifyRequest } from 'fastify'
import { maxReturnPhotos } from '#contract/order/file/order-file.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { orderPagePath } from '#contract/storefront/storefront-order-form.ts'
import { maxReviewPhotos } from '#contract/storefront/storefront-review.ts'
import { assertFound, createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { RunInTransaction } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import type { UploadedImage } from '../lib/file/image-upload.ts'
import { isFormApplied } from '../order/edit/form-key.ts'
import { storeOrderFiles } from '../order/file/order-file-store.ts'
import { addReview, addReviewPhotos } from '../order/page/add-review.ts'
import { loadOrderPage } from '../order/page/load-order-page.ts'
import { withdrawOrder } from '../order/return/order-withdrawal.ts'
import { requestReturn } from '../order/return/request-return.ts'
import { toPhotoFiles } from '../order/return/return-photo-files.ts'
import { serveForm } from '../storefront/form/serve-form.ts'
import type { Storefront } from '../storefront/page/serve-page.ts'
import { withShopperOrder } from './change-order.ts'
import { findOrderLink, getConfirmationPath, renderOrder, sendOrderPage } from './render-order.ts'

/** Serves the withdrawal from the contract of an order, the requests of returns and claims, and reviews. */
export function serveOrderRequests(storefront: Storefront) {
  const { app, server } = storefront
  for (const view of ['withdraw', 'return', 'claim', 'review'] as const)
    server.get(`${orderPagePath}/${view}`, async (request, reply) => {
      const page = await renderOrder(storefront, request, { view })
      return sendOrderPage(storefront, request, reply, page)
    })
  serveForm(storefront, storefrontForms.orderWithdrawal, {
    async handle({ fields, host: { storeId }, request }) {
      const { id, path } = assertFound(await findOrderLink(storefront, request), 'order_not_found')
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
  serveReturnRequests(storefront)
  serveReviews(storefront)
}

type ReturnRequest = Parameters<typeof requestReturn>[1] & {
  exchanges?: { line: string; variant: string }[]
}

/** Returns the items of a return with the variants that the shopper wants instead, for the text of the return. */
const listExchanges = (
  order: StorefrontOrder,
  { lines, exchanges = [] }: Pick<ReturnRequest, 'lines' | 'exchanges'>,
): string[] =>
  exchanges.flatMap(exchange => {
    const line = order.lines.find(({ _id }) => _id === exchange.line)
    const wanted = line?.exchangeVariants.find(({ _id }) => _id === exchange.variant)
    const isReturned = lines.some(each => each.line === exchange.line)
    return line && wanted && isReturned
      ? [`${[line.title, line.variantTitle].filter(Boolean).join(' – ')} → ${wanted.title}`]
      : []
  })

/** Serves the requests of returns and claims, with photos. */
function serveReturnRequests(storefront: Storefront) {
  const { app } = storefront
  const disk = openDisk(app.config, 'orders')
  const sendRequest = async (
    request: FastifyRequest,
    { exchanges = [], ...change }: ReturnRequest,
    images: readonly UploadedImage[],
  ) => {
    const { storeId } = request.storefrontHost
    const { id, path } = assertFound(await findOrderLink(storefront, request), 'order_not_found')
    const inTx: RunInTransaction = work =>
      withShopperOrder(app, { storeId, id, requestId: request.id }, work)
    // Before the key is looked up: the same form, sent at the same time, changes the order in between.
    const order = assertFound(await loadOrderPage(app, storeId, id))
    const confirmationPath = getConfirmationPath(
      path,
      change.kind === 'createReturn' ? 'return' : 'claim',
    )
    if (await inTx(tx => isFormApplied(tx, id, change.key))) return confirmationPath
    assertRequestable(order, change)
    const reason = [...listExchanges(order, { ...change, exchanges }), change.reason]
      .filter(Boolean)
      .join('\n')
    await storeOrderFiles({ disk, storeId, inTx }, toPhotoFiles(images), addRows =>
      inTx(async tx => {
        const returnId = await requestReturn({ tx, storeId, id }, { ...change, reason })
        if (returnId) await addRows(tx, { orderId: id, purpose: 'return_photo', returnId })
      }),
    )
    return confirmationPath
  }
  const images = {
    field: 'photos',
    maxCount: maxReturnPhotos,
    dataDir: app.config.dataDir,
    isAllowed: async (request: FastifyRequest) =>
      (await findOrderLink(storefront, request)) !== undefined,
  }
  serveForm(storefront, storefrontForms.orderReturn, {
    images,
    handle: ({ fields, images: photos, request }) =>
      sendRequest(request, { kind: 'createReturn', ...fields }, photos),
    render: ({ request, state, status }) =>
      renderOrder(storefront, request, { view: 'return', form: state, status }),
  })
  serveForm(storefront, storefrontForms.orderClaim, {
    images,
    handle: ({ fields, images: photos, request }) =>
      sendRequest(request, { kind: 'createClaim', ...fields }, photos),
    render: ({ request, state, status }) =>
      renderOrder(storefront, request, { view: 'claim', form: state, status }),
  })
}

/**
 * Staff can accept returns after the return period and of products that are excepted, shoppers can't
 * request them.
 * @throws Problem 409 return_too_big
 */
function assertRequestable(
  order: StorefrontOrder,
  { kind, lines }: Pick<Parameters<typeof requestReturn>[1], 'kind' | 'lines'>,
): void {
  const field = kind === 'createClaim' ? 'claimable' : 'returnable'
  for (const { line, quantity } of lines) {
    const units = order.lines.find(({ _id }) => _id === line)?.[field] ?? 0
    if (quantity > units) throw createFieldProblem(`line-${line}`, 'return_too_big', {}, 409)
  }
}

/** Serves the form for a review, with photos. */
function serveReviews(storefront: Storefront) {
  const { app } = storefront
  const disk = openDisk(app.config, 'orders')
  serveForm(storefront, storefrontForms.orderReview, {
    images: {
      field: 'photos',
      maxCount: maxReviewPhotos,
      dataDir: app.config.dataDir,
      isAllowed: async request => (await findOrderLink(storefront, request)) !== undefined,
    },
    async handle({ fields, images, host: { storeId }, request }) {
      const { id, path } = assertFound(await findOrderLink(storefront, request), 'order_not_found')
      const inTx: RunInTransaction = work =>
        withShopperOrder(app, { storeId, id, requestId: request.id }, work)
      await storeOrderFiles({ disk, storeId, inTx }, toPhotoFiles(images), addRows =>
        inTx(async tx => {
          const reviewId = await addReview(tx, id, fields)
          if (!reviewId || images.length === 0) return
          const owner = { orderId: id, purpose: 'review_photo' as const, reviewId }
          await addReviewPhotos(tx, reviewId, await addRows(tx, owner))
        }),
      )
      return `${path}/review`
    },
    render: ({ request, state, status }) =>
      renderOrder(storefront, request, { view: 'review', form: state, status }),
  })
}
