import type { CalendarEvent, CalendarEventInput } from '#contract/desk/calendar-event.ts'
import { iterateRepeatDays, parseRepeat } from '#contract/desk/repeat.ts'
import { joinRecord, selectRecordName } from '../../desk/rule/desk-record.ts'
import type { Principal } from '../../lib/call/authenticate.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { type EventTimes, formatTimes, getDay } from './event-times.ts'

type EventColumns = {
  title: string
  startsAt: string
  endsAt: string
  timeZone: string
  isAllDay?: boolean
  description?: string
  location?: string
  category?: CalendarEvent['category']
  repeat?: string | null
  repeatsUntil?: string | null
  excludedOn?: string[]
  seriesId?: string | null
  originalOn?: string | null
  reminderMinutes?: number | null
  remindAt?: Date | null
  isPrivate?: boolean
  orderId?: string | null
  productId?: string | null
  customerId?: string | null
}
declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    calendar_event: EventColumns
  }
}

/** An event as it is stored. */
export type EventRow = Omit<
  CalendarEvent,
  '_id' | 'start' | 'end' | 'excludedDates' | 'originalDate'
> &
  EventTimes & { id: string; excludedOn: string[]; originalOn: string | null }

const selectEvent = (tx: Tx, principal: Principal) => tx`
  t.id, t.title, t.description, t.location, t.category, t.is_all_day,
  to_char(t.starts_at, 'YYYY-MM-DD"T"HH24:MI') as starts_at,
  to_char(t.ends_at, 'YYYY-MM-DD"T"HH24:MI') as ends_at,
  t.time_zone, t.repeat, t.excluded_on::text[] as excluded_on, t.series_id,
  t.original_on::text as original_on, t.reminder_minutes, t.is_private,
  t.order_id, t.product_id, t.customer_id, ${selectRecordName(tx, principal)},
  t.created_by, t.version, t.created_at`

/** Returns the event, which other transactions can't change until the end of this one. */
export async function lockEvent(tx: Tx, id: string, principal: Principal): Promise<EventRow> {
  await tx`select 1 from calendar_event where id = ${id} for update`
  return loadEvent(tx, id, principal)
}

export async function loadEvent(tx: Tx, id: string, principal: Principal): Promise<EventRow> {
  const [row] = await tx<EventRow[]>`
    select ${selectEvent(tx, principal)} from calendar_event t ${joinRecord(tx)} where t.id = ${id}`
  return assertFound(row, 'calendar_event_not_found')
}

export function toEvent(row: EventRow): CalendarEvent {
  const { id, isAllDay, startsAt, endsAt, excludedOn, originalOn, ...fields } = row
  return {
    _id: id,
    isAllDay,
    ...fields,
    ...formatTimes({ isAllDay, startsAt, endsAt }),
    excludedDates: excludedOn,
    originalDate: originalOn,
  }
}

/** Returns the columns of an event that can be in the input, for a copy of it. */
export const pickInput = (row: EventRow): CalendarEventInput => {
  const { title, description, location, category, timeZone, repeat, reminderMinutes } = row
  const { isAllDay, isPrivate, orderId, productId, customerId } = row
  return {
    ...{ title, description, location, category, timeZone, repeat, reminderMinutes },
    ...{ isAllDay, isPrivate, orderId, productId, customerId },
    ...formatTimes(row),
  }
}

const noEnd = '9999-12-31'

/** Returns the last day on which a series can begin an event. Null for a single event. */
export function findLastDay(repeat: string | null, startsAt: string): string | null {
  if (repeat === null) return null
  const start = getDay(startsAt)
  const rule = parseRepeat(repeat)
  if (rule?.count !== undefined) return [...iterateRepeatDays(repeat, start)].at(-1) ?? start
  if (rule?.until === undefined) return noEnd
  // Days compare like texts.
  return [rule.until, start].sort().at(-1) ?? start
}
