import type { CalendarEventInput } from '#contract/desk/calendar-event.ts'
import { toKnownTimeZone } from '#contract/store/store.ts'
import { replaceRecord } from '../../desk/rule/desk-record.ts'
import { insertRow, type Tx, updateVersionedRow } from '../../lib/db/db.ts'
import { type EventRow, findLastDay } from './event-row.ts'
import { editTimes, parseTimes } from './event-times.ts'
import { findReminder } from './find-reminder.ts'

export type EventEdit = Partial<CalendarEventInput> & { excludedOn?: string[] }

/** Inserts an event, and returns its id. */
export async function insertEvent(
  tx: Tx,
  input: CalendarEventInput,
  columns: Partial<Pick<EventRow, 'excludedOn' | 'seriesId' | 'originalOn'>> & {
    createdBy?: string
  } = {},
): Promise<string> {
  const { start, end, isAllDay = start.length === 'YYYY-MM-DD'.length, timeZone, ...fields } = input
  const times = parseTimes({ isAllDay, start, end })
  const zone = timeZone ? toKnownTimeZone(timeZone) : await loadTimeZone(tx)
  return insertRow(tx, 'calendar_event', {
    ...fields,
    ...columns,
    ...times,
    timeZone: zone,
    repeatsUntil: findLastDay(fields.repeat ?? null, times.startsAt),
    remindAt: findReminder(
      {
        ...times,
        timeZone: zone,
        repeat: fields.repeat ?? null,
        excludedOn: columns.excludedOn ?? [],
        reminderMinutes: fields.reminderMinutes ?? null,
      },
      new Date(),
    ),
  })
}

/** Changes the row of an event or of a series. */
export async function updateEventRow(tx: Tx, row: EventRow, edit: EventEdit): Promise<void> {
  const { start, end, isAllDay, timeZone, ...rest } = edit
  const fields = { ...rest, ...(timeZone && { timeZone: toKnownTimeZone(timeZone) }) }
  const times = editTimes(row, { start, end, isAllDay })
  const next = { ...row, ...fields, ...times }
  await updateVersionedRow(tx, 'calendar_event', row.id, {
    ...replaceRecord(fields),
    ...fields,
    ...times,
    repeatsUntil: findLastDay(next.repeat, next.startsAt),
    remindAt: findReminder(next, new Date()),
  })
}

export async function loadTimeZone(tx: Tx): Promise<string> {
  const [store] = await tx<{ timezone: string }[]>`
    select timezone from store where id = current_store()`
  return store?.timezone ?? 'UTC'
}
