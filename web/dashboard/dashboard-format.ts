import type { Kpi, Stats, StatsLink, StatsPoint, StatsRange } from '#contract/staff/dashboard.ts'
import { useFormatters } from '../lib/formatters.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { toLocalTime } from '../lib/time-zone.ts'

/** Returns the path of the list that a number counts. */
export function getStatsListPath({ list, query }: StatsLink): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${recordListPaths[list]}?${search}` : recordListPaths[list]
}

/**
 * Parses a store time, which has no time zone, as UTC, so that formatting in UTC does not shift it.
 */
const parseStoreTime = (storeTime: string) =>
  new Date(storeTime.length === 10 ? `${storeTime}T00:00:00Z` : `${storeTime}Z`)

/** Returns the index of the hour, day or month that contains `now`, or -1 for a past period. */
export function findUnfinishedPoint(
  points: readonly Pick<StatsPoint, 'at'>[],
  { bucket, timezone }: Pick<StatsRange, 'bucket' | 'timezone'>,
  now = new Date(),
): number {
  const length = { hour: 13, day: 10, month: 7 }[bucket]
  const toKey = (time: string) => time.slice(0, length)
  const key = toKey(toLocalTime(now, timezone))
  return points.findIndex(({ at }) => toKey(at) === key)
}

/**
 * Returns the points that a small chart compares. Both lines end with the hour, day or month of now:
 * the time to come would look like time without sales.
 */
export function getComparedPoints(
  { series, range }: Pick<Stats, 'series' | 'range'>,
  now = new Date(),
): Stats['series'] {
  const length = findUnfinishedPoint(series.current, range, now) + 1 || series.current.length
  return { current: series.current.slice(0, length), previous: series.previous.slice(0, length) }
}

/** Returns formatters for the numbers and days of a statistics reply. */
export function useStatsFormat(currency: string) {
  const format = useFormatters()
  const formatStoreTime = (storeTime: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(format.locale, { ...options, timeZone: 'UTC' }).format(
      parseStoreTime(storeTime),
    )
  const bucketFormats = {
    hour: { hour: 'numeric' },
    day: { day: 'numeric', month: 'short' },
    month: { month: 'short', year: '2-digit' },
  } as const
  return {
    point: (storeTime: string, bucket: StatsRange['bucket']) =>
      formatStoreTime(storeTime, bucketFormats[bucket]),
    longDay: (storeTime: string) =>
      formatStoreTime(storeTime, { weekday: 'long', day: 'numeric', month: 'long' }),
    days: format.dateRange,
    kpi: ({ unit }: Pick<Kpi, 'unit'>, value: number) => {
      if (unit === 'money') return format.money(value, currency)
      return unit === 'percent' ? format.percent(value) : format.number(value)
    },
    money: (value: number) => format.money(value, currency),
    moneyShort: (value: number) => format.moneyShort(value, currency),
  }
}
