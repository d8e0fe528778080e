import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import { Count, Id, Money, SignedMoney } from '../lib/schemas.ts'
import { OrderRow } from '../order/order.ts'
import { OrderStatus } from '../order/order-state.ts'

export const periods = [
  'today',
  'last7Days',
  'last28Days',
  'lastMonth',
  'lastYear',
  'custom',
] as const
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>
export const maxPeriodDays = 731

/**
 * Days follow the store's time zone. `lastMonth` and `lastYear` are calendar periods, compared with
 * the one before.
 */
export const StatsQuery = z
  .object({
    period: Period.optional(),
    /** Inclusive dates, at most two years apart. Only for `custom`. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  })
  .refine(q => q.period !== 'custom' || (q.from && q.to), {
    path: ['from'],
    ...issue('dates_missing'),
  })
export type StatsQuery = z.infer<typeof StatsQuery>

/** The list and query that show the rows behind a metric. */
export const StatsLink = z.object({
  list: z.enum(['order', 'product', 'customer', 'domain']),
  query: z.record(z.string(), z.string()),
})
export type StatsLink = z.infer<typeof StatsLink>

export const kpiKeys = [
  'netSales',
  'orders',
  'averageOrder',
  'unitsSold',
  'grossSales',
  'discounts',
  'refunds',
  'shipping',
  'tax',
  'total',
  'newCustomers',
  'cancelRate',
] as const
export const Kpi = z.object({
  key: z.enum(kpiKeys),
  /** Minor units, a count or a fraction (0.25 is 25 %), depending on `unit`. */
  unit: z.enum(['money', 'count', 'percent']),
  value: z.number(),
  previous: z.number(),
  /** (value − previous) ÷ previous; null if the previous value is 0. */
  changePct: z.number().nullable(),
  link: StatsLink,
})
export type Kpi = z.infer<typeof Kpi>

/** One time bucket; `at` is its local start in the store's time zone, without an offset. */
export const StatsPoint = z.object({
  at: z.string(),
  orders: Count,
  netSales: Money,
  units: z.int(),
})
export type StatsPoint = z.infer<typeof StatsPoint>
const DayTotals = z.object({ orders: Count, netSales: Money, units: z.int() })

export const StatsRange = z.object({
  period: Period,
  from: z.iso.date(),
  to: z.iso.date(),
  timezone: z.string(),
  bucket: z.enum(['hour', 'day', 'month']),
  compareFrom: z.iso.date(),
  compareTo: z.iso.date(),
})
export type StatsRange = z.infer<typeof StatsRange>

export const attentionCodes = [
  'toConfirm',
  'toShip',
  'unpaid',
  'onHold',
  'outOfStock',
  'lowStock',
  'productDraft',
  'productNoImage',
  'productNoPrice',
  'domainProblem',
] as const
/** A task for the seller. Product counts stop at 10,000. */
export const Attention = z.object({ code: z.enum(attentionCodes), count: Count, link: StatsLink })
export type Attention = z.infer<typeof Attention>

export const Stats = z.object({
  range: StatsRange,
  currency: z.string(),
  kpis: z.array(Kpi),
  series: z.object({ current: z.array(StatsPoint), previous: z.array(StatsPoint) }),
  ordersByStatus: z.array(
    z.object({ status: OrderStatus, orders: Count, total: Money, link: StatsLink }),
  ),
  topProducts: z.array(
    z.object({
      _id: Id,
      title: z.string(),
      image: z.string(),
      quantity: z.int(),
      sales: SignedMoney,
      exists: z.boolean(),
    }),
  ),
  topCategories: z.array(
    z.object({ _id: Id, name: z.string(), quantity: z.int(), sales: SignedMoney }),
  ),
  topCustomers: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      email: z.string(),
      orders: z.int(),
      sales: SignedMoney,
      exists: z.boolean(),
    }),
  ),
  attention: z.array(Attention),
  lowStock: z.array(
    z.object({ _id: Id, title: z.string(), image: z.string(), sku: z.string(), stock: z.int() }),
  ),
  recentOrders: z.array(OrderRow),
  /** Net sales; `yesterdaySoFar` is yesterday up to the same time of day. */
  today: z.object({ today: DayTotals, yesterday: DayTotals, yesterdaySoFar: DayTotals }),
})
export type Stats = z.infer<typeof Stats>

/** One figure of the dashboard. */
export const Card = Kpi.pick({ unit: true, value: true }).extend({
  code: z.enum(kpiKeys),
  /** ISO 4217. */
  currency: z.string(),
})
export type Card = z.infer<typeof Card>

export const dashboardApi = defineApi('dashboard', {
  getStats: {
    method: 'GET',
    path: '/dashboard/stats',
    can: 'dashboard:read',
    allowsReplica: true,
    summary: 'Get sales, open tasks and the comparison with the previous period',
    query: StatsQuery,
    reply: Stats,
  },
  listCards: {
    method: 'GET',
    path: '/card',
    can: 'dashboard:read',
    allowsReplica: true,
    summary: 'List the figures of the dashboard by their codes',
    query: StatsQuery,
    reply: z.array(Card),
  },
})
