import { useTranslation } from 'react-i18next'
import { cancelReasons, withdrawalReason } from '#contract/order/order-state.ts'
import { useFormatters } from '../lib/formatters.ts'
import {
  joinParts,
  type LabeledEvent,
  OrderEventDetails,
  type OrderEventLabels,
  toEventRecord,
} from './order-event-details.ts'
import { useReturnEventLabels } from './use-return-event-labels.ts'

const editableFields = ['customer', 'note', 'tags', 'shippingAddress', 'billingAddress'] as const

const reasonCodes = [...cancelReasons, withdrawalReason] as const

const parcelEvents = [
  'parcel_packed',
  'parcel_shipped',
  'parcel_delivered',
  'parcel_lost',
  'parcel_cancelled',
  'parcel_restored',
  'tracking_updated',
  'label_created',
  'label_added',
  'label_removed',
  'label_canceled',
  'label_not_canceled',
  'label_retried',
  'parcel_split',
  'parcels_merged',
] as const

/** Events whose title says all. */
const plainEvents = [
  'draft_created',
  'payment_link_sent',
  'payment_link_created',
  'payment_voided',
  'order_email_resent',
  'items_changed',
  'shopper_edited',
  'taxes_changed',
  'terms_accepted',
] as const

const documentEvents = [
  'invoice_issued',
  'credit_note_issued',
  'file_added',
  'file_removed',
] as const

/** Returns a function that describes an event: a title, details, and a quoted note. */
export function useOrderEventLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  const getStatusLabels = useStatusChangeLabels()
  const getProviderLabels = useProviderLabels()
  const getReturnLabels = useReturnEventLabels()
  const getParcelLabels = useParcelLabels()
  const getEditLabels = useEditLabels()
  const getDocumentLabels = useDocumentLabels()
  return ({ type, data }: LabeledEvent, currency: string): OrderEventLabels => {
    const eventData = OrderEventDetails.parse(data)
    const { reference = '', note, text, source } = eventData
    const money = {
      amount: format.money(eventData.amount, currency),
      method: eventData.method ? t(`order.methodInline.${eventData.method}`) : '',
    }
    const parcelEvent = parcelEvents.find(event => event === type)
    if (parcelEvent) return getParcelLabels(parcelEvent, eventData)
    const plainEvent = plainEvents.find(event => event === type)
    if (plainEvent) return { title: t(`orderEvent.${plainEvent}`, { ...eventData, ...money }) }
    const documentEvent = documentEvents.find(event => event === type)
    if (documentEvent) return getDocumentLabels(documentEvent, eventData, money.amount)
    const returnLabels = getReturnLabels(type, eventData)
    if (returnLabels) return returnLabels
    switch (type) {
      case 'created':
        return { title: t('orderEvent.created'), details: source && t(`order.source.${source}`) }
      case 'status_changed':
        return getStatusLabels(eventData)
      case 'payment_recorded':
        return { title: t('orderEvent.payment', money), details: reference, quote: note }
      case 'refunded':
        return {
          title: t('orderEvent.refund', money),
          details: joinParts(eventData.return, reference),
          quote: note,
        }
      case 'refund_requested':
      case 'refund_failed':
      case 'payment_disputed':
      case 'dispute_won':
      case 'dispute_lost':
        return getProviderLabels(type, { ...eventData, amount: money.amount })
      case 'note_added':
        return { title: t('orderEvent.note'), quote: text, editedAt: eventData.editedAt }
      case 'edited':
        return getEditLabels(eventData)
      case 'withdrawn':
      case 'imported':
      case 'archived':
      case 'unarchived':
        return { title: t(`orderEvent.${type}`), quote: text }
      default:
        return {
          title: t('orderEvent.other', { type: type.replaceAll('_', ' ') }),
          quote: note ?? text,
        }
    }
  }
}

function useDocumentLabels() {
  const { t } = useTranslation()
  return (
    type: (typeof documentEvents)[number],
    { invoice: number = '', invoiceId, file, ...event }: OrderEventDetails,
    amount: string,
  ): OrderEventLabels =>
    type === 'file_added' || type === 'file_removed'
      ? { title: t(`orderEvent.${type}`), details: joinParts(event.return, file) }
      : {
          title: t(`orderEvent.${type}`, { number, amount }),
          record: toEventRecord('invoice', invoiceId),
          isAutomatic: true,
        }
}

function useEditLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  return ({ fields = [], addedTags = [], removedTags = [] }: OrderEventDetails) => {
    const fieldLabels = editableFields
      .filter(field => fields.includes(field))
      .map(field => t(`orderEvent.field.${field}`))
    return {
      title: t('orderEvent.edited', { fields: format.list(fieldLabels) }),
      details: joinParts(
        addedTags.length > 0 && t('orderEvent.tagsAdded', { tags: format.list(addedTags) }),
        removedTags.length > 0 && t('orderEvent.tagsRemoved', { tags: format.list(removedTags) }),
      ),
    }
  }
}

function useParcelLabels() {
  const { t } = useTranslation()
  return (
    type: (typeof parcelEvents)[number],
    { packerLink: link, labelService: service = '', ...event }: OrderEventDetails,
  ): OrderEventLabels => ({
    title: link ? t('orderEvent.packedByLink', { link }) : t(`orderEvent.${type}`, { service }),
    details: formatTracking(event),
    quote: event.note,
  })
}

type ProviderEventType =
  | 'refund_requested'
  | 'refund_failed'
  | 'payment_disputed'
  | 'dispute_won'
  | 'dispute_lost'
type ProviderEventDetails = Omit<OrderEventDetails, 'amount'> & { amount: string }

function useProviderLabels() {
  const { t } = useTranslation()
  return (type: ProviderEventType, event: ProviderEventDetails): OrderEventLabels => ({
    title: t(`orderEvent.${type}`, {
      amount: event.amount,
      provider: t(`order.provider.${event.provider ?? 'stripe'}`),
    }),
    details: joinParts(event.return, event.disputeReason?.replaceAll('_', ' '), event.reference),
    quote: event.note,
  })
}

const formatTracking = ({
  fulfillment,
  otherFulfillment,
  carrier,
  trackingNumber,
}: OrderEventDetails) => joinParts(fulfillment, otherFulfillment, carrier, trackingNumber)

function useStatusChangeLabels() {
  const { t } = useTranslation()
  return (eventData: OrderEventDetails): OrderEventLabels => {
    const { from, to, restocked } = eventData
    const reasonCode = reasonCodes.find(code => code === eventData.reason)
    const reason = reasonCode ? t(`order.reason.${reasonCode}`) : eventData.reason
    const getTitle = () => {
      if (from === 'draft' && to === 'pending') return t('orderEvent.created')
      if (from === 'on_hold' && to !== 'cancelled') return t('orderEvent.released')
      return to ? t(`orderEvent.to.${to}`) : t('orderEvent.other', { type: 'status_changed' })
    }
    return {
      title: getTitle(),
      details: joinParts(
        formatTracking(eventData),
        reason,
        restocked === true && t('orderEvent.restocked'),
        restocked === false && t('orderEvent.notRestocked'),
      ),
      quote: eventData.note,
    }
  }
}
