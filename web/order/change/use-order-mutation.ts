import type { Route } from '#contract/lib/call/api.ts'
import type { Order } from '#contract/order/order.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useOrderEventLabels } from '../../order-status/use-order-event-labels.ts'

/** Like `useRouteMutation`, with a toast that names the event which the call added to the timeline. */
export function useOrderMutation<Q, B, P extends string>(route: Route<Q, B, Order, P>) {
  const getLabels = useOrderEventLabels()
  return useRouteMutation(route, {
    getMessage: ({ timeline, currency }) => {
      const event = timeline.at(-1)
      return event && getLabels(event, currency).title
    },
  })
}
