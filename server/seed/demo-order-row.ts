import type { Product } from '#contract/product/product.ts'
import type { Tx } from '../lib/db/db.ts'
import {
  getFulfillmentStatus,
  getPaymentStatus,
  getReturnProgress,
} from '../order/fulfillment/order-status.ts'
import type { DemoCustomer } from './demo-customer.ts'
import type { DemoOrder, DemoVariant } from './demo-order.ts'

export type SellableVariant = DemoVariant & {
  product: Product
  variant: Product['variants'][number]
  image: string
}
export type DemoOrderWrite = DemoOrder & {
  id: string
  number: string
  customerId: string
  customerDetails: DemoCustomer
  soldLines: (SellableVariant & { id: string; quantity: number; unitPrice: number })[]
}

const sumPayments = (order: DemoOrder, kind: 'payment' | 'refund') =>
  order.payments.reduce((sum, payment) => sum + (payment.kind === kind ? payment.amount : 0), 0)

export function toDemoOrderRow(tx: Tx, order: DemoOrderWrite) {
  const {
    id,
    number,
    status,
    previousStatus,
    cancelReason,
    totals,
    shippingMethod,
    note,
    customerNote,
    tags,
    source,
    createdAt,
    events,
  } = order
  return {
    _id: id,
    number,
    status,
    previousStatus,
    cancelReason,
    shippingMethod,
    note,
    customerNote,
    tags,
    source,
    subtotal: totals.subtotal,
    discountTotal: totals.discountTotal,
    shippingTotal: totals.shippingTotal,
    shippingTaxRate: totals.shippingTaxRate,
    shippingTax: totals.shippingTax,
    taxTotal: totals.taxTotal,
    total: totals.total,
    itemCount: order.soldLines.reduce((sum, line) => sum + line.quantity, 0),
    fulfillmentStatus: getFulfillmentStatus(toDemoLineRows(order), toDemoFulfillmentRows(order)),
    returnProgress: getReturnProgress(toDemoLineRows(order)),
    createdAt,
    updatedAt: events.at(-1)?.at ?? createdAt,
    version: events.length,
    ...toCustomerColumns(tx, order),
    ...toPaymentColumns(order),
    ...toStatusTimeColumns(order),
  }
}

const toCustomerColumns = (
  tx: Tx,
  { customerId, customerDetails, shippingMethod }: DemoOrderWrite,
) => ({
  customerId,
  customerName: customerDetails.name,
  customerEmail: customerDetails.email,
  customerPhone: customerDetails.phone,
  shippingAddress: tx.json(shippingMethod ? customerDetails.address : {}),
  billingAddress: tx.json(customerDetails.address),
})

function toPaymentColumns(order: DemoOrderWrite) {
  const { status, totals } = order
  const [paidTotal, refundedTotal] = [sumPayments(order, 'payment'), sumPayments(order, 'refund')]
  const amounts = {
    paidTotal,
    refundedTotal,
    refundedOverpayment: 0,
    unsoldTotal: status === 'returned' ? totals.total : 0,
  }
  const paymentStatus = getPaymentStatus({
    status,
    paymentStatus: 'unpaid',
    total: totals.total,
    ...amounts,
  })
  return { ...amounts, paymentStatus }
}

const toStatusTimeColumns = ({ statusTimes }: DemoOrderWrite) => ({
  confirmedAt: statusTimes.confirmed ?? statusTimes.delivered ?? null,
  shippedAt: statusTimes.shipped ?? null,
  deliveredAt: statusTimes.delivered ?? null,
  completedAt: statusTimes.completed ?? null,
  canceledAt: statusTimes.cancelled ?? null,
})

export function toDemoLineRows(order: DemoOrderWrite) {
  const { status, statusTimes } = order
  const hasShipped = Boolean(statusTimes.shipped ?? statusTimes.delivered)
  const takesStock = status !== 'cancelled' && status !== 'returned'
  return order.soldLines.map(
    ({ id, product, variant, image, isShipped, quantity, unitPrice }, position) => {
      const { discount = 0, taxRate = 0, tax = 0, total = 0 } = order.totals.lines[position] ?? {}
      return {
        _id: id,
        orderId: order.id,
        position,
        productId: product._id,
        variantId: variant._id,
        title: product.title,
        variantTitle: variant.options.join(' / '),
        sku: variant.sku,
        image,
        quantity,
        unitPrice,
        cost: variant.cost,
        discount,
        taxRate,
        tax,
        total,
        fulfilledQuantity: hasShipped ? quantity : 0,
        returnedQuantity: status === 'returned' ? quantity : 0,
        isStockDeducted: takesStock && variant.trackStock,
        requiresShipping: isShipped && order.source !== 'pos',
      }
    },
  )
}

/** Returns one fulfillment with all lines that need shipping. */
export function toDemoFulfillmentRows(order: DemoOrderWrite) {
  if (!order.fulfillment) return []
  const status = order.fulfillment.deliveredAt ? ('delivered' as const) : ('shipped' as const)
  const lines = toDemoLineRows(order)
    .filter(line => line.requiresShipping)
    .map(({ _id, quantity }) => ({ line: _id, quantity }))
  return [{ ...order.fulfillment, number: `${order.number}-F1`, status, lines }]
}
