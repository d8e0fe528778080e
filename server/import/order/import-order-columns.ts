import { formatHeader, indexHeaders, normalizeHeader } from '../file/import-column-map.ts'
import type { RowReader } from '../file/import-row.ts'
import { ImportFileError } from '../import-problem.ts'
import { isParcelHeader } from '../parcel/parcel-columns.ts'

/** The headers of Shopify's order export, and of the columns that Storewright's export adds. */
export const orderHeaders = {
  number: ['name'],
  externalId: ['id'],
  email: ['email'],
  phone: ['phone'],
  currency: ['currency'],
  financialStatus: ['financial status'],
  ownPayment: ['payment status'],
  fulfillmentStatus: ['fulfillment status', 'fulfilment status'],
  orderStatus: ['order status'],
  taxIncluded: ['tax included'],
  paidTotal: ['paid amount'],
  ownFulfillment: ['delivery status'],
  customerName: ['customer name'],
  createdAt: ['created at'],
  paidAt: ['paid at'],
  fulfilledAt: ['fulfilled at'],
  canceledAt: ['cancelled at', 'canceled at'],
  subtotal: ['subtotal'],
  shipping: ['shipping'],
  taxes: ['taxes'],
  total: ['total'],
  discountCode: ['discount code'],
  discountAmount: ['discount amount'],
  shippingMethod: ['shipping method'],
  refunded: ['refunded amount'],
  outstanding: ['outstanding balance'],
  refundedShipping: ['refunded shipping'],
  refundFee: ['refund fee'],
  refundedOverpayment: ['refunded overpayment'],
  unsoldTotal: ['amount not due'],
  quantity: ['lineitem quantity'],
  lineName: ['lineitem name'],
  linePrice: ['lineitem price'],
  lineCompareAt: ['lineitem compare at price'],
  lineSku: ['lineitem sku'],
  lineShips: ['lineitem requires shipping'],
  lineTaxable: ['lineitem taxable'],
  lineFulfillment: ['lineitem fulfillment status', 'lineitem fulfilment status'],
  lineDiscount: ['lineitem discount'],
  lineFulfilled: ['lineitem fulfilled quantity'],
  lineDelivered: ['lineitem delivered quantity'],
  lineReturned: ['lineitem returned quantity'],
  lineRemoved: ['lineitem removed quantity'],
  lineRefunded: ['lineitem refunded quantity'],
  lineRefundedAmount: ['lineitem refunded amount'],
  vendor: ['vendor'],
  billingName: ['billing name'],
  billingLine1: ['billing address1'],
  billingLine2: ['billing address2'],
  billingCompany: ['billing company'],
  billingCity: ['billing city'],
  billingZip: ['billing zip'],
  billingRegion: ['billing province'],
  billingCountry: ['billing country'],
  billingPhone: ['billing phone'],
  shippingName: ['shipping name'],
  shippingLine1: ['shipping address1'],
  shippingLine2: ['shipping address2'],
  shippingCompany: ['shipping company'],
  shippingCity: ['shipping city'],
  shippingZip: ['shipping zip'],
  shippingRegion: ['shipping province'],
  shippingCountry: ['shipping country'],
  shippingPhone: ['shipping phone'],
  note: ['notes'],
  tags: ['tags'],
  source: ['source'],
  paymentMethod: ['payment method'],
  paymentReference: ['payment reference'],
  tax1Name: ['tax 1 name'],
  tax1Value: ['tax 1 value'],
  tax2Name: ['tax 2 name'],
  tax2Value: ['tax 2 value'],
  tax3Name: ['tax 3 name'],
  tax3Value: ['tax 3 value'],
  tax4Name: ['tax 4 name'],
  tax4Value: ['tax 4 value'],
  tax5Name: ['tax 5 name'],
  tax5Value: ['tax 5 value'],
} as const satisfies Record<string, readonly string[]>
export type OrderField = keyof typeof orderHeaders

/** Fields with decimals, in which a file shows its decimal mark. */
export const decimalFields: ReadonlySet<string> = new Set<OrderField>([
  'paidTotal',
  'subtotal',
  'shipping',
  'taxes',
  'total',
  'discountAmount',
  'refunded',
  'outstanding',
  'refundedShipping',
  'refundFee',
  'refundedOverpayment',
  'unsoldTotal',
  'linePrice',
  'lineCompareAt',
  'lineDiscount',
  'lineRefundedAmount',
  'tax1Value',
  'tax2Value',
  'tax3Value',
  'tax4Value',
  'tax5Value',
])

/** The field of each header. */
export const orderFieldByHeader = indexHeaders<OrderField>(orderHeaders)
export type OrderRowReader = RowReader<OrderField>

const requiredColumns = {
  Name: 'name',
  'Created at': 'created at',
  'Lineitem quantity': 'lineitem quantity',
  'Lineitem name': 'lineitem name',
  'Lineitem price': 'lineitem price',
  Total: 'total',
}

/**
 * Returns whether the file is a Storewright export. @throws ImportFileError when a required column
 * is missing
 */
export function detectOrderFormat(header: readonly string[]): { isOwnExport: boolean } {
  const names = new Set(header.map(normalizeHeader))
  if (names.has('handle') && !names.has('lineitem name'))
    throw new ImportFileError('import_is_product_file')
  if (!names.has('lineitem name') && isParcelHeader(header))
    throw new ImportFileError('import_is_tracking_file')
  const missingHeaders = Object.entries(requiredColumns)
    .filter(([, plain]) => !names.has(plain))
    .map(([name]) => name)
  if (missingHeaders.length === 0)
    return { isOwnExport: names.has('order status') && names.has('tax included') }
  throw new ImportFileError('import_order_columns_missing', {
    missing: missingHeaders.join(', '),
    columns: formatHeader(header),
  })
}
