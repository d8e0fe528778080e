import type { Kpi, StatsLink, StatsRange } from '#contract/dashboard.ts'
import { useFormatters } from '../lib/formatters.ts'

const listPaths = {
  order: '/apps/order/list',
  product: '/apps/product/list',
  customer: '/apps/customer/list',
  domain: '/apps/domains/list',
} as const

/** The page of the list behind a number. */
export function getStatsListPath({ list, query }: StatsLink): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${listPaths[list]}?${search}` : listPaths[list]
}

/** Times of the store's own clock come without a zone; read as UTC they are written as they are. */
const parseStoreTime = (storeTime: string) =>
  new Date(storeTime.length === 10 ? `${storeTime}T00:00:00Z` : `${storeTime}Z`)

/** How the numbers and days of one answer are written. */
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
    currentHour: (timeZone: string) =>
      Number(
        new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(),
      ),
    longDay: (storeTime: string) =>
      formatStoreTime(storeTime, { weekday: 'long', day: 'numeric', month: 'long' }),
    days: format.dateRange,
    kpi: ({ unit }: Pick<Kpi, 'unit'>, value: number) =>
      unit === 'money'
        ? format.money(value, currency)
        : unit === 'percent'
          ? format.percent(value)
          : format.number(value),
    money: (value: number) => format.money(value, currency),
    moneyShort: (value: number) => format.moneyShort(value, currency),
  }
}
