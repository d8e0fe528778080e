import { type OrderStatus, orderStatuses } from '#contract/order/order-state.ts'
import type { Kpi, Stats, StatsLink, StatsPoint, StatsRange } from '#contract/staff/dashboard.ts'
import type { Tx } from '../lib/db/db.ts'
import { listBuckets } from './dashboard-range.ts'
import { addDays, type DayRange } from './rule/sales-spans.ts'

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
type PeriodTotals = SalesTotals & { canceled: number; newCustomers: number }
/** The totals of a status, or of a range without orders if `status` is null. */
type StatusTotals = SalesTotals & {
  rangeIndex: number
  newCustomers: number
  status: OrderStatus | null
}
type RangePoint = StatsPoint & { rangeIndex: number }
export type SalesStore = {
  timezone: string
  today: string
  /** False if all sales changes are in the stored totals. */
  hasPendingSales: boolean
}

/** The ranges of the sums: the two of the request, then today and yesterday. */
const rangeIndexes = { current: 1, previous: 2, today: 3, yesterday: 4 } as const

/**
 * Returns the figures of the range and of the previous one, with the change and a link to the list,
 * the orders of the range by status, a point for every hour, day or month, and the sales of today.
 */
export async function getSales(
  tx: Tx,
  range: StatsRange,
  store: SalesStore,
): Promise<Pick<Stats, 'kpis' | 'ordersByStatus' | 'series' | 'today'>> {
  const [rows, hours, [yesterdaySoFar = noSales]] = await Promise.all([
    sumSales(tx, range, store),
    range.bucket === 'hour' ? sumHours(tx, range) : [],
    sumYesterdaySoFar(tx, store),
  ])
  const isOf = (name: keyof typeof rangeIndexes) => (row: { rangeIndex: number }) =>
    row.rangeIndex === rangeIndexes[name]
  const statusRows = rows.filter(row => !row.isPoint)
  const currentRows = statusRows.filter(isOf('current'))
  const points = rows.filter(row => row.isPoint).map(toPoint)
  const seriesPoints = range.bucket === 'hour' ? hours : points
  const toDayStats = ({ orders, netSales, units } = noSales) => ({ orders, netSales, units })
  return {
    kpis: createKpis(
      sumStatuses(currentRows),
      sumStatuses(statusRows.filter(isOf('previous'))),
      range,
    ),
    ordersByStatus: listStatusCounts(currentRows, range),
    series: {
      current: fillSeries(range, range.bucket, seriesPoints.filter(isOf('current'))),
      previous: fillSeries(
        { from: range.compareFrom, to: range.compareTo },
        range.bucket,
        seriesPoints.filter(isOf('previous')),
      ),
    },
    today: {
      today: toDayStats(points.find(isOf('today'))),
      yesterday: toDayStats(points.find(isOf('yesterday'))),
      yesterdaySoFar,
    },
  }
}
const noSales = { orders: 0, netSales: 0, units: 0 }

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
const listRanges = ({ from, to, compareFrom, compareTo }: StatsRange) => [
  { index: rangeIndexes.current, from, to },
  { index: rangeIndexes.previous, from: compareFrom, to: compareTo },
]
const selectRanges = (tx: Tx, ranges: readonly (DayRange & { index: number })[]) =>
  tx`unnest(
    ${ranges.map(({ index }) => index)}::integer[], ${ranges.map(({ from }) => from)}::date[],
    ${ranges.map(({ to }) => to)}::date[]
  ) r (range_index, first, last)`

type SalesRow = StatusTotals & { isPoint: boolean; at: string | null }
const toPoint = ({ rangeIndex, at, orders, net, units }: SalesRow): RangePoint => ({
  rangeIndex,
  at: at ?? '',
  orders,
  netSales: net,
  units,
})

/**
 * Reads each day once and returns its sums twice: by status, and as points of the sold orders by day
 * or month. Months are summed first, so that the second sum has few rows.
 */
