import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { OrderEvent } from '#contract/order.ts'
import { cancelReasons, OrderStatus, orderSources, paymentMethods } from '#contract/order-state.ts'
import { useFormatters } from '../lib/formatters.ts'

/** What the events of this feature carry; others, such as an import's, are shown by their name alone. */
const OrderEventDetails = z.object({
  from: OrderStatus.optional().catch(undefined),
  to: OrderStatus.optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  note: z.string().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  carrier: z.string().optional().catch(undefined),
  trackingNumber: z.string().optional().catch(undefined),
  parcel: z.string().optional().catch(undefined),
  amount: z.number().optional().catch(undefined),
  method: z.enum(paymentMethods).optional().catch(undefined),
  reference: z.string().optional().catch(undefined),
  source: z.enum(orderSources).optional().catch(undefined),
  fields: z.array(z.string()).optional().catch(undefined),
  restocked: z.boolean().optional().catch(undefined),
})
type OrderEventLabels = { title: string; line?: string; quote?: string | undefined }
const editableFields = ['note', 'tags', 'shippingAddress', 'billingAddress'] as const

/** An event as a sentence, a dimmed line and what somebody wrote. */
export function useOrderEventLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  return ({ type, data }: OrderEvent, currency: string): OrderEventLabels => {
    const eventData = OrderEventDetails.parse(data)
    const joinParts = (...parts: (string | false | undefined)[]) =>
      parts.filter(Boolean).join(' · ')
    const tracking = joinParts(eventData.parcel, eventData.carrier, eventData.trackingNumber)
    const money = {
      amount: format.money(eventData.amount, currency),
      method: eventData.method ? t(`order.by.${eventData.method}`) : '',
    }
    switch (type) {
      case 'created':
        return {
          title: t('order.event.created'),
          line: eventData.source ? t(`order.source.${eventData.source}`) : '',
        }
      case 'status_changed': {
        const knownReason = cancelReasons.find(reason => reason === eventData.reason)
        const reason = knownReason ? t(`order.reason.${knownReason}`) : eventData.reason
        const title = eventData.to
          ? t(`order.event.to.${eventData.to}`)
          : t('order.event.other', { type })
        return {
          title,
          line: joinParts(
            tracking,
            reason,
            eventData.restocked === true && t('order.event.restocked'),
            eventData.restocked === false && t('order.event.lost'),
          ),
          quote: eventData.note,
        }
      }
      case 'payment_recorded':
        return {
          title: t('order.event.payment', money),
          line: eventData.reference ?? '',
          quote: eventData.note,
        }
      case 'refunded':
        return {
          title: t('order.event.refund', money),
          line: eventData.reference ?? '',
          quote: eventData.note,
        }
      case 'tracking_updated':
        return { title: t('order.event.tracking'), line: tracking }
      case 'note_added':
        return { title: t('order.event.note'), quote: eventData.text }
      case 'edited':
        return {
          title: t('order.event.edited', {
            what: format.list(
              editableFields
                .filter(field => eventData.fields?.includes(field))
                .map(field => t(`order.event.field.${field}`)),
            ),
          }),
        }
      case 'imported':
        return { title: t('order.event.imported') }
      default:
        return {
          title: t('order.event.other', { type: type.replaceAll('_', ' ') }),
          quote: eventData.note ?? eventData.text,
        }
    }
  }
}
