import { shiftDay } from '#contract/desk/calendar-day.ts'
import type { CalendarEventInput, SeriesScope } from '#contract/desk/calendar-event.ts'
import { iterateRepeatDays } from '#contract/desk/repeat.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { continueRepeat, endRepeat, moveRepeat } from './rule/change-repeat.ts'
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
  const shift = (time: string) => shiftTimeByDays(time, countDaysBetween(day, firstDay))
  const { start, end, ...fields } = edit
  const seriesEdit = {
    ...fields,
    ...(start !== undefined && { start: shift(start) }),
    ...(end !== undefined && { end: shift(end) }),
  }
  const days =
    seriesEdit.start === undefined ? 0 : countDaysBetween(firstDay, getDay(seriesEdit.start))
  const repeat =
    edit.repeat === undefined
      ? moveRepeat(series.repeat, days, shiftDay(firstDay, days))
      : edit.repeat
  const excludedOn =
    repeat === null ? [] : series.excludedOn.map(excluded => shiftDay(excluded, days))
  await updateEventRow(tx, series, { ...seriesEdit, repeat, excludedOn })
  if (repeat === null) await tx`delete from calendar_event where series_id = ${series.id}`
  else if (days !== 0)
    await tx`
      update calendar_event set original_on = original_on + ${days}::integer
      where series_id = ${series.id}`
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
