import type { Order } from '#contract/order/order.ts'
import { orderViews } from '#contract/order/order-filter.ts'
import { ShippingSettings } from '#contract/store/shipping-settings.ts'
import type { Tx } from '../lib/db/db.ts'
import { findLateOrdersEnd, findShipByDate } from '../shipping/rule/delivery-days.ts'

/** The settings are as stored, so they can lack new ones. */
export type StoreTimes = { timeZone: string; settings: unknown }

export const storeTimesColumn = (tx: Tx) => tx`
  (select jsonb_build_object('timeZone', timezone, 'settings', shipping_settings)
    from store where id = current_store()) as store_times`

type ShippedOrder = Pick<Order, 'status' | 'fulfillmentStatus' | 'createdAt'>

/** Returns the last day on which the rest of an order is shipped in time, or null. */
export function getShipBy(
  { status, fulfillmentStatus, createdAt }: ShippedOrder,
  { timeZone, settings }: StoreTimes,
): Pick<Order, 'shipBy' | 'isLate'> {
  const view: { status: readonly string[]; fulfillmentStatus: readonly string[] } =
    orderViews.toShip
  if (!view.status.includes(status) || !view.fulfillmentStatus.includes(fulfillmentStatus))
    return { shipBy: null, isLate: false }
  const shipBy = findShipByDate(
    { placedAt: new Date(createdAt), timeZone },
    ShippingSettings.parse(settings),
  )
  // The Swedish format is that of ISO.
  return { shipBy, isLate: shipBy < new Date().toLocaleDateString('sv-SE', { timeZone }) }
}

/** Returns the time before which orders were placed that should have been shipped before today. */
export async function loadLateOrdersEnd(tx: Tx): Promise<Date> {
  const [store] = await tx<{ timezone: string; settings: unknown; today: string }[]>`
    select timezone, shipping_settings as settings, (now() at time zone timezone)::date::text as today
    from store where id = current_store()`
  const { timezone = 'UTC', settings = {}, today = '' } = store ?? {}
  const end = findLateOrdersEnd(today, ShippingSettings.parse(settings))
  const [row] = await tx<{ at: Date }[]>`
    select (${`${end.date} ${end.time}`}::timestamp at time zone ${timezone})::timestamptz as at`
  if (!row) throw new Error('The end of late orders returned no row.')
  return row.at
}
