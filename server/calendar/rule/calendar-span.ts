/** Inclusive days in the time zone of the store. */
export type CalendarSpan = { from: string; to: string; today: string; timeZone: string }
