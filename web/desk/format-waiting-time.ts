import { getNumberFormat } from '../lib/intl-format.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Returns how long a person waits in the largest unit that fits, such as "3 hr". */
export function formatWaitingTime(locale: string, since: string, now = Date.now()): string {
  const ms = Math.max(0, now - Date.parse(since))
  const format = (unit: string, unitMs: number) =>
    getNumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(
      Math.floor(ms / unitMs),
    )
  if (ms < hourMs) return format('minute', minuteMs)
  return ms < dayMs ? format('hour', hourMs) : format('day', dayMs)
}

/** Shoppers expect a reply within a day. */
export const isWaitingLong = (since: string, now = Date.now()) => now - Date.parse(since) >= dayMs
