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

/**
 * Returns the figures of the range and of the previous one, with the change and a link to the list.
 */
export async function listKpis(tx: Tx, range: StatsRange): Promise<Kpi[]> {
  const [currentTotals, previousTotals] = await tx<[SalesTotals, SalesTotals]>`
    select
      ${sumColumn(tx, 'orders')}, ${sumColumn(tx, 'units')}, ${sumColumn(tx, 'subtotal')},
      ${sumColumn(tx, 'discounts')}, ${sumColumn(tx, 'shipping')}, ${sumColumn(tx, 'tax')},
      ${sumColumn(tx, 'refunds')}, ${sumColumn(tx, 'total')}, ${sumColumn(tx, 'net')},
      coalesce(sum(s.orders) filter (where s.status = 'cancelled'), 0) as cancelled,
      (select count(*) from customer c
        where c.created_at >= r.first::timestamp at time zone ${range.timezone}
          and c.created_at < (r.last + 1)::timestamp at time zone ${range.timezone}
      ) as new_customers
    from ${selectRanges(tx, range)} left join sales_day s on s.day between r.first and r.last
    group by r.range_index, r.first, r.last order by r.range_index`
  return createKpis(currentTotals, previousTotals, range)
}
const sumColumn = (tx: Tx, column: string) =>
  tx.unsafe(`coalesce(sum(s.${column}) filter (where is_sale(s.status)), 0) as ${column}`)
const selectRanges = (tx: Tx, { from, to, compareFrom, compareTo }: StatsRange) =>
  tx`(values (1, ${from}::date, ${to}::date), (2, ${compareFrom}::date, ${compareTo}::date))
    r (range_index, first, last)`

function createKpis(
  currentTotals: SalesTotals,
  previousTotals: SalesTotals,
  range: StatsRange,
): Kpi[] {
  const createKpi = (
    key: Kpi['key'],
    unit: Kpi['unit'],
    getValue: (totals: SalesTotals) => number,
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
    createKpi('netSales', 'money', totals => totals.net),
    createKpi('orders', 'count', totals => totals.orders),
    createKpi('averageOrder', 'money', totals =>
      totals.orders ? Math.round(totals.net / totals.orders) : 0,
    ),
    createKpi('unitsSold', 'count', totals => totals.units),
    createKpi('grossSales', 'money', totals => totals.subtotal),
    createKpi('discounts', 'money', totals => totals.discounts),
    createKpi(
      'refunds',
      'money',
      totals => totals.refunds,
      createOrderLink(range, { paymentStatus: 'partially_refunded,refunded' }),
    ),
    createKpi('shipping', 'money', totals => totals.shipping),
    createKpi('tax', 'money', totals => totals.tax),
    createKpi('total', 'money', totals => totals.total - totals.refunds),
    createKpi('newCustomers', 'count', totals => totals.newCustomers, {
      list: 'customer',
      query: { sort: '-createdAt' },
    }),
    createKpi(
      'cancelRate',
      'percent',
      totals => (totals.cancelled ? totals.cancelled / (totals.orders + totals.cancelled) : 0),
      createOrderLink(range, { status: 'cancelled' }),
    ),
  ]
}

/** Returns a point for every hour, day or month of both ranges, including those without sales. */
export async function getSeries(tx: Tx, range: StatsRange): Promise<Stats['series']> {
  const points = await tx<(StatsPoint & { rangeIndex: number })[]>`
    select r.range_index, to_char(b, 'YYYY-MM-DD"T"HH24:MI:SS') as at, coalesce(sum(s.orders), 0) as orders,
      coalesce(sum(s.net), 0) as net_sales, coalesce(sum(s.units), 0) as units
    from ${selectRanges(tx, range)}
    cross join generate_series(
      date_trunc(${range.bucket}, r.first::timestamp),
      r.last::timestamp + interval '23 hours',
      ${`1 ${range.bucket}`}::interval) b
    left join ${range.bucket === 'hour' ? joinHourSums(tx, range) : joinDaySums(tx, range)}
    group by r.range_index, b order by r.range_index, b`
  const filterPoints = (rangeIndex: number) =>
    points.filter(point => point.rangeIndex === rangeIndex)
  return { current: filterPoints(1), previous: filterPoints(2) }
}

const joinDaySums = (tx: Tx, { bucket }: StatsRange) =>
  tx`sales_day s
    on is_sale(s.status) and s.day between r.first and r.last
      and s.day >= b and s.day < b + ${`1 ${bucket}`}::interval`

/** Sums the orders by hour. The range has at most two days, so the orders are read directly. */
const joinHourSums = (tx: Tx, { timezone, compareFrom, to }: StatsRange) => tx`(
  select date_trunc('hour', created_at at time zone ${timezone}) as hour, count(*) as orders,
    sum(greatest(total - shipping_total - tax_total - refunded_total, 0)) as net,
    sum(item_count) as units
  from "order"
  where is_sale(status)
    and created_at >= ${compareFrom}::date::timestamp at time zone ${timezone}
    and created_at < (${to}::date + 1)::timestamp at time zone ${timezone}
  group by 1) s on s.hour = b`

export async function listStatusCounts(
  tx: Tx,
  range: StatsRange,
): Promise<Stats['ordersByStatus']> {
  const rows = await tx<Pick<Stats['ordersByStatus'][number], 'status' | 'orders' | 'total'>[]>`
    select status, sum(orders) as orders, sum(total) as total from sales_day
    where day between ${range.from}::date and ${range.to}::date and status <> 'draft'
    group by status having sum(orders) > 0
    order by array_position(${[...orderStatuses]}::text[], status)`
  return rows.map(row => ({ ...row, link: createOrderLink(range, { status: row.status }) }))
}

/**
 * Returns the sales of today, yesterday and yesterday until this time, in the store's time zone.
 */
export async function getTodayStats(
  tx: Tx,
  today: string,
  timezone: string,
): Promise<Stats['today']> {
  const sums = tx`
    coalesce(sum(orders), 0) as orders, coalesce(sum(net), 0) as net_sales,
    coalesce(sum(units), 0) as units`
  const [todayStats, yesterday, yesterdaySoFar] = await tx<
    [Stats['today']['today'], Stats['today']['today'], Stats['today']['today']]
  >`
    select 1 as day_index, ${sums} from sales_day where is_sale(status) and day = ${today}::date
    union all
    select 2, ${sums} from sales_day where is_sale(status) and day = ${today}::date - 1
    union all
    select 3, ${sums} from (
      select 1 as orders, item_count as units,
        greatest(total - shipping_total - tax_total - refunded_total, 0) as net
      from "order"
      where is_sale(status) and created_at >= (${today}::date - 1)::timestamp at time zone ${timezone}
        and created_at < ((now() at time zone ${timezone}) - interval '1 day') at time zone ${timezone}) o
    order by day_index`
  return { today: todayStats, yesterday, yesterdaySoFar }
}
