import type { z } from 'zod'
import type {
  CalendarEvent,
  CalendarEventInput,
  calendarApi,
  OccurrenceQuery,
  SeriesScope,
} from '#contract/desk/calendar-event.ts'
import { assertRecord } from '../desk/rule/desk-record.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, assertVersion, createFieldProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { deleteFromSeries, isSeries, type SeriesRow, updateSeries } from './change-series.ts'
import { type EventRow, loadEvent, lockEvent, toEvent } from './rule/event-row.ts'
import { countDaysBetween, getDay, shiftTimeByDays } from './rule/event-times.ts'
import { insertEvent, updateEventRow } from './rule/write-event.ts'

type EventBody = z.infer<typeof calendarApi.update.body>

export const getEvent = async (tx: Tx, id: string, principal: Principal): Promise<CalendarEvent> =>
  toEvent(await loadEvent(tx, id, principal))

/** @throws Problem for a record that is not in the store, or for an end before the start */
export async function createEvent(
  tx: Tx,
  input: CalendarEventInput,
  principal: Principal,
): Promise<CalendarEvent> {
  await assertRecord(tx, input, 'event_has_one_record')
  return getEvent(tx, await insertEvent(tx, input), principal)
}

/** @throws Problem 409 for an old version, or 422 for a day on which the series has no event */
export async function updateEvent(
  tx: Tx,
  id: string,
  { version, scope, occursOn, ...edit }: EventBody,
  principal: Principal,
): Promise<CalendarEvent> {
  const row = await lockEvent(tx, id, principal)
  assertVersion(toEvent(row), version)
  await assertRecord(tx, edit, 'event_has_one_record')
  const target = await findSeries(tx, row, { scope, occursOn }, principal)
  if (edit.isPrivate) await assertCanBePrivate(tx, row, target, principal)
  // An event of a series is of a single day.
  const { repeat, ...fields } = edit
  if (!target) {
    await updateEventRow(tx, row, row.originalOn === null ? edit : fields)
    return getEvent(tx, id, principal)
  }
  const { originalOn } = row
  const seriesEdit =
    originalOn === null ? edit : shiftEdit(edit, countDaysBetween(getDay(row.startsAt), originalOn))
  const changedId = await updateSeries(tx, target.series, { ...target, edit: seriesEdit })
  // Without a repeat, the events of the series are deleted.
  if (originalOn !== null && repeat !== null) await updateEventRow(tx, row, fields)
  return getEvent(tx, changedId, principal)
}

/** Returns an edit of an event that was moved, as one of its day in the series. */
const shiftEdit = ({ start, end, ...fields }: Partial<CalendarEventInput>, days: number) => ({
  ...fields,
  ...(start !== undefined && { start: shiftTimeByDays(start, days) }),
  ...(end !== undefined && { end: shiftTimeByDays(end, days) }),
})

/** @throws Problem 422 unless the caller created the event, and it is not one of a shared series */
async function assertCanBePrivate(
  tx: Tx,
  row: EventRow,
  target: SeriesTarget | undefined,
  principal: Principal,
): Promise<void> {
  if ((target?.series ?? row).createdBy !== principal.personId)
    throw createFieldProblem('isPrivate', 'private_not_author')
  if (target && target.scope !== 'this') return
  const series =
    row.seriesId === null ? target?.series : await loadEvent(tx, row.seriesId, principal)
  if (series && !series.isPrivate) throw createFieldProblem('isPrivate', 'private_in_shared_series')
}

export async function deleteEvent(
  tx: Tx,
  id: string,
  query: OccurrenceQuery,
  principal: Principal,
): Promise<void> {
  const row = await lockEvent(tx, id, principal)
  const target = await findSeries(tx, row, query, principal)
  if (target) await deleteFromSeries(tx, target.series, target)
  else await tx`delete from calendar_event where id = ${id}`
}

type SeriesTarget = { series: SeriesRow; scope: SeriesScope; occursOn: string | undefined }

/** Returns the series that a change applies to, or undefined if it applies to the row only. */
async function findSeries(
  tx: Tx,
  row: EventRow,
  { scope, occursOn }: OccurrenceQuery,
  principal: Principal,
): Promise<SeriesTarget | undefined> {
  if (isSeries(row)) return { series: row, scope: scope ?? 'all', occursOn }
  if (row.seriesId === null || row.originalOn === null) return undefined
  if (scope === undefined || scope === 'this') return undefined
  const series = await lockEvent(tx, row.seriesId, principal)
  return assertFound(isSeries(series) ? { series, scope, occursOn: row.originalOn } : undefined)
}
