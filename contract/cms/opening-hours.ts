import type { CmsSections } from './cms.ts'

/** A Monday, the first day of the list. */
const firstDay = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

type OpeningHours = CmsSections['contact']['hours']

/** Where shoppers collect orders, and when. */
export type PickupPlace = Pick<CmsSections['contact'], 'address' | 'hours'>

/** Returns the days on which a store opens with their times. Consecutive days with equal times are one entry. */
export function listOpenDays(
  hours: OpeningHours,
  locale: string,
): { days: string; time: string }[] {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const toDate = (value: string) => new Date(`2024-01-01T${value}:00Z`)
  const groups: { first: number; last: number; time: string }[] = []
  hours.forEach(({ isOpen, from, to }, day) => {
    if (!isOpen) return
    // The first file of a typeface has no thin space, for which browsers would load the second one.
    const text = time.formatRange(toDate(from), toDate(to)).replaceAll('\u2009', ' ')
    const previous = groups.at(-1)
    if (previous?.last === day - 1 && previous.time === text) previous.last = day
    else groups.push({ first: day, last: day, time: text })
  })
  const formatDay = (day: number) => weekday.format(firstDay + day * dayMs)
  return groups.map(({ first, last, time: text }) => ({
    days: first === last ? formatDay(first) : `${formatDay(first)}–${formatDay(last)}`,
    time: text,
  }))
}
