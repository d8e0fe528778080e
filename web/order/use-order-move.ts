import { useQueryClient } from '@tanstack/react-query'
import { type Order, orderApi } from '#contract/order.ts'
import type { StatusChange } from '#contract/order-input.ts'
import { useRouteMutation } from '../lib/call/api.ts'

/** Moves an order from the version on screen; when somebody was faster, the page shows what they did. */
export function useOrderMove({ _id: id, version }: Order) {
  const client = useQueryClient()
  const send = useRouteMutation(orderApi.updateStatus)
  return {
    isMoving: send.isPending,
    move: async (change: StatusChange) => {
      try {
        await send.mutateAsync({ params: { id }, body: { ...change, version } })
      } catch (error) {
        void client.invalidateQueries({ queryKey: ['order', 'get'] })
        throw error
      }
    },
  }
}
