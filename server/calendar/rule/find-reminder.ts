import { iterateRepeatDays } from '#contract/desk/repeat.ts'
import { type EventTimes, getDay } from './event-times.ts'
import { toClockTime, toMoment } from './time-zone.ts'

export type RemindedEvent = EventTimes & {
  timeZone: string
  repeat: string | null
  excludedOn: readonly string[]
  reminderMinutes: number | null
}

const minuteMs = 60_000
const allDayReminderTime = 'T09:00'
const maxTriedDays = 1000

/** Returns the moment of the first reminder after `after`, or null if there is none. */
export function findReminder(event: RemindedEvent, after: Date): Date | null {
  const { isAllDay, startsAt, timeZone, repeat, excludedOn, reminderMinutes } = event
  if (reminderMinutes === null) return null
  const time = isAllDay ? allDayReminderTime : startsAt.slice(10)
  const start = getDay(startsAt)
  const earliest = toClockTime(new Date(after.getTime() + reminderMinutes * minuteMs), timeZone)
  const days = repeat === null ? [start] : iterateRepeatDays(repeat, start, getDay(earliest))
  let tried = 0
  for (const day of days) {
    const moment = toMoment(`${day}${time}`, timeZone).getTime() - reminderMinutes * minuteMs
    if (moment > after.getTime() && !excludedOn.includes(day)) return new Date(moment)
    if (++tried > maxTriedDays) break
  }
  return null
}
