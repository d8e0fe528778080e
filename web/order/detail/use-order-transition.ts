import { useQueryClient } from '@tanstack/react-query'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { StatusChange } from '#contract/order/order-input.ts'
import { useRouteMutation } from '../../lib/call/api.ts'

/**
 * Returns a function that changes the status of the displayed version of an order. After an error,
 * such as a change by another user, it loads the order again.
 */
export function useOrderTransition({ _id: id, version }: Order) {
  const client = useQueryClient()
  const send = useRouteMutation(orderApi.updateStatus)
  return {
    isChanging: send.isPending,
    changeStatus: async (change: StatusChange) => {
      try {
        await send.mutateAsync({ params: { id }, body: { ...change, version } })
      } catch (error) {
        void client.invalidateQueries({ queryKey: ['order', 'get'] })
        throw error
      }
    },
  }
}
