import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { OrderEvent } from '#contract/order/order-part.ts'
import {
  cancelReasons,
  OrderStatus,
  orderSources,
  recordedPaymentMethods,
  withdrawalReason,
} from '#contract/order/order-state.ts'
import { ReturnState } from '#contract/order/return-state.ts'
import { paymentProviders } from '#contract/payment/payment-account.ts'
import { useFormatters } from '../lib/formatters.ts'

/** The data of events that orders record. Other events show only their name. */
const OrderEventDetails = z.object({
  from: OrderStatus.optional().catch(undefined),
  to: OrderStatus.optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  note: z.string().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  carrier: z.string().optional().catch(undefined),
  trackingNumber: z.string().optional().catch(undefined),
  fulfillment: z.string().optional().catch(undefined),
  otherFulfillment: z.string().optional().catch(undefined),
  return: z.string().optional().catch(undefined),
  day: z.string().optional().catch(undefined),
  order: z.string().optional().catch(undefined),
  orderId: z.uuid().optional().catch(undefined),
  amount: z.number().optional().catch(undefined),
  method: z.enum(recordedPaymentMethods).optional().catch(undefined),
  reference: z.string().optional().catch(undefined),
  source: z.enum(orderSources).optional().catch(undefined),
  fields: z.array(z.string()).optional().catch(undefined),
  provider: z.enum(paymentProviders).optional().catch(undefined),
  disputeReason: z.string().optional().catch(undefined),
  packerLink: z.string().optional().catch(undefined),
  labelService: z.string().optional().catch(undefined),
  /** The units of a receipt. */
  units: z.number().optional().catch(undefined),
  damaged: z.number().optional().catch(undefined),
  missing: z.number().optional().catch(undefined),
  restockedUnits: z.number().optional().catch(undefined),
  restocked: z.boolean().optional().catch(undefined),
})
type OrderEventDetails = z.infer<typeof OrderEventDetails>
type LabeledEvent = Pick<OrderEvent, 'type' | 'data'>
type OrderEventLabels = {
  title: string
  details?: string | undefined
  quote?: string | undefined
  /** The id of the order that the title names. */
  orderId?: string | undefined
}
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
  'label_canceled',
  'label_not_canceled',
  'label_retried',
  'parcel_split',
  'parcels_merged',
] as const

const joinParts = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' · ')

/** Events whose title says all. */
const plainEvents = [
  'draft_created',
  'payment_link_sent',
  'payment_link_created',
  'items_changed',
  'shopper_edited',
  'taxes_changed',
] as const

/** Returns a function that describes an event: a title, details, and a quoted note. */
export function useOrderEventLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  const getStatusLabels = useStatusChangeLabels()
  const getProviderLabels = useProviderLabels()
  const getReturnLabels = useReturnLabels()
  const getParcelLabels = useParcelLabels()
  return ({ type, data }: LabeledEvent, currency: string): OrderEventLabels => {
    const eventData = OrderEventDetails.parse(data)
    const { reference = '', note, text, source, fields = [] } = eventData
    const money = {
      amount: format.money(eventData.amount, currency),
      method: eventData.method ? t(`order.methodInline.${eventData.method}`) : '',
    }
    const parcelEvent = parcelEvents.find(event => event === type)
    if (parcelEvent) return getParcelLabels(parcelEvent, eventData)
    const plainEvent = plainEvents.find(event => event === type)
    if (plainEvent) return { title: t(`orderEvent.${plainEvent}`, money) }
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
        return { title: t('orderEvent.note'), quote: text }
      case 'edited': {
        const fieldLabels = editableFields
          .filter(field => fields.includes(field))
          .map(field => t(`orderEvent.field.${field}`))
        return { title: t('orderEvent.edited', { fields: format.list(fieldLabels) }) }
      }
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

const returnEvents = [
  'return_deadline_set',
  'return_deadline_removed',
  'return_label_added',
  'return_label_removed',
  'return_reopened',
] as const

/** Events that name another order. */
const orderEvents = ['return_exchanged', 'follows_order', 'units_replaced', 'duplicated'] as const

const receiptParts = ['units', 'damaged', 'missing', 'restockedUnits'] as const

const claimStates = ['requested', 'accepted', 'declined', 'settled', 'canceled'] as const

function useReturnLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  const listReceived = (event: OrderEventDetails) =>
    receiptParts.map(part => {
      const n = event[part] ?? 0
      return n > 0 && t(`orderEvent.receipt.${part}`, { n: format.number(n) })
    })
  return (type: string, event: OrderEventDetails): OrderEventLabels | undefined => {
    const numbers = { order: event.order ?? '', return: event.return ?? '' }
    const orderEvent = orderEvents.find(each => each === type)
    if (orderEvent)
      return {
        title: t(`orderEvent.${orderEvent}`, numbers),
        details: orderEvent === 'units_replaced' ? event.return : undefined,
        quote: event.note,
        orderId: event.orderId,
      }
    const returnEvent = returnEvents.find(each => each === type)
    if (returnEvent)
      return {
        title: t(`orderEvent.${returnEvent}`, { day: event.day ? format.day(event.day) : '' }),
        details: event.return,
      }
    if (type === 'claim_reopened')
      return { title: t('orderEvent.claim_reopened', numbers), details: event.return }
    const claimState = claimStates.find(each => type === `claim_${each}`)
    if (claimState)
      return {
        title: t(`orderEvent.claim_${claimState}`),
        details: event.return,
        quote: event.text,
      }
    const state = ReturnState.options.find(each => type === `return_${each}`)
    return (
      state && {
        title: t(`orderEvent.return_${state}`),
        details: joinParts(event.return, ...(state === 'received' ? listReceived(event) : [])),
        quote: event.text,
      }
    )
  }
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
