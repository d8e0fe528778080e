import type { ShippingSettings } from '#contract/store/shipping-settings.ts'

type PlacementTime = { placedAt: Date; timeZone: string }
type Transit = { minDays: number | null; maxDays: number | null }
type Calendar = Pick<ShippingSettings, 'workingDays' | 'holidays'>
/** ISO dates. */
type DeliveryDays = { deliveryFrom: string | null; deliveryTo: string | null }

const dayMs = 86_400_000
const toDay = (date: string) => Date.parse(date) / dayMs
const toDate = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/**
 * Returns the first and the last day of a delivery, or null for a rate without days. Packing and
 * delivery take working days.
 */
export function estimateDelivery(
  { placedAt, timeZone }: PlacementTime,
  { minDays, maxDays }: Transit,
  { cutOff, handlingDays, ...calendar }: ShippingSettings,
): DeliveryDays {
  const first = minDays ?? maxDays
  const last = maxDays ?? minDays
  if (first === null || last === null) return { deliveryFrom: null, deliveryTo: null }
  // The Swedish format is that of ISO.
  const [date = '', time = ''] = placedAt.toLocaleString('sv-SE', { timeZone }).split(' ')
  const today = toDay(date)
  const isLate = cutOff !== '' && time.slice(0, 5) >= cutOff
  const start =
    isLate || !isWorkingDay(today, calendar) ? addWorkingDays(today, 1, calendar) : today
  const handover = addWorkingDays(start, handlingDays, calendar)
  return {
    deliveryFrom: toDate(addWorkingDays(handover, first, calendar)),
    deliveryTo: toDate(addWorkingDays(handover, last, calendar)),
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
