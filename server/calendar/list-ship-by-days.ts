import { shiftDay } from '#contract/desk/calendar-day.ts'
import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import { orderViews } from '#contract/order/order-filter.ts'
import { ShippingSettings } from '#contract/store/shipping-settings.ts'
import type { Tx } from '../lib/db/db.ts'
import { findLateOrdersEnd } from '../shipping/rule/delivery-days.ts'
import type { CalendarSpan } from './rule/calendar-span.ts'
import { countDaysBetween } from './rule/event-times.ts'
import { toRecordItem } from './rule/record-item.ts'

/** Returns the number of orders to ship on each day of a period. */
export async function listShipByDays(
  tx: Tx,
  { from, to, today, timeZone }: CalendarSpan,
): Promise<CalendarItem[]> {
  const [store] = await tx<{ settings: unknown }[]>`
    select shipping_settings as settings from store where id = current_store()`
  const settings = ShippingSettings.parse(store?.settings ?? {})
  const days = Array.from({ length: countDaysBetween(from, to) + 2 }, (_, index) =>
    shiftDay(from, index),
  )
  // Orders that were placed before the first time should have been shipped before the first day.
  const ends = days.map(day => {
    const { date, time } = findLateOrdersEnd(day, settings)
    return `${date} ${time}`
  })
  const rows = await tx<{ position: number; count: number }[]>`
    with placed as (
      select array_agg(local::timestamp at time zone ${timeZone} order by ordinality) as ends
      from unnest(${ends}::text[]) with ordinality as placement (local, ordinality)
    )
    select width_bucket(o.created_at, placed.ends) as position, count(*)::integer as count
    from placed cross join "order" o
    where o.status = any (${[...orderViews.toShip.status]}::text[])
      and o.fulfillment_status = any (${[...orderViews.toShip.fulfillmentStatus]}::text[])
      and o.created_at >= placed.ends[1]
      and o.created_at < placed.ends[array_upper(placed.ends, 1)]
    group by position order by position`
  return rows.flatMap(({ position, count }) => {
    const day = days[position - 1]
    const detail = day !== undefined && day < today ? ('overdue' as const) : ('due' as const)
    return day === undefined
      ? []
      : [toRecordItem('shipBy', { recordId: null, title: '', start: day, detail, count })]
  })
}
