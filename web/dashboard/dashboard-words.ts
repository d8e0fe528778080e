import type { Kpi, StatsLink, StatsRange } from '#contract/dashboard.ts'
import { useFormat } from '../lib/format.ts'

const lists = {
  order: '/apps/order/list',
  product: '/apps/product/list',
  customer: '/apps/customer/list',
  domain: '/apps/domains/list',
} as const

/** The page of the list behind a number. */
export function pathOf({ list, query }: StatsLink): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${lists[list]}?${search}` : lists[list]
}

/** Times of the store's own clock come without a zone; read as UTC they are written as they are. */
const moment = (at: string) => new Date(at.length === 10 ? `${at}T00:00:00Z` : `${at}Z`)

/** How the numbers and days of one answer are written. */
export function useStatsWords(currency: string) {
  const format = useFormat()
  const dated = (at: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(format.locale, { ...options, timeZone: 'UTC' }).format(moment(at))
  const stretches = {
    hour: { hour: 'numeric' },
    day: { day: 'numeric', month: 'short' },
    month: { month: 'short', year: '2-digit' },
  } as const
  return {
    point: (at: string, bucket: StatsRange['bucket']) => dated(at, stretches[bucket]),
    hourNow: (timeZone: string) =>
      Number(
        new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(),
      ),
    longDay: (at: string) => dated(at, { weekday: 'long', day: 'numeric', month: 'long' }),
    days: format.days,
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
