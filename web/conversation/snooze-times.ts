import { getNextDay, parseLocalTime, toLocalDay } from '../lib/time-zone.ts'

const hourMs = 3_600_000

/** In three hours, and at nine o'clock of tomorrow and of next Monday in the time zone of the store. */
export function getSnoozeTimes(timeZone: string | undefined, now = Date.now()) {
  const tomorrow = getNextDay(toLocalDay(now, timeZone))
  let monday = tomorrow
  while (new Date(monday).getUTCDay() !== 1) monday = getNextDay(monday)
  const toMorning = (day: string) => parseLocalTime(`${day}T09:00`, timeZone).toISOString()
  return {
    laterToday: new Date(now + 3 * hourMs).toISOString(),
    tomorrow: toMorning(tomorrow),
    nextWeek: toMorning(monday),
  }
}
