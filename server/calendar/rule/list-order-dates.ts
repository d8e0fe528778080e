import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import { orderViews } from '#contract/order/order-filter.ts'
import { ShippingSettings } from '#contract/store/shipping-settings.ts'
import type { Tx } from '../../lib/db/db.ts'
import { findShipByDate } from '../../shipping/rule/delivery-days.ts'
import { toRecordItem } from './record-item.ts'

type OrderTimes = {
  createdAt: string
  isToShip: boolean
  timeZone: string
  today: string
  settings: unknown
}
type DueInvoice = { id: string; number: string; dueOn: string }

/** Returns the day until which an order is shipped in time, and the days on which its invoices are due. */
export async function listOrderDates(
  tx: Tx,
  id: string,
  { withInvoices }: { withInvoices: boolean },
): Promise<CalendarItem[]> {
  const { status, fulfillmentStatus } = orderViews.toShip
  const [[order], invoices] = await Promise.all([
    tx<OrderTimes[]>`
      select o.created_at, s.timezone as time_zone, s.shipping_settings as settings,
        (now() at time zone s.timezone)::date::text as today,
        o.status = any (${[...status]}::text[])
          and o.fulfillment_status = any (${[...fulfillmentStatus]}::text[]) as is_to_ship
      from "order" o join store s on s.id = o.store_id where o.id = ${id}`,
    withInvoices
      ? tx<DueInvoice[]>`
          select i.id, coalesce(i.number, '') as number, i.due_on::text as due_on
          from invoice i join "order" o on o.store_id = i.store_id and o.id = i.order_id
          where i.order_id = ${id} and i.kind = 'invoice' and i.due_on is not null
            and i.state in ('Partial Payment', 'Downloaded', 'Sent', 'Issued') and o.status <> 'cancelled'
          order by i.due_on limit 20`
      : [],
  ])
  if (!order) return []
  const { createdAt, timeZone, settings, today } = order
  const getDetail = (day: string) => (day < today ? ('overdue' as const) : ('due' as const))
  const dates = invoices.map(({ id: recordId, number, dueOn }) =>
    toRecordItem('invoice', { recordId, title: number, start: dueOn, detail: getDetail(dueOn) }),
  )
  if (!order.isToShip) return dates
  const start = findShipByDate(
    { placedAt: new Date(createdAt), timeZone },
    ShippingSettings.parse(settings),
  )
  const detail = getDetail(start)
  return [toRecordItem('shipBy', { recordId: null, title: '', start, detail, count: 1 }), ...dates]
}
