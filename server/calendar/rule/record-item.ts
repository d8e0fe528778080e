import type { z } from 'zod'
import type { CalendarDetail, CalendarItem } from '#contract/desk/calendar-event.ts'

export type RecordDate = Pick<CalendarItem, 'recordId' | 'title'> & {
  /** A day, or a time of the clock in the time zone of the store. */
  start: string
  detail: z.infer<typeof CalendarDetail>
}

/** Returns an item that only its own record changes. */
export const toRecordItem = (
  kind: CalendarItem['kind'],
  { recordId, title, start, detail, count = 0 }: RecordDate & { count?: number },
): CalendarItem => ({
  kind,
  recordId,
  title,
  isAllDay: start.length === 10,
  start,
  end: start,
  category: null,
  isPrivate: false,
  isRepeated: false,
  occursOn: null,
  version: null,
  detail,
  count,
})
