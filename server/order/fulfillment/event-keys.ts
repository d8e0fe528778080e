/**
 * The keys of the data of events whose values can name the customer. The erasure of the customer removes them:
 * the comment of `order_event` in `server/db/schema/` lists the same keys.
 */
export const personalEventKeys = [
  'text',
  'note',
  'reason',
  'reference',
  'trackingNumber',
  'file',
  // Of earlier versions.
  'number',
  'url',
  'tracking',
] as const

/** The other keys. Their values are codes, numbers, and names that the store gives. */
export const otherEventKeys = [
  'from',
  'to',
  'skipped',
  'restocked',
  'source',
  'total',
  'amount',
  'method',
  'provider',
  'disputeReason',
  'refundReason',
  'fields',
  'addedTags',
  'removedTags',
  'editedAt',
  'termsVersion',
  'acceptedAt',
  'isFromShopper',
  'key',
  'order',
  'orderId',
  'invoice',
  'invoiceId',
  'fulfillment',
  'otherFulfillment',
  'carrier',
  'labelService',
  'packerLink',
  'return',
  'day',
  'units',
  'missing',
  'damaged',
  'restockedUnits',
  'externalId',
  'discountCode',
  'adjustment',
] as const

export type OrderEventKey = (typeof personalEventKeys)[number] | (typeof otherEventKeys)[number]
