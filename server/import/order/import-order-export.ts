import { escapeFormula } from '../../lib/text/csv-cell.ts'
import { formatList } from '../file/import-list.ts'
import { formatCsvMoney } from '../product/import-product-export.ts'
import type { AddressDraft, OrderLineDraft } from './import-order-draft.ts'
import type { ExportedOrder } from './load-order-drafts.ts'

type OrderCells = Record<string, string>

const shopifyStatus: Partial<Record<string, string>> = {
  unpaid: 'pending',
  partially_fulfilled: 'partial',
  overpaid: 'paid',
  delivered: 'fulfilled',
  partially_delivered: 'partial',
  not_required: 'fulfilled',
}

const listAddressHeaders = (kind: string) =>
  ['Name', 'Address1', 'Address2', 'City', 'Zip', 'Province', 'Country', 'Phone'].map(
    part => `${kind} ${part}`,
  )

/** Shopify's headers, and headers for statuses and amounts that its format does not have. */
export const orderExportHeader = [
  'Name',
  'Email',
  'Financial Status',
  'Paid at',
  'Fulfillment Status',
  'Fulfilled at',
  'Currency',
  'Subtotal',
  'Shipping',
  'Taxes',
  'Total',
  'Discount Code',
  'Discount Amount',
  'Shipping Method',
  'Created at',
  'Lineitem quantity',
  'Lineitem name',
  'Lineitem price',
  'Lineitem compare at price',
  'Lineitem sku',
  'Lineitem requires shipping',
  'Lineitem taxable',
  'Lineitem fulfillment status',
  ...listAddressHeaders('Billing'),
  ...listAddressHeaders('Shipping'),
  'Notes',
  'Note Attributes',
  'Cancelled at',
  'Payment Method',
  'Payment Reference',
  'Refunded Amount',
  'Vendor',
  'Outstanding Balance',
  'Id',
  'Tags',
  'Source',
  'Lineitem discount',
  ...[1, 2, 3, 4, 5].flatMap(n => [`Tax ${n} Name`, `Tax ${n} Value`]),
  'Phone',
  'Order Status',
  'Payment Status',
  'Delivery Status',
  'Return Status',
  'Tax Included',
  'Paid Amount',
  'Customer Name',
  'Refunded Shipping',
  'Refund Fee',
  'Refunded Overpayment',
  'Amount Not Due',
  'Lineitem fulfilled quantity',
  'Lineitem delivered quantity',
  'Lineitem returned quantity',
  'Lineitem removed quantity',
  'Lineitem refunded quantity',
  'Lineitem refunded amount',
]

/** Returns one row for each line of an order. The first row has the cells of the order. */
export function createOrderExportRows(order: ExportedOrder, exponent: number): string[][] {
  const formatCellMoney = (minor: number | null) => formatCsvMoney(minor, exponent)
  return order.lines.map((line, index) => {
    const cells: OrderCells = {
      Name: order.number,
      'Created at': order.placedAt,
      'Lineitem quantity': String(line.quantity),
      'Lineitem name': line.title,
      'Lineitem price': formatCellMoney(line.unitPrice),
      'Lineitem compare at price': formatCellMoney(line.compareAtPrice),
      'Lineitem sku': line.sku,
      'Lineitem requires shipping': String(line.requiresShipping),
      'Lineitem taxable': String(line.isTaxable),
      'Lineitem fulfillment status': getLineStatus(line),
      Vendor: line.vendor,
      'Lineitem discount': formatCellMoney(line.discount),
      'Lineitem fulfilled quantity': String(line.fulfilledQuantity),
      'Lineitem delivered quantity': String(line.deliveredQuantity),
      'Lineitem returned quantity': String(line.returnedQuantity),
      'Lineitem removed quantity': String(line.removedQuantity),
      'Lineitem refunded quantity': String(line.refundedQuantity),
      'Lineitem refunded amount': formatCellMoney(line.refundedAmount),
      ...(index === 0 ? getOrderCells(order, formatCellMoney) : {}),
    }
    return orderExportHeader.map(name => escapeFormula(cells[name] ?? ''))
  })
}

/** Shopify's status of a line. */
function getLineStatus({ quantity, removedQuantity, fulfilledQuantity }: OrderLineDraft): string {
  if (fulfilledQuantity === 0) return 'pending'
  return fulfilledQuantity < quantity - removedQuantity ? 'partial' : 'fulfilled'
}

function getOrderCells(order: ExportedOrder, money: (minor: number) => string): OrderCells {
  return {
    Email: order.email,
    Phone: order.phone,
    Currency: order.currency,
    Id: order.externalId,
    'Financial Status': shopifyStatus[order.paymentStatus] ?? order.paymentStatus,
    'Fulfillment Status': shopifyStatus[order.fulfillmentStatus] ?? order.fulfillmentStatus,
    'Order Status': order.status,
    'Payment Status': order.paymentStatus,
    'Delivery Status': order.fulfillmentStatus,
    'Return Status': order.returnProgress,
    'Paid at': order.paidAt,
    'Fulfilled at': order.fulfilledAt,
    'Cancelled at': order.canceledAt,
    Subtotal: money(order.subtotal - order.discountTotal),
    Shipping: money(order.shippingTotal),
    Taxes: money(order.taxTotal),
    Total: money(order.total),
    'Discount Code': order.discountCode,
    'Discount Amount': money(order.discountTotal),
    'Shipping Method': order.shippingMethod,
    'Refunded Amount': money(order.refundedTotal),
    'Paid Amount': money(order.paidTotal),
    'Outstanding Balance': money(Math.max(0, order.balance)),
    'Refunded Shipping': money(order.refundedShipping),
    'Refund Fee': money(order.refundFee),
    'Refunded Overpayment': money(order.refundedOverpayment),
    'Amount Not Due': money(order.unsoldTotal),
    'Tax Included': String(order.isTaxIncluded),
    'Customer Name': order.customerName,
    Notes: order.note,
    'Note Attributes': order.checkoutAnswers
      .map(({ label, value }) => `${label}: ${value}`)
      .join('\n'),
    Tags: formatList(order.tags),
    Source: order.source,
    'Payment Method': order.paymentMethod,
    'Payment Reference': order.paymentReference,
    ...getAddressCells('Billing', order.billingAddress),
    ...getAddressCells('Shipping', order.shippingAddress),
    ...Object.fromEntries(
      order.taxes.flatMap((tax, i) => [
        [`Tax ${i + 1} Name`, tax.name],
        [`Tax ${i + 1} Value`, money(tax.amount)],
      ]),
    ),
  }
}

function getAddressCells(kind: string, address: AddressDraft | null): OrderCells {
  if (!address) return {}
  const { name, line1, line2, city, postalCode, region, country, phone } = address
  const values = [name, line1, line2, city, postalCode, region, country, phone]
  return Object.fromEntries(listAddressHeaders(kind).map((header, i) => [header, values[i] ?? '']))
}
