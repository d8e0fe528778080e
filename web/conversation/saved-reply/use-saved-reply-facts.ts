import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '#contract/desk/conversation.ts'
import type { SavedReplyFacts } from '#contract/desk/saved-reply.ts'
import { orderApi } from '#contract/order/order.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useCanCall } from '../../lib/session/session.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'

/** Returns the facts of a conversation for saved replies, as far as they are known. */
export function useSavedReplyFacts({ name, order }: Conversation): SavedReplyFacts {
  const { t } = useTranslation()
  const storeName = useCurrentStore()?.name
  const canReadOrder = useCanCall(orderApi.get)
  const loaded = useQuery({
    ...queryOptionsFor(orderApi.get, { params: { id: order?._id ?? '' } }),
    enabled: canReadOrder && order !== null,
  }).data
  const trackingUrl = loaded?.fulfillments.findLast(
    ({ status, trackingUrl: url }) => status !== 'cancelled' && url,
  )?.trackingUrl
  return {
    ...(name && { customer_name: name }),
    ...(order && { order_number: order.number }),
    ...(loaded && { order_status: t(`ui.orderStatus.${loaded.status}`) }),
    ...(trackingUrl && { tracking_link: trackingUrl }),
    ...(storeName && { store_name: storeName }),
  }
}
