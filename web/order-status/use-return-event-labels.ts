import { useTranslation } from 'react-i18next'
import { ReturnState } from '#contract/order/return-state.ts'
import { useFormatters } from '../lib/formatters.ts'
import {
  joinParts,
  type OrderEventDetails,
  type OrderEventLabels,
  toEventRecord,
} from './order-event-details.ts'

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

/** Returns a function that describes the events of returns and of orders that follow another one. */
export function useReturnEventLabels() {
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
        record: toEventRecord('order', event.orderId),
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
