import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/order/order.ts'
import { type OrderChangeOf, orderChangeApi } from '#contract/order/order-change.ts'
import { useOrderMutation } from '../change/use-order-mutation.ts'

/**
 * Returns a function that changes the status of the displayed version of an order. After an error,
 * such as a change by another user, it loads the order again.
 */
export function useOrderTransition({ _id: id, version }: Order) {
  const client = useQueryClient()
  const send = useOrderMutation(orderChangeApi.applyChange)
  return {
    isChanging: send.isPending,
    changeStatus: async (change: OrderChangeOf<'changeStatus'>) => {
      try {
        await send.mutateAsync({ params: { id }, body: { version, change } })
      } catch (error) {
        void client.invalidateQueries({ queryKey: ['order', 'get'] })
        throw error
      }
    },
  }
}
