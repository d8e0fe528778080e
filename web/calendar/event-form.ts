import { z } from 'zod'
import { isDay, shiftDay } from '#contract/desk/calendar-day.ts'
import {
  type CalendarEvent,
  CalendarEventInput,
  SeriesScope,
} from '#contract/desk/calendar-event.ts'
import { TimeOfDay } from '#contract/lib/schemas.ts'
import { noRecord } from '../desk/record-field.tsx'
import { getDayPart } from './calendar-time.ts'

/** Times have inputs for the day and the time. The end of a series is a field of its own. */
export const EventForm = CalendarEventInput.required()
  .pick({
    title: true,
    category: true,
    isAllDay: true,
    location: true,
    description: true,
    isPrivate: true,
    repeat: true,
    orderId: true,
    productId: true,
    customerId: true,
  })
  .extend({
    startDay: z.iso.date(),
    startTime: TimeOfDay,
    endDay: z.iso.date(),
    endTime: TimeOfDay,
    repeatUntil: z.iso.date().nullable(),
    /** Minutes as a text, because a select has texts. */
    reminder: z.string().nullable(),
    scope: SeriesScope,
  })
export type EventForm = z.input<typeof EventForm>

const defaultStart = '09:00'
const untilPattern = /;UNTIL=(\d{4})(\d{2})(\d{2})/

/** Returns the values of a new event on a day, or at a time. `about` names its record, such as `order-1`. */
export const createValues = (on: string, about: string | null): EventForm => {
  const startTime = on.slice(11, 16) || defaultStart
  const [, subject, id] = /^(order|product|customer)-(.+)$/.exec(about ?? '') ?? []
  return {
    ...noRecord,
    ...(subject && { [`${subject}Id`]: id }),
    title: '',
    category: 'business',
    isAllDay: on.length === 10,
    startDay: isDay(getDayPart(on)) ? getDayPart(on) : '',
    startTime,
    endDay: isDay(getDayPart(on)) ? getDayPart(on) : '',
    endTime: addHour(startTime),
    location: '',
    description: '',
    isPrivate: false,
    repeat: null,
    repeatUntil: null,
    reminder: null,
    scope: 'this',
  }
}

const addHour = (time: string) =>
  time >= '23:00'
    ? '23:59'
    : `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`

/** Returns the values of an event on a day of its series. */
export function toValues(event: CalendarEvent, on: string): EventForm {
  const { title, category, isAllDay, location, description, isPrivate } = event
  const { orderId, productId, customerId } = event
  const distance =
    event.repeat !== null && isDay(on)
      ? Math.round((Date.parse(on) - Date.parse(getDayPart(event.start))) / 86_400_000)
      : 0
  const [, year, month, day] = untilPattern.exec(event.repeat ?? '') ?? []
  return {
    ...{ title, category, isAllDay, location, description, isPrivate },
    ...{ orderId, productId, customerId },
    startDay: shiftDay(getDayPart(event.start), distance),
    startTime: event.start.slice(11) || defaultStart,
    endDay: shiftDay(getDayPart(event.end), distance),
    endTime: event.end.slice(11) || addHour(event.start.slice(11) || defaultStart),
    repeat: event.repeat?.replace(untilPattern, '') ?? null,
    repeatUntil: day ? `${year}-${month}-${day}` : null,
    reminder: event.reminderMinutes === null ? null : String(event.reminderMinutes),
    scope: event.repeat === null && event.seriesId === null ? 'all' : 'this',
  }
}

/** Returns the input of an event. */
export function toInput(values: z.output<typeof EventForm>): CalendarEventInput {
  const { startDay, startTime, endDay, endTime, repeat, repeatUntil, reminder, ...rest } = values
  const { scope: _, isAllDay, ...fields } = rest
  return {
    ...fields,
    isAllDay,
    start: isAllDay ? startDay : `${startDay}T${startTime}`,
    end: isAllDay ? endDay : `${endDay}T${endTime}`,
    repeat: repeat && repeatUntil ? `${repeat};UNTIL=${repeatUntil.replaceAll('-', '')}` : repeat,
    reminderMinutes: reminder === null ? null : Number(reminder),
  }
}

/**
 * Returns the fields whose values differ, so that a change of a title does not move the series. Both
 * times are sent if one differs, because a start without an end moves the event.
 */
export function pickChanges(
  input: CalendarEventInput,
  before: CalendarEventInput,
): Partial<CalendarEventInput> {
  const previous: Record<string, unknown> = before
  const isMoved = input.start !== before.start || input.end !== before.end
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) =>
      key === 'start' || key === 'end' ? isMoved : previous[key] !== value,
    ),
  )
}
