import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Timestamp } from '../lib/schemas.ts'
import { languageCodes } from '../lib/text/languages.ts'
import { CalendarKind } from './calendar-event.ts'

export const CalendarFeedInput = z.object({
  kinds: z.array(CalendarKind).min(1).max(CalendarKind.options.length),
  /** Whether events name the customer that they are about. */
  hasCustomerNames: z.boolean(),
  /** The language of the titles of dates of other records. */
  language: z.enum(languageCodes),
})
export type CalendarFeedInput = z.infer<typeof CalendarFeedInput>

/** The address at which a calendar app reads what its person sees in the calendar. */
export const CalendarFeed = CalendarFeedInput.extend({ createdAt: Timestamp })
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** Only this response contains the token; the server stores a hash. */
export const NewCalendarFeed = CalendarFeed.extend({ token: z.string() })
export type NewCalendarFeed = z.infer<typeof NewCalendarFeed>

export const calendarFeedApi = defineApi('calendar', {
  getFeed: {
    method: 'GET',
    path: '/apps/calendar/feed',
    can: 'calendar:read',
    summary: 'Get the calendar feed of the caller, without its token',
    reply: CalendarFeed.nullable(),
  },
  createFeed: {
    method: 'POST',
    path: '/apps/calendar/feed/create',
    can: 'calendar:read',
    summary: 'Create the calendar feed of the caller; an earlier one stops working',
    body: CalendarFeedInput,
    reply: NewCalendarFeed,
    message: 'Calendar link created',
  },
  updateFeed: {
    method: 'PATCH',
    path: '/apps/calendar/feed/update',
    can: 'calendar:read',
    summary: 'Change what the calendar feed of the caller contains',
    body: CalendarFeedInput,
    reply: CalendarFeed,
    message: 'Calendar link updated',
  },
  deleteFeed: {
    method: 'DELETE',
    path: '/apps/calendar/feed/delete',
    can: 'calendar:read',
    summary: 'Delete the calendar feed of the caller; it stops working at once',
    message: 'Calendar link deleted',
  },
  readFeed: {
    method: 'GET',
    path: '/calendar/feed/:file',
    can: 'public',
    summary: 'Read a calendar feed; the name of the file is its token and `.ics`',
    downloadType: 'text/calendar; charset=utf-8',
    auditExemption: 'calendar apps read it many times a day',
  },
})
