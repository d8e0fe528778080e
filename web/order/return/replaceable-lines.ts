import type { Order, OrderLine } from '#contract/order/order.ts'

/** Returns the lines with units that were shipped, did not come back, and can be shipped again. */
export const listReplaceableLines = ({ lines }: Order): OrderLine[] =>
  lines.filter(
    ({ variant, fulfilledQuantity, returnedQuantity }) =>
      variant !== null && fulfilledQuantity > returnedQuantity,
  )
