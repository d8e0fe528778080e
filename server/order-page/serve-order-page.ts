import { readBillingAddress } from '#contract/storefront/billing-fields.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { orderPagePath } from '#contract/storefront/storefront-order-form.ts'
import { assertFound } from '../lib/call/problem.ts'
import { cancelReturnRequest } from '../order/return/request-return.ts'
import { startPayment } from '../sale/open-payment.ts'
import { createOrderPayment } from '../sale/pay-order.ts'
import { serveForm } from '../storefront/form/serve-form.ts'
import type { Storefront } from '../storefront/page/serve-page.ts'
import {
  cancelShopperOrder,
  changeShopperAddress,
  changeShopperBillingAddress,
  withShopperOrder,
} from './change-order.ts'
import { orderAgain } from './order-again.ts'
import {
  findOrderLink,
  getConfirmationPath,
  type OrderPageView,
  renderOrder,
  sendOrderPage,
} from './render-order.ts'
import { serveOrderEdit } from './serve-order-edit.ts'
import { serveOrderInvoice } from './serve-order-invoice.ts'
import { serveOrderReceipt } from './serve-order-receipt.ts'
import { serveOrderRequests } from './serve-order-requests.ts'
import { serveReturnFiles, serveReviewPhotos } from './serve-return-files.ts'

/** Serves the page of an order to everyone who has its link, with what its shopper can change. */
export function serveOrderPage(storefront: Storefront) {
  const { app, server } = storefront
  const serveView = (path: string, view: OrderPageView) =>
    server.get(path, async (request, reply) => {
      const page = await renderOrder(storefront, request, { view })
      return sendOrderPage(storefront, request, reply, page)
    })
  serveView(orderPagePath, 'status')
  serveView(`${orderPagePath}/invoice`, 'summary')
  serveOrderInvoice(storefront)
  serveOrderReceipt(storefront)
  serveOrderRequests(storefront)
  serveOrderEdit(storefront)
  serveReturnFiles(storefront)
  serveReviewPhotos(storefront)
  serveForm(storefront, storefrontForms.orderPage, {
    async handle({ fields, host, request, reply }) {
      const link = assertFound(await findOrderLink(storefront, request), 'order_not_found')
      const order = { storeId: host.storeId, id: link.id, requestId: request.id }
      switch (fields.intent) {
        case 'cancel':
          await cancelShopperOrder(app, order, fields.key)
          return link.path
        case 'address': {
          const { intent: _, key, ...address } = fields
          await changeShopperAddress(app, order, { address, key })
          return getConfirmationPath(link.path, 'changed')
        }
        case 'billingAddress': {
          const { key, ...entries } = fields
          const address = readBillingAddress(entries)
          await changeShopperBillingAddress(app, order, { address, key })
          return getConfirmationPath(link.path, 'changed')
        }
        case 'cancelReturn':
          await withShopperOrder(app, order, tx =>
            cancelReturnRequest({ tx, ...order }, fields.return),
          )
          return getConfirmationPath(link.path, 'requestCanceled')
        case 'pay':
          return startPayment(
            app,
            host,
            await createOrderPayment(app, host, link.id, fields.payment),
          )
        case 'again': {
          const missing = await orderAgain(app, link.id, { host, request, reply })
          return missing.length > 0
            ? `${link.path}?unavailable=${missing.join(',')}#again`
            : storefrontForms.cart.path
        }
      }
    },
    render: ({ request, state, status }) =>
      renderOrder(storefront, request, { view: 'status', form: state, status }),
  })
}
