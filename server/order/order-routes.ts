import { customerReturnApi } from '#contract/customer/customer-history.ts'
import type { Page, Route } from '#contract/lib/call/api.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { type Order, type OrderListItem, orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { orderBulkPreviewApi } from '#contract/order/order-bulk-preview.ts'
import { type OrderChangeDetails, orderChangeApi } from '#contract/order/order-change.ts'
import { orderCopyApi } from '#contract/order/order-copy.ts'
import { orderHintApi } from '#contract/order/order-hint.ts'
import { orderItemsApi } from '#contract/order/order-item.ts'
import { orderNoteApi } from '#contract/order/order-note.ts'
import { returnApi } from '#contract/order/order-return.ts'
import {
  hideErrorData,
  hideOrderContacts,
  hideOrderRowContacts,
} from '../customer/rule/contact-visibility.ts'
import { createProgressReporter } from '../lib/call/bulk-progress.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { updateArchived } from './archive-orders.ts'
import { applyOrderChange, prepareOrderChange } from './change/apply-change.ts'
import { previewChange } from './change/preview-change.ts'
import { toRefund } from './change/refund-change.ts'
import { toStatusChange } from './change/status-change.ts'
import { duplicateOrder } from './create/duplicate-order.ts'
import { createOrder } from './create/order-create.ts'
import { orderDiscountRoutes } from './create/order-discounts.ts'
import { bulkDeleteDrafts, deleteDraft } from './delete-drafts.ts'
import { expiredDraftJobs } from './expired-draft-jobs.ts'
import { orderFileRoutes } from './file/order-file-routes.ts'
import { findOrderHints, listRowHints } from './find-order-hints.ts'
import { listRecentBoxes } from './fulfillment/list-boxes.ts'
import { getOrderChange, listCustomerEvents } from './fulfillment/order-event.ts'
import { listOrderVariants, searchVariants } from './items/order-variants.ts'
import {
  bulkArchiveOrders,
  bulkRecordPayments,
  bulkUpdateOrderStatus,
  bulkUpdateOrderTags,
} from './order-bulk.ts'
import { countOrders, listOrders, readOrders } from './order-list.ts'
import { getOrder, getOrderBatch } from './order-store.ts'
import { packerRoutes } from './packer/packer-routes.ts'
import { orderPaperRoutes } from './paper/paper-routes.ts'
import { createPayment } from './payment/order-payment.ts'
import { providerRefundJobs } from './payment/provider-refund-jobs.ts'
import { previewBulkAction } from './preview-bulk-action.ts'
import { listCustomerReturns } from './return/customer-returns.ts'
import { countReturns, findOrderOfReturn, listReturns } from './return/return-list.ts'
import { createOrderNote, deleteOrderNote, updateOrderNote } from './write-order-note.ts'

type OrderHandler<Q, B, P extends string> = Parameters<typeof serve<Q, B, Order, P>>[2]

/**
 * Serves a route that replies with the order. Contacts are hidden unless the caller can see them.
 */
const serveOrder = <Q, B, P extends string>(
  app: App,
  route: Route<Q, B, Order, P>,
  handler: OrderHandler<Q, B, P>,
) =>
  serve<Q, B, Order, P>(
    app,
    route,
    async call => {
      const { abilities } = call.principal
      return hideOrderContacts(abilities, await hideErrorData(abilities, () => handler(call)))
    },
    route.idempotent
      ? async ({ tx, principal }, id) =>
          hideOrderContacts(principal.abilities, await getOrder(tx, id))
      : undefined,
  )

/** Hides the contacts of an order before and after a change of them. */
function hideChangeContacts(
  abilities: readonly Ability[],
  { before, after }: OrderChangeDetails,
): OrderChangeDetails {
  const hide = ({ details, ...snapshot }: OrderChangeDetails['before']) => ({
    ...snapshot,
    ...(details && { details: hideOrderContacts(abilities, details) }),
  })
  return { before: hide(before), after: hide(after) }
}

const hidePageContacts = (abilities: readonly Ability[], page: Page<OrderListItem>) => ({
  ...page,
  items: page.items.map(row => hideOrderRowContacts(abilities, row)),
})

