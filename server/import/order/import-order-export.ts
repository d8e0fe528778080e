import { guard } from '../../lib/text/csv-cell.ts'
import { joinList } from '../file/import-text.ts'
import { writeMoney } from '../product/import-product-export.ts'
import type { AddressDraft, OrderDraft } from './import-order-draft.ts'

type Cells = Record<string, string>

const shopifyWord: Partial<Record<string, string>> = {
  unpaid: 'pending',
  partially_fulfilled: 'partial',
  overpaid: 'paid',
  delivered: 'fulfilled',
  partially_delivered: 'partial',
  not_required: 'fulfilled',
}

const addressHeader = (kind: string) =>
  ['Name', 'Address1', 'Address2', 'City', 'Zip', 'Province', 'Country', 'Phone'].map(
    part => `${kind} ${part}`,
  )

/** Shopify's headers, and ours for the statuses and sums that its format has no room for. */
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
  ...addressHeader('Billing'),
  ...addressHeader('Shipping'),
  'Notes',
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
  'Tax Included',
  'Paid Amount',
  'Customer Name',
]

/** The rows of one order: one a line, with the order's own cells on the first. */
export function orderExportRows(order: Omit<OrderDraft, 'rows'>, exponent: number): string[][] {
  const money = (minor: number | null) => writeMoney(minor, exponent)
  return order.lines.map((line, index) => {
    const cells: Cells = {
      Name: order.number,
      'Created at': order.placedAt,
      'Lineitem quantity': String(line.quantity),
      'Lineitem name': line.title,
      'Lineitem price': money(line.unitPrice),
      'Lineitem compare at price': money(line.compareAtPrice),
      'Lineitem sku': line.sku,
      'Lineitem requires shipping': String(line.requiresShipping),
      'Lineitem taxable': String(line.isTaxable),
      'Lineitem fulfillment status': line.isFulfilled ? 'fulfilled' : 'pending',
      Vendor: line.vendor,
      'Lineitem discount': money(line.discount),
      ...(index === 0 ? headOf(order, money) : {}),
    }
    return orderExportHeader.map(name => guard(cells[name] ?? ''))
  })
}

function headOf(order: Omit<OrderDraft, 'rows'>, money: (minor: number) => string): Cells {
  return {
    Email: order.email,
    Phone: order.phone,
    Currency: order.currency,
    Id: order.externalId,
    'Financial Status': shopifyWord[order.paymentStatus] ?? order.paymentStatus,
    'Fulfillment Status': shopifyWord[order.fulfillmentStatus] ?? order.fulfillmentStatus,
    'Order Status': order.status,
    'Payment Status': order.paymentStatus,
    'Delivery Status': order.fulfillmentStatus,
    'Paid at': order.paidAt,
    'Fulfilled at': order.fulfilledAt,
    'Cancelled at': order.cancelledAt,
    Subtotal: money(order.subtotal - order.discountTotal),
    Shipping: money(order.shippingTotal),
    Taxes: money(order.taxTotal),
    Total: money(order.total),
    'Discount Code': order.discountCode,
    'Discount Amount': money(order.discountTotal),
    'Shipping Method': order.shippingMethod,
    'Refunded Amount': money(order.refundedTotal),
    'Paid Amount': money(order.paidTotal),
    'Outstanding Balance': money(Math.max(0, order.total - order.paidTotal)),
    'Tax Included': String(order.isTaxIncluded),
    'Customer Name': order.customerName,
    Notes: order.note,
    Tags: joinList(order.tags),
    Source: order.source,
    'Payment Method': order.paymentMethod,
    'Payment Reference': order.paymentReference,
    ...addressCells('Billing', order.billingAddress),
    ...addressCells('Shipping', order.shippingAddress),
    ...Object.fromEntries(
      order.taxes.flatMap((tax, i) => [
        [`Tax ${i + 1} Name`, tax.name],
        [`Tax ${i + 1} Value`, money(tax.amount)],
      ]),
    ),
  }
}

function addressCells(kind: string, address: AddressDraft | null): Cells {
  if (!address) return {}
  const { name, line1, line2, city, postalCode, region, country, phone } = address
  const values = [name, line1, line2, city, postalCode, region, country, phone]
  return Object.fromEntries(addressHeader(kind).map((header, i) => [header, values[i] ?? '']))
}