function sumSales(tx: Tx, range: StatsRange, { today, timezone, hasPendingSales }: SalesStore) {
  const table = tx.unsafe(hasPendingSales ? 'sales_day' : 'stored_sales_day')
  const columns = tx.unsafe(salesColumns.join(', '))
  const yesterday = addDays(today, -1)
  const ranges = [
    ...listRanges(range),
    { index: rangeIndexes.today, from: today, to: today },
    { index: rangeIndexes.yesterday, from: yesterday, to: yesterday },
  ]
  const days =
    range.bucket === 'month'
      ? tx`select status, date_trunc('month', s.day::timestamp) as at, ${sumColumns(tx)}
          from ${table} s where s.day between r.first and r.last group by 1, 2`
      : tx`select status, s.day::timestamp as at, ${columns}
          from ${table} s where s.day between r.first and r.last`
  return tx<SalesRow[]>`
    select r.range_index, r.new_customers, s.status, grouping(s.status) = 1 as is_point,
      to_char(s.at, 'YYYY-MM-DD"T"HH24:MI:SS') as at, ${sumColumns(tx)}
    from (
      select *, case when r.range_index <= ${rangeIndexes.previous} then (
          select count_new_customers(
            r.first::timestamp at time zone ${timezone}, (r.last + 1)::timestamp at time zone ${timezone})
        ) end as new_customers
      from ${selectRanges(tx, ranges)} offset 0
    ) r left join lateral (${days}) s on true
    group by r.range_index, r.new_customers, grouping sets ((s.status), (is_sale(s.status), s.at))
    having grouping(s.status) = 0 or is_sale(s.status)
    order by array_position(${[...orderStatuses]}::text[], s.status)`
}

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
    canceled: rows.find(({ status }) => status === 'cancelled')?.orders ?? 0,
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
      totals => (totals.canceled ? totals.canceled / (totals.orders + totals.canceled) : 0),
      createOrderLink(range, { status: 'cancelled' }),
    ),
  ]
}

/** Returns a point for every hour, day or month of the range, including those without sales. */
function fillSeries(
  days: DayRange,
  bucket: StatsRange['bucket'],
  points: readonly RangePoint[],
): StatsPoint[] {
  const pointsByTime = new Map(points.map(point => [point.at, point]))
  return listBuckets(days, bucket).map(at => {
    const { orders, netSales, units } = pointsByTime.get(at) ?? noSales
    return { at, orders, netSales, units }
  })
}

/**
 * The ranges have at most two days each, so the orders are read directly. The condition on both
 * together makes the planner read them by their index.
 */
const sumHours = (tx: Tx, range: StatsRange) => tx<RangePoint[]>`
  select r.range_index, to_char(o.at, 'YYYY-MM-DD"T"HH24:MI:SS') as at, o.orders, o.net_sales, o.units
  from (
    select date_trunc('hour', created_at at time zone ${range.timezone}) as at, count(*) as orders,
      sum(order_net_sales("order")) as net_sales, sum(item_count) as units
    from "order"
    where is_sale(status)
      and created_at >= ${range.compareFrom}::date::timestamp at time zone ${range.timezone}
      and created_at < (${range.to}::date + 1)::timestamp at time zone ${range.timezone}
    group by 1
  ) o
  join ${selectRanges(tx, listRanges(range))} on o.at >= r.first and o.at < r.last + 1`

/** Sums the sales of yesterday until this time, in the store's time zone. */
const sumYesterdaySoFar = (tx: Tx, { today, timezone }: SalesStore) =>
  tx<[Stats['today']['yesterdaySoFar']]>`
    select count(*) as orders, coalesce(sum(order_net_sales("order")), 0) as net_sales,
      coalesce(sum(item_count), 0) as units
    from "order"
    where is_sale(status) and created_at >= (${today}::date - 1)::timestamp at time zone ${timezone}
      and created_at < ((now() at time zone ${timezone}) - interval '1 day') at time zone ${timezone}`
