import { useTranslation } from 'react-i18next'
import {
  type DeliveryStatus,
  type Webhook,
  type WebhookDelivery,
  type WebhookEventType,
  type WebhookStatus,
  webhookEventTypes,
} from '#contract/developer/webhook.ts'
import type { StatusTone } from '../ui/message/status-badge.tsx'

export const webhookTones: Record<WebhookStatus, StatusTone> = {
  on: 'good',
  failing: 'warn',
  off: 'neutral',
  stopped: 'bad',
}
export const deliveryTones: Record<DeliveryStatus, StatusTone> = {
  waiting: 'info',
  delivered: 'good',
  failed: 'bad',
}

export const eventLabelKeys = {
  'order.created': 'developer.event.orderCreated',
  'order.updated': 'developer.event.orderUpdated',
  'order.paid': 'developer.event.orderPaid',
  'order.fulfilled': 'developer.event.orderFulfilled',
  'order.cancelled': 'developer.event.orderCanceled',
  'return.created': 'developer.event.returnCreated',
  'return.updated': 'developer.event.returnUpdated',
  'product.created': 'developer.event.productCreated',
  'product.updated': 'developer.event.productUpdated',
  'product.deleted': 'developer.event.productDeleted',
  'stock.changed': 'developer.event.stockChanged',
  'customer.created': 'developer.event.customerCreated',
  'customer.updated': 'developer.event.customerUpdated',
  'customer.deleted': 'developer.event.customerDeleted',
} as const satisfies Record<WebhookEventType, string>

/** Event types by subject. */
export const eventGroups = (['order', 'product', 'customer'] as const).map(subject => ({
  subject,
  events: webhookEventTypes.filter(
    event =>
      event.startsWith(subject) ||
      (subject === 'product' && event === 'stock.changed') ||
      (subject === 'order' && event.startsWith('return.')),
  ),
}))

export const getWebhookName = ({ name, url }: Pick<Webhook, 'name' | 'url'>) =>
  name || (URL.parse(url)?.host ?? url)

/** Returns a function that describes the response of a delivery, or why there is none. */
export function useOutcomeFormatter() {
  const { t } = useTranslation()
  return ({ responseStatus, error, attempts }: WebhookDelivery) => {
    if (error) return t(`developer.delivery.error.${error}`)
    return responseStatus === null
      ? t(attempts > 0 ? 'developer.delivery.sending' : 'developer.delivery.queued')
      : t('developer.delivery.httpStatus', { status: responseStatus })
  }
}

/** Returns a function that formats an event type. An unknown type is a test. */
export function useEventNameFormatter() {
  const { t } = useTranslation()
  return (type: string) => {
    const match = webhookEventTypes.find(event => event === type)
    return match ? t(eventLabelKeys[match]) : t('developer.event.test')
  }
}
