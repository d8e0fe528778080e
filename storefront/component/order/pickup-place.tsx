import { listOpenDays, type PickupPlace } from '#contract/cms/opening-hours.ts'
import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import { useFrame, useTexts } from '../frame/page-context.tsx'
import { AddressText } from './order-address.tsx'

type Props = { place: PickupPlace }

/** The address and the opening hours of the place where the shopper collects an order. */
export function PickupPlaceText({ place: { address, hours } }: Props) {
  const t = useTexts()
  const { store } = useFrame()
  const days = listOpenDays(hours, store.locale).map(day => `${day.days}: ${day.time}`)
  return (
    <>
      {address.line1 && <AddressText address={{ ...address, name: address.name || store.name }} />}
      {days.length > 0 && (
        <p className="order-instructions">{[`${t('openingHours')}:`, ...days].join('\n')}</p>
      )}
    </>
  )
}

/** The same beside the pickup in the list of deliveries, a line each. */
export function PickupPlaceNote({ place: { address, hours } }: Props) {
  const { locale } = useFrame().store
  const days = listOpenDays(hours, locale).map(day => `${day.days} ${day.time}`)
  const notes = [address.line1 && listAddressLines(address, '').join(', '), days.join(', ')]
  return notes.map(
    note =>
      note && (
        <span key={note} className="checkout-choice-detail">
          {note}
        </span>
      ),
  )
}
