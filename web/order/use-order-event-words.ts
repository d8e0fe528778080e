import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import {
  cancelReasons,
  type OrderEvent,
  OrderStatus,
  orderSources,
  paymentMethods,
} from '#contract/order.ts'
import { useFormat } from '../lib/format.ts'

/** What the events of this feature carry; others, such as an import's, are shown by their name alone. */
const Told = z.object({
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
type Words = { title: string; line?: string; quote?: string | undefined }
const edited = ['note', 'tags', 'shippingAddress', 'billingAddress'] as const

/** An event as a sentence, a dimmed line and what somebody wrote. */
export function useOrderEventWords() {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ type, data }: OrderEvent, currency: string): Words => {
    const told = Told.parse(data)
    const joined = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' · ')
    const tracking = joined(told.parcel, told.carrier, told.trackingNumber)
    const money = {
      amount: format.money(told.amount, currency),
      method: told.method ? t(`order.by.${told.method}`) : '',
    }
    switch (type) {
      case 'created':
        return {
          title: t('order.event.created'),
          line: told.source ? t(`order.source.${told.source}`) : '',
        }
      case 'status_changed': {
        const known = cancelReasons.find(reason => reason === told.reason)
        const reason = known ? t(`order.reason.${known}`) : told.reason
        const title = told.to ? t(`order.event.to.${told.to}`) : t('order.event.other', { type })
        return {
          title,
          line: joined(
            tracking,
            reason,
            told.restocked === true && t('order.event.restocked'),
            told.restocked === false && t('order.event.lost'),
          ),
          quote: told.note,
        }
      }
      case 'payment_recorded':
        return {
          title: t('order.event.payment', money),
          line: told.reference ?? '',
          quote: told.note,
        }
      case 'refunded':
        return {
          title: t('order.event.refund', money),
          line: told.reference ?? '',
          quote: told.note,
        }
      case 'tracking_updated':
        return { title: t('order.event.tracking'), line: tracking }
      case 'note_added':
        return { title: t('order.event.note'), quote: told.text }
      case 'edited':
        return {
          title: t('order.event.edited', {
            what: format.list(
              edited
                .filter(field => told.fields?.includes(field))
                .map(field => t(`order.event.field.${field}`)),
            ),
          }),
        }
      case 'imported':
        return { title: t('order.event.imported') }
      default:
        return {
          title: t('order.event.other', { type: type.replaceAll('_', ' ') }),
          quote: told.note ?? told.text,
        }
    }
  }
}
