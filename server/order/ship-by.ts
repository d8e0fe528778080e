import type { Order } from '#contract/order/order.ts'
import { orderViews } from '#contract/order/order-filter.ts'
import { ShippingSettings } from '#contract/store/shipping-settings.ts'
import { toClockDay } from '../calendar/rule/time-zone.ts'
import type { Tx } from '../lib/db/db.ts'
import { findLateOrdersEnd, findShipByDate } from '../shipping/rule/delivery-days.ts'

/** The settings are as stored, so they can lack new ones. */
export type StoreTimes = { timeZone: string; settings: unknown }

export const storeTimesColumn = (tx: Tx) => tx`
  (select jsonb_build_object('timeZone', timezone, 'settings', shipping_settings)
    from store where id = current_store()) as store_times`

type OrderTimes = { timeZone: string; settings: ShippingSettings }

type ShippedOrder = Pick<Order, 'status' | 'fulfillmentStatus' | 'createdAt'>

/** Returns the last day on which the rest of an order is shipped in time, or null. */
export const getShipBy = (order: ShippedOrder, { timeZone, settings }: StoreTimes) =>
  findShipBy(order, { timeZone, settings: ShippingSettings.parse(settings) })

/** Returns the orders of a list with their ship-by dates. Each row has the settings of the store. */
export function addShipBy<T extends ShippedOrder & { storeTimes: StoreTimes }>(rows: readonly T[]) {
  const [first] = rows
  if (!first) return []
  const { timeZone, settings } = first.storeTimes
  const times = { timeZone, settings: ShippingSettings.parse(settings) }
  return rows.map(({ storeTimes: _, ...row }) => ({ ...row, ...findShipBy(row, times) }))
}

function findShipBy(
  { status, fulfillmentStatus, createdAt }: ShippedOrder,
  { timeZone, settings }: OrderTimes,
): Pick<Order, 'shipBy' | 'isLate'> {
  const view: { status: readonly string[]; fulfillmentStatus: readonly string[] } =
    orderViews.toShip
  if (!view.status.includes(status) || !view.fulfillmentStatus.includes(fulfillmentStatus))
    return { shipBy: null, isLate: false }
  const shipBy = findShipByDate({ placedAt: new Date(createdAt), timeZone }, settings)
  return { shipBy, isLate: shipBy < toClockDay(new Date(), timeZone) }
}

export type PlacementEnds = { late?: Date; shipByFrom?: Date; shipByTo?: Date }

/**
 * Returns the times before which orders were placed that should have been shipped before today, before
 * the first and until the last day of a period.
 */
export async function loadPlacementEnds(
  tx: Tx,
  { isLate, from, to }: { isLate: boolean; from: string | undefined; to: string | undefined },
): Promise<PlacementEnds> {
  const [store] = await tx<{ timezone: string; settings: unknown; today: string }[]>`
    select timezone, shipping_settings as settings, (now() at time zone timezone)::date::text as today
    from store where id = current_store()`
  const { timezone = 'UTC', settings = {}, today = '' } = store ?? {}
  const days = { late: isLate && today, shipByFrom: from, shipByTo: to && addDay(to) }
  const parsed = ShippingSettings.parse(settings)
  const ends = Object.entries(days).flatMap(([name, day]) => {
    if (!day) return []
    const { date, time } = findLateOrdersEnd(day, parsed)
    return [[name, `${date} ${time}`] as const]
  })
  const rows = await tx<{ name: keyof PlacementEnds; at: Date }[]>`
    select name, (local::timestamp at time zone ${timezone})::timestamptz as at
    from unnest(${ends.map(([name]) => name)}::text[], ${ends.map(([, local]) => local)}::text[])
      as ends (name, local)`
  return Object.fromEntries(rows.map(({ name, at }) => [name, at]))
}

/** Returns the time before which orders were placed that should have been shipped before today. */
export async function loadLateOrdersEnd(tx: Tx): Promise<Date> {
  const { late } = await loadPlacementEnds(tx, { isLate: true, from: undefined, to: undefined })
  if (!late) throw new Error('The end of late orders returned no row.')
  return late
}

const addDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
