import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '#contract/desk/conversation.ts'
import type { SavedReplyFacts } from '#contract/desk/saved-reply.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { orderApi } from '#contract/order/order.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { loadTranslations } from '../../lib/preference/i18n.ts'
import { useCanCall } from '../../lib/session/session.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'

/** Returns the facts of a conversation for saved replies, as far as they are known, in the language of its person. */
export function useSavedReplyFacts({
  name,
  order,
  ...conversation
}: Conversation): SavedReplyFacts {
  const language = getLocaleLanguage(conversation.language)
  const translate = useQuery({
    queryKey: ['statusTexts', language],
    queryFn: () => loadTranslations(language, 'login'),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
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
    ...(loaded && translate && { order_status: translate(`ui.orderStatus.${loaded.status}`) }),
    ...(trackingUrl && { tracking_link: trackingUrl }),
    ...(storeName && { store_name: storeName }),
  }
}