export function orderRoutes(app: App) {
  Object.assign(app.jobs, providerRefundJobs(app), expiredDraftJobs(app))
  serveRead(
    app,
    orderApi.list,
    ({ tx, query, principal }) => {
      const { queries, mapRows } = listOrders(tx, query, principal)
      return {
        queries,
        mapRows: rows => {
          const page = mapRows(rows)
          return page && hidePageContacts(principal.abilities, page)
        },
      }
    },
    async ({ tx, query, principal }) =>
      hidePageContacts(principal.abilities, await readOrders(tx, query, principal)),
  )
  serveOrdersOfCustomer(app)
  orderDiscountRoutes(app)
  serve(app, orderHintApi.getHints, ({ tx, params, principal }) =>
    findOrderHints(tx, params.id, principal.abilities),
  )
  serve(app, orderHintApi.listRowHints, ({ tx, query, principal }) =>
    listRowHints(tx, query.ids, principal.abilities),
  )
  serve(app, orderApi.getCounts, ({ tx }) => countOrders(tx))
  serve(app, orderApi.searchVariants, ({ tx, query }) => searchVariants(tx, query.q))
  serveRead(app, orderApi.get, ({ tx, params, principal }) => {
    const { queries, mapRows } = getOrderBatch(tx, params.id)
    return { queries, mapRows: rows => hideOrderContacts(principal.abilities, mapRows(rows)) }
  })
  serveOrder(app, orderApi.create, ({ tx, body, principal, commitWith }) =>
    createOrder({ tx, abilities: principal.abilities, commitWith }, body),
  )
  serveOrder(app, orderCopyApi.duplicate, ({ tx, params, principal, commitWith }) =>
    duplicateOrder({ tx, abilities: principal.abilities, commitWith }, params.id),
  )
  serveOrder(app, orderApi.update, async ({ tx, params: { id }, body, principal }) => {
    const { storeId, abilities } = principal
    const { version, ...details } = body
    const change = { kind: 'editDetails' as const, ...details }
    await applyOrderChange({ tx, storeId, id, abilities }, { version, change })
    return getOrder(tx, id)
  })
  serveOrderItems(app)
  orderPaperRoutes(app)
  packerRoutes(app)
  orderFileRoutes(app)
  serveOrder(app, orderArchiveApi.updateArchived, ({ tx, params, body }) =>
    updateArchived(tx, params.id, body.isArchived),
  )
  serveBulkChanges(app)
  serveOrderChanges(app)
  serveOrderMoney(app)
  serveOrderReturns(app)
  serveOrderNotes(app)
}

/** Serves the changes of several orders. */
function serveBulkChanges(app: App) {
  serve(app, orderApi.bulkUpdateStatus, async ({ tx, body, principal }) => {
    const reportProgress = await createProgressReporter(app, tx, principal)
    return bulkUpdateOrderStatus({ tx, principal, reportProgress }, body)
  })
  serve(app, orderApi.bulkUpdateTags, async ({ tx, body, principal }) => {
    const reportProgress = await createProgressReporter(app, tx, principal)
    return bulkUpdateOrderTags({ tx, principal, reportProgress }, body)
  })
  serve(app, orderArchiveApi.deleteDraft, ({ tx, params }) => deleteDraft(tx, params.id))
  serve(app, orderArchiveApi.bulkDeleteDrafts, call => bulkDeleteDrafts(call, call.body))
  serve(app, orderArchiveApi.bulkUpdateArchived, async ({ tx, body, principal }) => {
    const reportProgress = await createProgressReporter(app, tx, principal)
    return bulkArchiveOrders({ tx, principal, reportProgress }, body)
  })
  serve(app, orderApi.bulkAddPayment, async ({ tx, body, principal }) => {
    const reportProgress = await createProgressReporter(app, tx, principal)
    return bulkRecordPayments({ tx, principal, reportProgress }, body)
  })
  serve(app, orderBulkPreviewApi.previewBulk, ({ tx, body, principal }) =>
    previewBulkAction(tx, body, principal.abilities),
  )
}

/** Serves the notes of the timeline. */
function serveOrderNotes(app: App) {
  serveOrder(app, orderApi.addNote, ({ tx, params, body }) =>
    createOrderNote(tx, params.id, body.text),
  )
  serveOrder(app, orderNoteApi.updateNote, ({ tx, params, body }) =>
    updateOrderNote(tx, params.id, body.text),
  )
  serve(app, orderNoteApi.deleteNote, ({ tx, params }) => deleteOrderNote(tx, params.id))
}

