import type { Kpi, Stats, StatsLink, StatsPoint, StatsRange } from '#contract/dashboard.ts'
import { orderStatuses } from '#contract/order.ts'
import type { Tx } from '../lib/db/db.ts'

const sold = orderStatuses.filter(status => status !== 'draft' && status !== 'cancelled').join(',')
const orderLink = (
  { from, to }: { from: string; to: string },
  query: Record<string, string> = { status: sold },
): StatsLink => ({ list: 'order', query: { from, to, ...query } })

type Sums = {
  orders: number
  cancelled: number
  units: number
  subtotal: number
  discounts: number
  shipping: number
  tax: number
  refunds: number
  total: number
  net: number
  newCustomers: number
}

/** The figures of the range and of the one before, each with its change and the list behind it. */
export async function readKpis(tx: Tx, range: StatsRange): Promise<Kpi[]> {
  const [now, before] = await tx<[Sums, Sums]>`
    select
      ${sumOf(tx, 'orders')}, ${sumOf(tx, 'units')}, ${sumOf(tx, 'subtotal')}, ${sumOf(tx, 'discounts')}, ${sumOf(tx, 'shipping')}, ${sumOf(tx, 'tax')},
      ${sumOf(tx, 'refunds')}, ${sumOf(tx, 'total')}, ${sumOf(tx, 'net')}, coalesce(sum(s.orders) filter (where s.status = 'cancelled'), 0) as cancelled,
      (select count(*) from customer c where c.created_at >= r.first::timestamp at time zone ${range.timezone} and c.created_at < (r.last + 1)::timestamp at time zone ${range.timezone}) as new_customers
    from ${bothRanges(tx, range)} left join sales_day s on s.day between r.first and r.last
    group by r.nr, r.first, r.last order by r.nr`
  return kpisOf(now, before, range)
}
const sumOf = (tx: Tx, column: string) =>
  tx.unsafe(`coalesce(sum(s.${column}) filter (where is_sale(s.status)), 0) as ${column}`)
const bothRanges = (tx: Tx, { from, to, compareFrom, compareTo }: StatsRange) =>
  tx`(values (1, ${from}::date, ${to}::date), (2, ${compareFrom}::date, ${compareTo}::date)) r (nr, first, last)`

function kpisOf(now: Sums, before: Sums, range: StatsRange): Kpi[] {
  const kpi = (
    key: Kpi['key'],
    unit: Kpi['unit'],
    read: (sums: Sums) => number,
    link = orderLink(range),
  ): Kpi => {
    const [value, previous] = [read(now), read(before)]
    return {
      key,
      unit,
      value,
      previous,
      changePct: previous === 0 ? null : (value - previous) / Math.abs(previous),
      link,
    }
  }
  return [
    kpi('netSales', 'money', s => s.net),
    kpi('orders', 'count', s => s.orders),
    kpi('averageOrder', 'money', s => (s.orders ? Math.round(s.net / s.orders) : 0)),
    kpi('unitsSold', 'count', s => s.units),
    kpi('grossSales', 'money', s => s.subtotal),
    kpi('discounts', 'money', s => s.discounts),
    kpi(
      'refunds',
      'money',
      s => s.refunds,
      orderLink(range, { paymentStatus: 'partially_refunded,refunded' }),
    ),
    kpi('shipping', 'money', s => s.shipping),
    kpi('tax', 'money', s => s.tax),
    kpi('total', 'money', s => s.total - s.refunds),
    kpi('newCustomers', 'count', s => s.newCustomers, {
      list: 'customer',
      query: { sort: '-createdAt' },
    }),
    kpi(
      'cancelRate',
      'percent',
      s => (s.cancelled ? s.cancelled / (s.orders + s.cancelled) : 0),
      orderLink(range, { status: 'cancelled' }),
    ),
  ]
}

/** Every stretch of both ranges, also those in which nothing was sold. */
export async function readSeries(tx: Tx, range: StatsRange): Promise<Stats['series']> {
  const points = await tx<(StatsPoint & { nr: number })[]>`
    select r.nr, to_char(b, 'YYYY-MM-DD"T"HH24:MI:SS') as at, coalesce(sum(s.orders), 0) as orders, coalesce(sum(s.net), 0) as net_sales, coalesce(sum(s.units), 0) as units
    from ${bothRanges(tx, range)}
    cross join generate_series(date_trunc(${range.bucket}, r.first::timestamp), r.last::timestamp + interval '23 hours', ${`1 ${range.bucket}`}::interval) b
    left join ${range.bucket === 'hour' ? hourSums(tx, range) : daySums(tx, range)}
    group by r.nr, b order by r.nr, b`
  const of = (nr: number) => points.filter(point => point.nr === nr)
  return { current: of(1), previous: of(2) }
}

const daySums = (tx: Tx, { bucket }: StatsRange) =>
  tx`sales_day s on is_sale(s.status) and s.day between r.first and r.last and s.day >= b and s.day < b + ${`1 ${bucket}`}::interval`

/** Two days at most, so the orders themselves are read: once, and then put to their hours. */
const hourSums = (tx: Tx, { timezone, compareFrom, to }: StatsRange) => tx`(
  select date_trunc('hour', created_at at time zone ${timezone}) as hour, count(*) as orders, sum(greatest(total - shipping_total - tax_total - refunded_total, 0)) as net, sum(item_count) as units
  from "order" where is_sale(status) and created_at >= ${compareFrom}::date::timestamp at time zone ${timezone} and created_at < (${to}::date + 1)::timestamp at time zone ${timezone}
  group by 1) s on s.hour = b`

export async function readStatuses(tx: Tx, range: StatsRange): Promise<Stats['ordersByStatus']> {
  const rows = await tx<Pick<Stats['ordersByStatus'][number], 'status' | 'orders' | 'total'>[]>`
    select status, sum(orders) as orders, sum(total) as total from sales_day
    where day between ${range.from}::date and ${range.to}::date and status <> 'draft'
    group by status having sum(orders) > 0 order by array_position(${[...orderStatuses]}::text[], status)`
  return rows.map(row => ({ ...row, link: orderLink(range, { status: row.status }) }))
}

/** Today, yesterday, and yesterday up to this time of the day, all in the store's time zone. */
export async function readToday(tx: Tx, today: string, timezone: string): Promise<Stats['today']> {
  const sums = tx`coalesce(sum(orders), 0) as orders, coalesce(sum(net), 0) as net_sales, coalesce(sum(units), 0) as units`
  const [now, yesterday, soFar] = await tx<
    [Stats['today']['today'], Stats['today']['today'], Stats['today']['today']]
  >`
    select 1 as nr, ${sums} from sales_day where is_sale(status) and day = ${today}::date
    union all select 2, ${sums} from sales_day where is_sale(status) and day = ${today}::date - 1
    union all select 3, ${sums} from (
      select 1 as orders, greatest(total - shipping_total - tax_total - refunded_total, 0) as net, item_count as units from "order"
      where is_sale(status) and created_at >= (${today}::date - 1)::timestamp at time zone ${timezone}
        and created_at < ((now() at time zone ${timezone}) - interval '1 day') at time zone ${timezone}) o
    order by nr`
  return { today: now, yesterday, yesterdaySoFar: soFar }
}
