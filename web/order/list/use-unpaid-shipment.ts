import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order/order.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import { kindsPaidOnArrival, paymentMethodApi } from '#contract/payment/payment-method.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useHasPermission } from '../../lib/session/session.ts'

/** Returns whether the change ships an unpaid order whose payment is not due on delivery. */
export function useUnpaidShipment(
  { status, balance, paymentMethod }: Order,
  target: OrderStatus,
): boolean {
  const isUnpaid = target === 'shipped' && status !== 'delivered' && balance > 0
  const canRead = useHasPermission()('business:read')
  const methods = useQuery({
    ...queryOptionsFor(paymentMethodApi.list, {}),
    enabled: isUnpaid && paymentMethod !== '' && canRead,
  })
  const isPaidOnArrival = methods.data?.some(
    ({ kind, name }) => name === paymentMethod && kindsPaidOnArrival.includes(kind),
  )
  return isUnpaid && !methods.isLoading && !isPaidOnArrival
}
