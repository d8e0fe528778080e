/** The page between the checkout and the page of a payment provider. */
export type StorefrontPayment = {
  kind: 'payment'
  /**
   * `opening` leads to the provider, `waiting` follows a payment that is not confirmed yet, `checking`
   * one of another amount.
   */
  view: 'opening' | 'canceled' | 'waiting' | 'ended' | 'refunded' | 'checking'
  /** The address of the page. */
  path: string
  /** The page of the provider. */
  url: string
  amount: number
  /** The time until which the units are reserved, such as "14:32". Null if they are not. */
  reservedUntil: string | null
  /** The seconds until then. */
  reservedSeconds: number
  /** Whether the payment is of an order, not of a cart. */
  isOrder: boolean
}
