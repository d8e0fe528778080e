import type { ParcelInput } from '#contract/order/order-change.ts'
import { findTrackingUrl, type StoreCarrier } from '#contract/store/carrier.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { LockedOrder } from '../order-store.ts'

export type ParcelTracking = Pick<
  LockedOrder['fulfillments'][number],
  'carrier' | 'trackingNumber' | 'trackingUrl'
>

const noTracking: ParcelTracking = { carrier: '', trackingNumber: '', trackingUrl: '' }

/**
 * Returns the tracking of a parcel after a change. A part that is left out keeps its value, except that
 * the link of the earlier carrier and number never stays with others.
 */
export async function toTrackingColumns(
  tx: Tx,
  { carrier, number, url }: NonNullable<ParcelInput['tracking']>,
  current: ParcelTracking = noTracking,
): Promise<ParcelTracking> {
  const tracking = { carrier: carrier ?? current.carrier, number: number ?? current.trackingNumber }
  const isSame = tracking.carrier === current.carrier && tracking.number === current.trackingNumber
  const keepsUrl = url === undefined || url === current.trackingUrl
  const getUrl = () => {
    if (keepsUrl) return isSame ? current.trackingUrl : ''
    return url
  }
  return {
    carrier: tracking.carrier,
    trackingNumber: tracking.number,
    trackingUrl: getUrl() || (await loadTrackingUrl(tx, tracking)),
  }
}

/** Returns the page of the carrier, or '' without a number or for an unknown carrier. */
async function loadTrackingUrl(
  tx: Tx,
  tracking: NonNullable<ParcelInput['tracking']>,
): Promise<string> {
  if (!tracking.number) return ''
  const [row] = await tx<{ carriers: StoreCarrier[] | null }[]>`
    select shipping_settings -> 'carriers' as carriers from store where id = current_store()`
  return findTrackingUrl(row?.carriers ?? [], tracking)
}
