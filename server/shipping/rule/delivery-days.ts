import type { ShippingSettings } from '#contract/store/shipping-settings.ts'
import { toClockTime } from '../../calendar/rule/time-zone.ts'

type PlacementTime = { placedAt: Date; timeZone: string }
type Transit = { minDays: number | null; maxDays: number | null }
type Calendar = Pick<ShippingSettings, 'workingDays' | 'holidays'>
/** ISO dates. */
type DeliveryDays = { deliveryFrom: string | null; deliveryTo: string | null }

const dayMs = 86_400_000
const toDay = (date: string) => Date.parse(date) / dayMs
const toDate = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** Returns the day on which an order is handed over to the carrier. */
const findHandoverDay = (
  { date, isAfterCutOff }: { date: number; isAfterCutOff: boolean },
  { handlingDays, ...calendar }: Omit<ShippingSettings, 'cutOff'>,
): number => {
  const start =
    isAfterCutOff || !isWorkingDay(date, calendar) ? addWorkingDays(date, 1, calendar) : date
  return addWorkingDays(start, handlingDays, calendar)
}

/** Returns whether orders of today can still meet the cut-off time of a working day. */
export function isBeforeCutOff(placement: PlacementTime, settings: ShippingSettings): boolean {
  const { date, isAfterCutOff } = getPlacementDay(placement, settings.cutOff)
  return settings.cutOff !== '' && !isAfterCutOff && isWorkingDay(date, settings)
}

function getPlacementDay({ placedAt, timeZone }: PlacementTime, cutOff: string) {
  const [date = '', time = ''] = toClockTime(placedAt, timeZone).split('T')
  return { date: toDay(date), isAfterCutOff: cutOff !== '' && time >= cutOff }
}

/** Returns the last day on which an order is shipped in time. */
export const findShipByDate = (
  placement: PlacementTime,
  { cutOff, ...settings }: ShippingSettings,
): string => toDate(findHandoverDay(getPlacementDay(placement, cutOff), settings))

/**
 * Returns the local time before which orders were placed that should have been shipped before
 * `today`. Those that were placed later still have time.
 */
export function findLateOrdersEnd(
  today: string,
  { cutOff, ...settings }: ShippingSettings,
): { date: string; time: string } {
  const lastDay = toDay(today)
  const isLate = (date: number, isAfterCutOff: boolean) =>
    findHandoverDay({ date, isAfterCutOff }, settings) < lastDay
  let date = lastDay - 1
  while (!isLate(date, false)) date--
  return cutOff === '' || isLate(date, true)
    ? { date: toDate(date + 1), time: '00:00' }
    : { date: toDate(date), time: cutOff }
}

/**
 * Returns the local time since when one working day has passed. Days off do not count, so that on Monday
 * it is the same time on Friday.
 */
export function findWorkingDayAgo(
  { date, time }: { date: string; time: string },
  calendar: Calendar,
): { date: string; time: string } {
  const findWorkingDayUntil = (last: number) => {
    let day = last
    while (!isWorkingDay(day, calendar)) day--
    return day
  }
  const today = toDay(date)
  const workingDay = findWorkingDayUntil(today)
  const previous = findWorkingDayUntil(workingDay - 1)
  return workingDay === today
    ? { date: toDate(previous), time }
    : { date: toDate(previous + 1), time: '00:00' }
}

/**
 * Returns the first and the last day of a delivery, or null for a rate without days. Packing and
 * delivery take working days.
 */
export function findDeliveryDays(
  placement: PlacementTime,
  { minDays, maxDays }: Transit,
  { cutOff, ...settings }: ShippingSettings,
): DeliveryDays {
  const first = minDays ?? maxDays
  const last = maxDays ?? minDays
  if (first === null || last === null) return { deliveryFrom: null, deliveryTo: null }
  const handover = findHandoverDay(getPlacementDay(placement, cutOff), settings)
  return {
    deliveryFrom: toDate(addWorkingDays(handover, first, settings)),
    deliveryTo: toDate(addWorkingDays(handover, last, settings)),
  }
}

function addWorkingDays(start: number, count: number, calendar: Calendar): number {
  let day = start
  for (let rest = count; rest > 0; ) {
    day++
    if (isWorkingDay(day, calendar)) rest--
  }
  return day
}

// 1970-01-01 was a Thursday.
const isWorkingDay = (day: number, { workingDays, holidays }: Calendar) =>
  workingDays.includes((day + 3) % 7) && !holidays.includes(toDate(day))
