/**
 * Returns a `timestamptz` of PostgreSQL in ISO 8601 with milliseconds. A list of ten rows has
 * twenty timestamps, and converting them through `Date` took 5% of the request. In UTC, slicing is
 * enough.
 */
export function parseTimestamp(text: string): string {
  // 2026-11-21 03:47:00[.123456]+00
  const isUtc = text.charCodeAt(10) === 0x20 && text.length <= 29 && text.endsWith('+00')
  if (!isUtc) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
}