/** Serves the orders of a customer for the page of the customer. */
function serveOrdersOfCustomer(app: App) {
  serve(app, orderApi.listCustomerEvents, ({ tx, params }) => listCustomerEvents(tx, params.id))
  serve(
    app,
    customerReturnApi.listCustomerReturns,
    ({ tx, params: { id }, query, principal: { storeId } }) =>
      listCustomerReturns(tx, { id, storeId }, query),
  )
}

/** Serves the returns of all orders. */
function serveOrderReturns(app: App) {
  serve(app, returnApi.listReturns, ({ tx, query, principal }) => listReturns(tx, query, principal))
  serve(app, returnApi.getReturnCounts, ({ tx }) => countReturns(tx))
  serveOrder(app, returnApi.getReturnOrder, async ({ tx, params }) =>
    getOrder(tx, await findOrderOfReturn(tx, params.id)),
  )
  serveOrder(app, orderApi.decideReturn, async ({ tx, params: { id }, body, principal }) => {
    const { version, ...decision } = body
    const change = { kind: 'updateReturn' as const, ...decision }
    await applyOrderChange({ tx, storeId: principal.storeId, id }, { version, change })
    return getOrder(tx, id)
  })
}

/** Serves the form that edits the items of an order. */
function serveOrderItems(app: App) {
  serve(app, orderItemsApi.listVariants, ({ tx, params }) => listOrderVariants(tx, params.id))
  serveOrder(app, orderItemsApi.updateItems, async ({ tx, params: { id }, body, principal }) => {
    const { version, ...items } = body
    const change = { kind: 'editItems' as const, ...items }
    await applyOrderChange({ tx, storeId: principal.storeId, id }, { version, change })
    return getOrder(tx, id)
  })
}

/** Serves payments and refunds. */
function serveOrderMoney(app: App) {
  serveOrder(app, orderApi.addPayment, ({ tx, params, body }) => createPayment(tx, params.id, body))
  serveOrder(app, orderApi.addRefund, async ({ tx, params: { id }, body, principal }) => {
    const scope = { tx, storeId: principal.storeId, id, amountPath: 'amount' }
    await applyOrderChange(scope, { version: body.version, change: toRefund(body) })
    return getOrder(tx, id)
  })
}

/** Serves the changes of an order that was placed. */
function serveOrderChanges(app: App) {
  serve(app, orderChangeApi.listBoxes, ({ tx }) => listRecentBoxes(tx))
  serve(app, orderChangeApi.getChange, async ({ tx, params, principal }) =>
    hideChangeContacts(principal.abilities, await getOrderChange(tx, params.id)),
  )
  serveOrder(app, orderApi.updateStatus, async ({ tx, params: { id }, body, ...call }) => {
    const scope = { tx, storeId: call.principal.storeId, id }
    const { sendLastWrites } = await prepareOrderChange(scope, toStatusChange(body))
    const [, order] = await Promise.all([
      sendLastWrites(),
      call.commitWith(id, getOrderBatch(tx, id)),
    ])
    return order
  })
  serveOrder(app, orderApi.updateTracking, async ({ tx, params: { id }, body, principal }) => {
    const change = {
      kind: 'updateParcel' as const,
      parcel: body.fulfillment,
      tracking: body.tracking,
      // Clients that were written before the email existed send none.
      isNotified: body.isNotified ?? false,
    }
    const { version } = body
    await applyOrderChange({ tx, storeId: principal.storeId, id }, { version, change })
    return getOrder(tx, id)
  })
  serve(app, orderChangeApi.previewChange, async ({ tx, params: { id }, body, principal }) => {
    const { storeId, abilities } = principal
    const scope = { tx, storeId, id, abilities }
    const preview = await hideErrorData(abilities, () => previewChange(scope, body))
    return { ...preview, order: hideOrderContacts(abilities, preview.order) }
  })
  serveOrder(app, orderChangeApi.applyChange, async ({ tx, params: { id }, body, principal }) => {
    const { storeId, abilities } = principal
    await applyOrderChange({ tx, storeId, id, abilities }, body)
    return getOrder(tx, id)
  })
}
