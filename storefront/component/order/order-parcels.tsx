import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { useContentLanguage, useFrame, useTexts } from '../frame/page-context.tsx'
import { OrderUnits } from './order-units.tsx'

/** The parcels that have left, with their content and tracking. */
export function OrderParcels({ order: { parcels, lines, seller } }: { order: StorefrontOrder }) {
  const t = useTexts()
  const language = useContentLanguage()
  const { locale } = useFrame().store
  if (parcels.length === 0) return null
  const formatDate = (time: string) =>
    new Date(time).toLocaleDateString(locale, { dateStyle: 'long', timeZone: seller.timezone })
  return (
    <section>
      <h2>{t('orderPage.parcels')}</h2>
      {parcels.map(({ _id, status, shippedAt, deliveredAt, ...parcel }) => {
        const time = deliveredAt ?? shippedAt
        return (
          <div key={_id}>
            <p>
              <strong>{t(`orderPage.parcelStates.${status}`)}</strong>
              {time && ` · ${formatDate(time)}`}
            </p>
            <ul {...language}>
              {parcel.lines.map(unit => (
                <li key={unit.line}>
                  <OrderUnits lines={lines} unit={unit} />
                </li>
              ))}
            </ul>
            <ParcelTracking parcel={parcel} />
          </div>
        )
      })}
    </section>
  )
}

type Tracking = Pick<StorefrontOrder['parcels'][number], 'carrier' | 'number' | 'url'>

function ParcelTracking({ parcel: { carrier, number, url } }: { parcel: Tracking }) {
  const t = useTexts()
  if (!carrier && !number && !url) return null
  return (
    <p>
      {carrier} {url ? <a href={url}>{number || t('trackShipment')}</a> : number}
    </p>
  )
}
