import type { Kpi, Stats, StatsLink, StatsPoint, StatsRange } from '#contract/dashboard.ts'
import { type OrderStatus, orderStatuses } from '#contract/order-state.ts'
import type { Tx } from '../lib/db/db.ts'

const isSale = (status: OrderStatus | null) =>
  status !== null && status !== 'draft' && status !== 'cancelled'
const soldStatuses = orderStatuses.filter(isSale).join(',')
const createOrderLink = (
  { from, to }: { from: string; to: string },
  query: Record<string, string> = { status: soldStatuses },
): StatsLink => ({ list: 'order', query: { from, to, ...query } })

type SalesTotals = {
  orders: number
  units: number
  subtotal: number
  discounts: number
  shipping: number
  tax: number
  refunds: number
  total: number
  net: number
}
type PeriodTotals = SalesTotals & { cancelled: number; newCustomers: number }
/** The totals of a status, or of a range without orders if `status` is null. */
type StatusTotals = SalesTotals & {
  rangeIndex: number
  newCustomers: number
  status: OrderStatus | null
}

/**
 * Returns the figures of the range and of the previous one, with the change and a link to the list,
 * and the orders of the range by status.
 */
export async function getTotals(
  tx: Tx,
  range: StatsRange,
): Promise<Pick<Stats, 'kpis' | 'ordersByStatus'>> {
  const rows = await tx<StatusTotals[]>`
    select r.range_index, r.new_customers, s.status, ${sumColumns(tx)}
    from (
      select *, (select count(*) from customer c
        where c.created_at >= r.first::timestamp at time zone ${range.timezone}
          and c.created_at < (r.last + 1)::timestamp at time zone ${range.timezone}
        ) as new_customers
      from ${selectRanges(tx, range)} offset 0
    ) r left join sales_day s on s.day between r.first and r.last
    group by r.range_index, r.new_customers, s.status
    order by array_position(${[...orderStatuses]}::text[], s.status)`
  const [currentRows, previousRows] = [1, 2].map(rangeIndex =>
    rows.filter(row => row.rangeIndex === rangeIndex),
  )
  return {
    kpis: createKpis(sumStatuses(currentRows), sumStatuses(previousRows), range),
    ordersByStatus: listStatusCounts(currentRows, range),
  }
}
const salesColumns = [
  'orders',
  'units',
  'subtotal',
  'discounts',
  'shipping',
  'tax',
  'refunds',
  'total',
  'net',
] as const satisfies (keyof SalesTotals)[]
const sumColumns = (tx: Tx) =>
  tx.unsafe(salesColumns.map(column => `coalesce(sum(s.${column}), 0) as ${column}`).join(', '))
const selectRanges = (tx: Tx, { from, to, compareFrom, compareTo }: StatsRange) =>
  tx`(values (1, ${from}::date, ${to}::date), (2, ${compareFrom}::date, ${compareTo}::date))
    r (range_index, first, last)`

function sumStatuses(rows: readonly StatusTotals[] = []): PeriodTotals {
  const soldRows = rows.filter(({ status }) => isSale(status))
  const sumColumn = (column: keyof SalesTotals) =>
    soldRows.reduce((sum, row) => sum + row[column], 0)
  return {
    orders: sumColumn('orders'),
    units: sumColumn('units'),
    subtotal: sumColumn('subtotal'),
    discounts: sumColumn('discounts'),
    shipping: sumColumn('shipping'),
    tax: sumColumn('tax'),
    refunds: sumColumn('refunds'),
    total: sumColumn('total'),
    net: sumColumn('net'),
    cancelled: rows.find(({ status }) => status === 'cancelled')?.orders ?? 0,
    newCustomers: rows[0]?.newCustomers ?? 0,
  }
}

function listStatusCounts(
  rows: readonly StatusTotals[] = [],
  range: StatsRange,
): Stats['ordersByStatus'] {
  return rows.flatMap(({ status, orders, total }) =>
    status && status !== 'draft' && orders > 0
      ? [{ status, orders, total, link: createOrderLink(range, { status }) }]
      : [],
  )
}

function createKpis(
  currentTotals: PeriodTotals,
  previousTotals: PeriodTotals,
  range: StatsRange,
): Kpi[] {
  const createKpi = (
    key: Kpi['key'],
    unit: Kpi['unit'],
    getValue: (totals: PeriodTotals) => number,
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
    select range_index, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS') as at, sum(orders) as orders,
      sum(net) as net_sales, sum(units) as units
    from (
      select range_index, generate_series(
          date_trunc(${range.bucket}, first::timestamp),
          last::timestamp + interval '23 hours',
          ${`1 ${range.bucket}`}::interval) as at,
        0 as orders, 0 as net, 0 as units
      from ${selectRanges(tx, range)}
      union all
      ${range.bucket === 'hour' ? selectHours(tx, range) : selectDays(tx, range)}
    ) p
    group by range_index, at order by range_index, at`
  const filterPoints = (rangeIndex: number) =>
    points.filter(point => point.rangeIndex === rangeIndex)
  return { current: filterPoints(1), previous: filterPoints(2) }
}

const selectDays = (tx: Tx, range: StatsRange) => tx`
  select r.range_index, date_trunc(${range.bucket}, s.day::timestamp), s.orders, s.net, s.units
  from ${selectRanges(tx, range)}
  join sales_day s on is_sale(s.status) and s.day between r.first and r.last`

/**
 * The ranges have at most two days each, so the orders are read directly. The condition on both
 * together makes the planner read them by their index.
 */
const selectHours = (tx: Tx, range: StatsRange) => tx`
  select r.range_index, o.at, 1, o.net, o.units
  from (
    select date_trunc('hour', created_at at time zone ${range.timezone}) as at,
      order_net_sales("order") as net, item_count as units
    from "order"
    where is_sale(status)
      and created_at >= ${range.compareFrom}::date::timestamp at time zone ${range.timezone}
      and created_at < (${range.to}::date + 1)::timestamp at time zone ${range.timezone}
  ) o
  join ${selectRanges(tx, range)} on o.at >= r.first and o.at < r.last + 1`

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
        order_net_sales("order") as net
      from "order"
      where is_sale(status) and created_at >= (${today}::date - 1)::timestamp at time zone ${timezone}
        and created_at < ((now() at time zone ${timezone}) - interval '1 day') at time zone ${timezone}) o
    order by day_index`
  return { today: todayStats, yesterday, yesterdaySoFar }
}
