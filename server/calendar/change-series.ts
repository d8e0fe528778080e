import { shiftDay } from '#contract/desk/calendar-day.ts'
import type { CalendarEventInput, SeriesScope } from '#contract/desk/calendar-event.ts'
import { iterateRepeatDays } from '#contract/desk/repeat.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { continueRepeat, endRepeat, moveSeries } from './rule/change-repeat.ts'
import { type EventRow, pickInput } from './rule/event-row.ts'
import {
  countDaysBetween,
  formatTimes,
  getDay,
  moveToDay,
  shiftTimeByDays,
} from './rule/event-times.ts'
import { insertEvent, updateEventRow } from './rule/write-event.ts'

/** A row with a rule. */
export type SeriesRow = EventRow & { repeat: string }
export const isSeries = (row: EventRow): row is SeriesRow => row.repeat !== null

type SeriesChange = {
  scope: SeriesScope
  /** The day in the series; undefined for the series itself. */
  occursOn: string | undefined
}

/** @throws Problem 422 for a day on which the series has no event */
export function assertOccurs({ repeat, startsAt, excludedOn }: SeriesRow, day: string): void {
  const { value } = iterateRepeatDays(repeat, getDay(startsAt), day).next()
  if (value !== day || excludedOn.includes(day))
    throw createFieldProblem('occursOn', 'occurrence_not_found')
}

/** Changes one, the following or all events of a series. Returns the id of the row that has the change. */
export async function updateSeries(
  tx: Tx,
  series: SeriesRow,
  { scope, occursOn, edit }: SeriesChange & { edit: Partial<CalendarEventInput> },
): Promise<string> {
  const firstDay = getDay(series.startsAt)
  const day = occursOn ?? firstDay
  if (scope === 'this') return separateEvent(tx, series, day, edit)
  if (scope === 'all' || day === firstDay) {
    await updateAll(tx, series, { day, edit })
    return series.id
  }
  return splitSeries(tx, series, { day, edit })
}

/** Makes the event of one day a row of its own. */
async function separateEvent(
  tx: Tx,
  series: SeriesRow,
  day: string,
  edit: Partial<CalendarEventInput>,
): Promise<string> {
  assertOccurs(series, day)
  await excludeDay(tx, series, day)
  const { repeat: _, ...input } = { ...pickInput(series), ...formatTimes(moveToDay(series, day)) }
  const id = await insertEvent(tx, input, {
    seriesId: series.id,
    originalOn: day,
    ...author(series),
  })
  const { repeat: _ignored, ...fields } = edit
  await updateEventRow(tx, { ...series, ...moveToDay(series, day), id, repeat: null }, fields)
  return id
}

export const excludeDay = (tx: Tx, series: SeriesRow, day: string) =>
  updateEventRow(tx, series, { excludedOn: [...series.excludedOn, day].sort() })

const author = ({ createdBy }: EventRow) => (createdBy === null ? {} : { createdBy })

/** Changes the whole series. The times of the edit are those of the event on `day`. */
async function updateAll(
  tx: Tx,
  series: SeriesRow,
  { day, edit }: { day: string; edit: Partial<CalendarEventInput> },
): Promise<void> {
  const firstDay = getDay(series.startsAt)
  const { start, end, ...fields } = edit
  const newDay = start === undefined ? day : getDay(start)
  const move = moveSeries({ repeat: series.repeat, firstDay }, day, newDay)
  const distance = countDaysBetween(newDay, move.moveDay(firstDay))
  const repeat = edit.repeat === undefined ? move.repeat : edit.repeat
  const excludedOn = repeat === null ? [] : [...new Set(series.excludedOn.map(move.moveDay))].sort()
  await updateEventRow(tx, series, {
    ...fields,
    ...(start !== undefined && { start: shiftTimeByDays(start, distance) }),
    ...(end !== undefined && { end: shiftTimeByDays(end, distance) }),
    repeat,
    excludedOn,
  })
  if (repeat === null) await tx`delete from calendar_event where series_id = ${series.id}`
  else if (newDay !== day) await moveOriginalDays(tx, series.id, move.moveDay)
  // No event of a shared series is private, because others could not move it.
  if (edit.isPrivate !== undefined)
    await tx`update calendar_event set is_private = ${edit.isPrivate} where series_id = ${series.id}`
}

async function moveOriginalDays(tx: Tx, seriesId: string, moveDay: (day: string) => string) {
  const rows = await tx<{ day: string }[]>`
    select original_on::text as day from calendar_event where series_id = ${seriesId}`
  const days = rows.map(({ day }) => day)
  await tx`
    update calendar_event t set original_on = moved.new_day
    from unnest(${days}::date[], ${days.map(moveDay)}::date[]) moved (day, new_day)
    where t.series_id = ${seriesId} and t.original_on = moved.day`
}

/** Ends the series before `day`, and continues it as another one with the edit. */
async function splitSeries(
  tx: Tx,
  series: SeriesRow,
  { day, edit }: { day: string; edit: Partial<CalendarEventInput> },
): Promise<string> {
  assertOccurs({ ...series, excludedOn: [] }, day)
  const firstDay = getDay(series.startsAt)
  const id = await insertEvent(
    tx,
    {
      ...pickInput(series),
      ...formatTimes(moveToDay(series, day)),
      repeat: continueRepeat(series.repeat, firstDay, day),
    },
    { excludedOn: series.excludedOn.filter(excluded => excluded >= day), ...author(series) },
  )
  await tx`
    update calendar_event set series_id = ${id} where series_id = ${series.id} and original_on >= ${day}`
  await endSeries(tx, series, day)
  const [rest] = await tx<{ repeat: string }[]>`select repeat from calendar_event where id = ${id}`
  await updateAll(
    tx,
    {
      ...series,
      ...moveToDay(series, day),
      id,
      repeat: rest?.repeat ?? series.repeat,
      excludedOn: series.excludedOn.filter(excluded => excluded >= day),
    },
    { day, edit },
  )
  return id
}

/** Ends a series before one of its days. */
const endSeries = (tx: Tx, series: SeriesRow, day: string) =>
  updateEventRow(tx, series, {
    repeat: endRepeat(series.repeat, shiftDay(day, -1)),
    excludedOn: series.excludedOn.filter(excluded => excluded < day),
  })

/** Deletes one, the following or all events of a series. */
export async function deleteFromSeries(
  tx: Tx,
  series: SeriesRow,
  { scope, occursOn }: SeriesChange,
): Promise<void> {
  const firstDay = getDay(series.startsAt)
  const day = occursOn ?? firstDay
  if (scope === 'this') {
    assertOccurs(series, day)
    await excludeDay(tx, series, day)
  } else if (scope === 'all' || day <= firstDay) {
    await tx`delete from calendar_event where id = ${series.id}`
  } else {
    assertOccurs({ ...series, excludedOn: [] }, day)
    await endSeries(tx, series, day)
    await tx`delete from calendar_event where series_id = ${series.id} and original_on >= ${day}`
  }
}
