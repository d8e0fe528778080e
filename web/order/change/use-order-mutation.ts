import type { Route } from '#contract/lib/call/api.ts'
import type { Order } from '#contract/order/order.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useOrderEventLabels } from '../../order-status/use-order-event-labels.ts'

/** The documents that a change can issue, before or after its own event. */
const documentEvents = ['invoice_issued', 'credit_note_issued']

/** Like `useRouteMutation`, with a toast that names the event which the call added to the timeline. */
export function useOrderMutation<Q, B, P extends string>(route: Route<Q, B, Order, P>) {
  const getLabels = useOrderEventLabels()
  return useRouteMutation(route, {
    getMessage: ({ timeline, currency }) => {
      const event = timeline.findLast(({ type }) => !documentEvents.includes(type))
      return event && getLabels(event, currency).title
    },
  })
}
