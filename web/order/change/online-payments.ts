import type { Order } from '#contract/order/order.ts'

/** Returns the payments that their provider can return. */
export const listOnlinePayments = ({ payments }: Pick<Order, 'payments'>) =>
  payments.filter(({ kind, provider }) => kind === 'payment' && provider !== '')
