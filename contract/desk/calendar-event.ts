import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import {
  codeText,
  Id,
  multiLineText,
  oneOrMoreQuery,
  singleLineText,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'
import { isTimeZone } from '../store/store.ts'
import { isDay } from './calendar-day.ts'
import { Repeat } from './repeat.ts'

export const calendarLimits = {
  title: 200,
  /** The longest event. The search for a period looks back so far. */
  days: 92,
  /** The longest period of one call. */
  period: 400,
  /** Items of one call. */
  items: 20_000,
} as const

export const EventCategory = z.enum(['personal', 'business', 'family', 'holiday', 'etc'])
export type EventCategory = z.infer<typeof EventCategory>

/** The kinds of items: events, and dates of other records, which only these records change. */
export const CalendarKind = z.enum([
  'event',
  'task',
  'shipBy',
  'discount',
  'invoice',
  'theme',
  'post',
])
export type CalendarKind = z.infer<typeof CalendarKind>

const isEventTime = (text: string) =>
  isDay(text.slice(0, 10)) && /^(19[7-9]\d|2[01]\d\d)-..-..(T([01]\d|2[0-3]):[0-5]\d)?$/.test(text)
/**
 * A day such as `2026-03-01`, or a time of the clock such as `2026-03-01T09:30`. It has no offset, so
 * that a repeated event keeps its time when the clocks change.
 */
export const EventTime = codeText(16).refine(isEventTime, issue('invalid_time'))

const eventFields = {
  description: multiLineText(5000).optional(),
  location: singleLineText(200).optional(),
  category: EventCategory.optional(),
  /**
   * An event of whole days; by default if `start` is a day. Times of the clock in `start` and `end` are
   * ignored then.
   */
  isAllDay: z.boolean().optional(),
  /** The time zone of `start` and `end`; that of the store by default. */
  timeZone: codeText(60).refine(isTimeZone, issue('unknown_time_zone')).optional(),
  /** A rule of RFC 5545. */
  repeat: Repeat.nullable().optional(),
  /** A notification so many minutes before the start; before 09:00 of the first day for whole days. */
  reminderMinutes: z.int().min(0).max(40_320).nullable().optional(),
  /** Only the person who created the event sees it. */
  isPrivate: z.boolean().optional(),
  orderId: Id.nullable().optional(),
  productId: Id.nullable().optional(),
  customerId: Id.nullable().optional(),
}
export const CalendarEventInput = z.object({
  title: singleLineText(calendarLimits.title, 1),
  start: EventTime,
  /** The end, or the last day of an event of whole days. Without it, the event has no duration. */
  end: EventTime.optional(),
  ...eventFields,
})
export type CalendarEventInput = z.infer<typeof CalendarEventInput>

export const CalendarEvent = CalendarEventInput.required().extend({
  _id: Id,
  /** The days on which the series does not occur, or occurs as an event of its own. */
  excludedDates: z.array(z.iso.date()),
  /** The series of an event that differs from the others of its series, and its day in it. */
  seriesId: Id.nullable(),
  originalDate: z.iso.date().nullable(),
  /** The number, title or name of the record; empty for records that the caller can't read. */
  recordName: z.string(),
  createdBy: Id.nullable(),
  version: z.int(),
  createdAt: Timestamp,
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** The meaning of a date of another record. */
export const CalendarDetail = z.enum(['due', 'overdue', 'starts', 'ends', 'published'])

/** One item of the calendar. Times are those of the clock in the time zone of the reply. */
export const CalendarItem = z.object({
  kind: CalendarKind,
  /** The event, task, discount, invoice, theme or post; null for orders to ship. */
  recordId: Id.nullable(),
  title: z.string(),
  isAllDay: z.boolean(),
  start: z.string(),
  /** The end, or the last day of an item of whole days. */
  end: z.string(),
  /** Of events. */
  category: EventCategory.nullable(),
  isPrivate: z.boolean(),
  isRepeated: z.boolean(),
  /** The day of an event in its series, which identifies it in `occursOn`. */
  occursOn: z.iso.date().nullable(),
  version: z.int().nullable(),
  /** Of other records. */
  detail: CalendarDetail.nullable(),
  /** The number of orders to ship on the day. */
  count: z.int(),
})
export type CalendarItem = z.infer<typeof CalendarItem>

export const CalendarPeriod = z.object({
  /** Inclusive days in the time zone of the store; by default those of this month and the next week. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  kinds: oneOrMoreQuery(CalendarKind),
})
export type CalendarPeriod = z.infer<typeof CalendarPeriod>

export const CalendarItems = z.object({
  timeZone: z.string(),
  /** By start. */
  items: z.array(CalendarItem),
  /** Whether the period has more items than one call returns. */
  isTruncated: z.boolean(),
})
export type CalendarItems = z.infer<typeof CalendarItems>

/** The events of a series that a change applies to. */
export const SeriesScope = z.enum(['this', 'following', 'all'])
export type SeriesScope = z.infer<typeof SeriesScope>
const occurrenceFields = {
  /** By default `all` for a series, and `this` for an event that differs from its series. */
  scope: SeriesScope.optional(),
  /** The day in the series that was changed. `start` and `end` are those of this day. */
  occursOn: z.iso.date().optional(),
}
export const OccurrenceQuery = z.object(occurrenceFields)
export type OccurrenceQuery = z.infer<typeof OccurrenceQuery>

export const calendarApi = defineApi('calendar', {
  list: {
    method: 'GET',
    path: '/apps/calendar/getAll',
    can: 'calendar:read',
    summary: 'List the events and the dates of other records in a period',
    query: CalendarPeriod,
    reply: CalendarItems,
  },
  get: {
    method: 'GET',
    path: '/apps/calendar/:id',
    can: 'calendar:read',
    summary: 'Get an event',
    reply: CalendarEvent,
  },
  create: {
    method: 'POST',
    path: '/apps/calendar/create',
    can: 'calendar:write',
    summary: 'Create an event',
    body: CalendarEventInput,
    reply: CalendarEvent,
    message: 'Event created',
    invalidates: ['desk'],
    idempotent: true,
  },
  update: {
    method: 'PATCH',
    path: '/apps/calendar/update/:id',
    can: 'calendar:write',
    summary: 'Update an event, or one, the following or all events of a series',
    body: updateSchema(CalendarEventInput).extend(occurrenceFields),
    reply: CalendarEvent,
    message: 'Event updated',
    invalidates: ['desk'],
  },
  delete: {
    method: 'DELETE',
    path: '/apps/calendar/delete/:id',
    can: 'calendar:write',
    summary: 'Delete an event, or one, the following or all events of a series',
    query: OccurrenceQuery,
    message: 'Event deleted',
    invalidates: ['desk'],
  },
})
