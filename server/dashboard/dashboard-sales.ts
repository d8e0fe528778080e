import type { Kpi, Stats, StatsLink, StatsPoint, StatsRange } from '#contract/dashboard.ts'
import { orderStatuses } from '#contract/order-state.ts'
import type { Tx } from '../lib/db/db.ts'

const soldStatuses = orderStatuses
  .filter(status => status !== 'draft' && status !== 'cancelled')
  .join(',')
const createOrderLink = (
  { from, to }: { from: string; to: string },
  query: Record<string, string> = { status: soldStatuses },
): StatsLink => ({ list: 'order', query: { from, to, ...query } })

type SalesTotals = {
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
export async function listKpis(tx: Tx, range: StatsRange): Promise<Kpi[]> {
  const [currentTotals, previousTotals] = await tx<[SalesTotals, SalesTotals]>`
    select
      ${sumColumn(tx, 'orders')}, ${sumColumn(tx, 'units')}, ${sumColumn(tx, 'subtotal')}, ${sumColumn(tx, 'discounts')}, ${sumColumn(tx, 'shipping')}, ${sumColumn(tx, 'tax')},
      ${sumColumn(tx, 'refunds')}, ${sumColumn(tx, 'total')}, ${sumColumn(tx, 'net')}, coalesce(sum(s.orders) filter (where s.status = 'cancelled'), 0) as cancelled,
      (select count(*) from customer c where c.created_at >= r.first::timestamp at time zone ${range.timezone} and c.created_at < (r.last + 1)::timestamp at time zone ${range.timezone}) as new_customers
    from ${rangesTable(tx, range)} left join sales_day s on s.day between r.first and r.last
    group by r.nr, r.first, r.last order by r.nr`
  return createKpis(currentTotals, previousTotals, range)
}
const sumColumn = (tx: Tx, column: string) =>
  tx.unsafe(`coalesce(sum(s.${column}) filter (where is_sale(s.status)), 0) as ${column}`)
const rangesTable = (tx: Tx, { from, to, compareFrom, compareTo }: StatsRange) =>
  tx`(values (1, ${from}::date, ${to}::date), (2, ${compareFrom}::date, ${compareTo}::date)) r (nr, first, last)`

function createKpis(
  currentTotals: SalesTotals,
  previousTotals: SalesTotals,
  range: StatsRange,
): Kpi[] {
  const createKpi = (
    key: Kpi['key'],
    unit: Kpi['unit'],
    getValue: (sums: SalesTotals) => number,
    link = createOrderLink(range),
  ): Kpi => {
    const [value, previous] = [getValue(currentTotals), getValue(previousTotals)]
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
    createKpi('netSales', 'money', s => s.net),
    createKpi('orders', 'count', s => s.orders),
    createKpi('averageOrder', 'money', s => (s.orders ? Math.round(s.net / s.orders) : 0)),
    createKpi('unitsSold', 'count', s => s.units),
    createKpi('grossSales', 'money', s => s.subtotal),
    createKpi('discounts', 'money', s => s.discounts),
    createKpi(
      'refunds',
      'money',
      s => s.refunds,
      createOrderLink(range, { paymentStatus: 'partially_refunded,refunded' }),
    ),
    createKpi('shipping', 'money', s => s.shipping),
    createKpi('tax', 'money', s => s.tax),
    createKpi('total', 'money', s => s.total - s.refunds),
    createKpi('newCustomers', 'count', s => s.newCustomers, {
      list: 'customer',
      query: { sort: '-createdAt' },
    }),
    createKpi(
      'cancelRate',
      'percent',
      s => (s.cancelled ? s.cancelled / (s.orders + s.cancelled) : 0),
      createOrderLink(range, { status: 'cancelled' }),
    ),
  ]
}

/** Every stretch of both ranges, also those in which nothing was sold. */
export async function getSeries(tx: Tx, range: StatsRange): Promise<Stats['series']> {
  const points = await tx<(StatsPoint & { nr: number })[]>`
    select r.nr, to_char(b, 'YYYY-MM-DD"T"HH24:MI:SS') as at, coalesce(sum(s.orders), 0) as orders, coalesce(sum(s.net), 0) as net_sales, coalesce(sum(s.units), 0) as units
    from ${rangesTable(tx, range)}
    cross join generate_series(date_trunc(${range.bucket}, r.first::timestamp), r.last::timestamp + interval '23 hours', ${`1 ${range.bucket}`}::interval) b
    left join ${range.bucket === 'hour' ? joinHourSums(tx, range) : joinDaySums(tx, range)}
    group by r.nr, b order by r.nr, b`
  const filterPoints = (nr: number) => points.filter(point => point.nr === nr)
  return { current: filterPoints(1), previous: filterPoints(2) }
}

const joinDaySums = (tx: Tx, { bucket }: StatsRange) =>
  tx`sales_day s on is_sale(s.status) and s.day between r.first and r.last and s.day >= b and s.day < b + ${`1 ${bucket}`}::interval`

/** Two days at most, so the orders themselves are read: once, and then put to their hours. */
const joinHourSums = (tx: Tx, { timezone, compareFrom, to }: StatsRange) => tx`(
  select date_trunc('hour', created_at at time zone ${timezone}) as hour, count(*) as orders, sum(greatest(total - shipping_total - tax_total - refunded_total, 0)) as net, sum(item_count) as units
  from "order" where is_sale(status) and created_at >= ${compareFrom}::date::timestamp at time zone ${timezone} and created_at < (${to}::date + 1)::timestamp at time zone ${timezone}
  group by 1) s on s.hour = b`

export async function listStatusCounts(
  tx: Tx,
  range: StatsRange,
): Promise<Stats['ordersByStatus']> {
  const rows = await tx<Pick<Stats['ordersByStatus'][number], 'status' | 'orders' | 'total'>[]>`
    select status, sum(orders) as orders, sum(total) as total from sales_day
    where day between ${range.from}::date and ${range.to}::date and status <> 'draft'
    group by status having sum(orders) > 0 order by array_position(${[...orderStatuses]}::text[], status)`
  return rows.map(row => ({ ...row, link: createOrderLink(range, { status: row.status }) }))
}

/** Today, yesterday, and yesterday up to this time of the day, all in the store's time zone. */
export async function getTodayStats(
  tx: Tx,
  today: string,
  timezone: string,
): Promise<Stats['today']> {
  const sums = tx`coalesce(sum(orders), 0) as orders, coalesce(sum(net), 0) as net_sales, coalesce(sum(units), 0) as units`
  const [todayStats, yesterday, yesterdaySoFar] = await tx<
    [Stats['today']['today'], Stats['today']['today'], Stats['today']['today']]
  >`
    select 1 as nr, ${sums} from sales_day where is_sale(status) and day = ${today}::date
    union all select 2, ${sums} from sales_day where is_sale(status) and day = ${today}::date - 1
    union all select 3, ${sums} from (
      select 1 as orders, greatest(total - shipping_total - tax_total - refunded_total, 0) as net, item_count as units from "order"
      where is_sale(status) and created_at >= (${today}::date - 1)::timestamp at time zone ${timezone}
        and created_at < ((now() at time zone ${timezone}) - interval '1 day') at time zone ${timezone}) o
    order by nr`
  return { today: todayStats, yesterday, yesterdaySoFar: yesterdaySoFar }
}
