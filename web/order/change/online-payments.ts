import type { Order } from '#contract/order/order.ts'
import { paymentMethods } from '#contract/order/order-state.ts'

/** Returns the payments that their provider can return. */
export const listOnlinePayments = ({ payments }: Pick<Order, 'payments'>) =>
  payments.filter(({ kind, provider }) => kind === 'payment' && provider !== '')

/** Returns the method of the first payment that was not the value of exchanged goods. */
export const findPaidMethod = ({ payments }: Pick<Order, 'payments'>) =>
  paymentMethods.find(
    method => method === payments.find(each => each.method !== 'exchange')?.method,
  )
