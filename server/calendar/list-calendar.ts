import { shiftDay, shiftMonth } from '#contract/desk/calendar-day.ts'
import {
  type CalendarItem,
  type CalendarItems,
  CalendarKind,
  type CalendarPeriod,
  calendarLimits,
} from '#contract/desk/calendar-event.ts'
import { hasPermission, type Permission } from '#contract/lib/call/permission.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, createFieldProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import {
  listDiscountDates,
  listDueInvoices,
  listDueTasks,
  listPostDates,
  listThemeDates,
} from './list-record-dates.ts'
import { listShipByDays } from './list-ship-by-days.ts'
import type { CalendarSpan } from './rule/calendar-span.ts'
import { countDaysBetween } from './rule/event-times.ts'
import { type ListedItems, listEvents } from './rule/list-events.ts'

type Source = {
  can: Permission
  list: (tx: Tx, period: CalendarSpan) => PromiseLike<CalendarItem[] | ListedItems>
}

const sources: Record<CalendarKind, Source> = {
  event: { can: 'calendar:read', list: (tx, period) => listEvents(tx, period) },
  task: { can: 'task:read', list: listDueTasks },
  shipBy: { can: 'order:read', list: listShipByDays },
  discount: { can: 'product:read', list: listDiscountDates },
  invoice: { can: 'invoice:read', list: listDueInvoices },
  theme: { can: 'theme:read', list: listThemeDates },
  post: { can: 'cms:read', list: listPostDates },
}

/**
 * Returns what happens in a period: the events, and the dates of the records that the caller can read.
 * @throws Problem 422 for a period that is too long
 */
export async function listCalendar(
  tx: Tx,
  { kinds, ...query }: CalendarPeriod,
  { abilities }: Pick<Principal, 'abilities'>,
): Promise<CalendarItems> {
  const period = await loadPeriod(tx, query)
  const wanted = CalendarKind.options.filter(
    kind => (kinds?.includes(kind) ?? true) && hasPermission(abilities, sources[kind].can),
  )
  const lists = await Promise.all(wanted.map(kind => sources[kind].list(tx, period)))
  const items = lists.flatMap(list => (Array.isArray(list) ? list : list.items)).sort(compareItems)
  return {
    timeZone: period.timeZone,
    items: items.slice(0, calendarLimits.items),
    isTruncated:
      items.length > calendarLimits.items ||
      lists.some(list => !Array.isArray(list) && list.isTruncated),
  }
}

/** Items of whole days are the first of their day. */
const compareItems = (a: CalendarItem, b: CalendarItem) =>
  compare(a.start, b.start) || compare(a.kind, b.kind) || compare(a.title, b.title)
const compare = (a: string, b: string) => Number(a > b) - Number(a < b)

async function loadPeriod(
  tx: Tx,
  { from, to }: Omit<CalendarPeriod, 'kinds'>,
): Promise<CalendarSpan> {
  const [row] = await tx<{ today: string; timeZone: string }[]>`
    select (now() at time zone timezone)::date::text as today, timezone as time_zone
    from store where id = current_store()`
  const { today, timeZone } = assertFound(row)
  const first = from ?? (to === undefined ? `${today.slice(0, 8)}01` : shiftDay(to, -37))
  const last = to ?? shiftDay(shiftMonth(first, 1), 6)
  const days = countDaysBetween(first, last)
  if (days < 0) throw createFieldProblem('to', 'range_reversed')
  if (first < '1970-01-01' || last > '2200-01-01')
    throw createFieldProblem('from', 'range_out_of_bounds')
  if (days >= calendarLimits.period)
    throw createFieldProblem('to', 'calendar_period_too_long', { count: calendarLimits.period })
  return { from: first, to: last, today, timeZone }
}
