import type { Order } from '#contract/order/order.ts'
import { orderPaymentLinkApi, type PaymentLink } from '#contract/order/order-payment-link.ts'
import { canSeeContacts, hideErrorData } from '../customer/rule/contact-visibility.ts'
import { Problem } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { applyOrderChange } from '../order/change/apply-change.ts'
import { createOrderEvent } from '../order/fulfillment/order-event.ts'
import { getOrder } from '../order/order-store.ts'
import { findOrderPath } from '../sale/order-link.ts'
import { loadMailStore } from '../store-mail/mail-store.ts'

type LinkRequest = {
  id: string
  storeId: string
  version?: number | undefined
  sendEmail: boolean
}

export function paymentLinkRoutes(app: App) {
  serve(app, orderPaymentLinkApi.getPageUrl, async ({ tx, params: { id }, principal }) => {
    const { abilities, storeId } = principal
    const { status } = await getOrder(tx, id)
    const hasPage = status !== 'draft' && canSeeContacts(abilities)
    return { url: hasPage ? await getPageUrl(app, tx, { id, storeId }) : null }
  })
  serve(app, orderPaymentLinkApi.sendPaymentLink, async ({ tx, params, body, principal }) => {
    const { abilities, storeId } = principal
    const { version, sendEmail = true } = body
    const request = { ...params, storeId, version, sendEmail }
    const link = await hideErrorData(abilities, () => sendPaymentLink(app, tx, request))
    // The page shows the contact data of the customer.
    return canSeeContacts(abilities) ? link : { ...link, url: null }
  })
}

/**
 * Emails the link of an unpaid order to its customer and returns it. A draft becomes an open order.
 * @throws Problem 409 no_payment_link, insufficient_stock or version_conflict
 */
async function sendPaymentLink(
  app: App,
  tx: Tx,
  { id, storeId, version, sendEmail }: LinkRequest,
): Promise<PaymentLink> {
  const order = await getOrder(tx, id)
  if (!isPayable(order)) throw new Problem(409, 'no_payment_link')
  // Locks the order and checks its version, even if it keeps its status.
  const status = order.status === 'draft' ? 'pending' : order.status
  await applyOrderChange({ tx, storeId, id }, { version, change: { kind: 'changeStatus', status } })
  const isEmailSent = sendEmail && order.customer.email !== ''
  await createOrderEvent(tx, id, isEmailSent ? 'payment_link_sent' : 'payment_link_created')
  if (isEmailSent) {
    const payload = { storeId, id, kind: 'payment_request' }
    await enqueueJob(tx, 'order.mail', payload, `order.mail ${id} payment_request`)
  }
  return { url: await getPageUrl(app, tx, { id, storeId }), isEmailSent }
}

async function getPageUrl(app: App, tx: Tx, order: { id: string; storeId: string }) {
  const [store, path] = await Promise.all([loadMailStore(app, tx), findOrderPath(app, tx, order)])
  return `${store?.url}${path}`
}

const isPayable = ({ status, balance }: Order) =>
  balance > 0 && status !== 'cancelled' && status !== 'returned'
