import { dashboardApi, type Stats, type StatsQuery } from '#contract/dashboard.ts'
import { hasPermission } from '#contract/lib/permission.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { hideOrderRowContacts } from '../rule/contact-visibility.ts'
import { listAttention, listLowStock, listRecentOrders } from './dashboard-attention.ts'
import { resolveStatsRange, splitIntoSpans } from './dashboard-range.ts'
import { getSeries, getTodayStats, listKpis, listStatusCounts } from './dashboard-sales.ts'
import { listTopCustomers, listTopProducts, withTopCache } from './dashboard-top.ts'

export function dashboardRoutes(app: App) {
  serve(app, dashboardApi.getStats, ({ tx, query, principal }) => getStats(tx, query, principal))
}

/**
 * Returns the dashboard. All queries after the first are sent together. `work_mem` is raised
 * because totals over a hundred thousand products do not fit into the default 4 MB. Plans are reused,
 * because planning takes as long as running most of the queries.
 */
async function getStats(
  tx: Tx,
  query: StatsQuery,
  { abilities, businessId }: Principal,
): Promise<Stats> {
  const [row] = await tx<
    { currency: string; timezone: string; lowStockThreshold: number; today: string }[]
  >`
    select currency, timezone, low_stock_threshold, (now() at time zone timezone)::date::text as today,
      set_config('work_mem', '64MB', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)
    from business where id = current_business()`
  const { currency, timezone, lowStockThreshold, today } = assertFound(row, 'store_not_found')
  const range = resolveStatsRange(query, { today, timezone })
  const spans = splitIntoSpans(range)
  // Totals need no further permission; names need the permission to read their list.
  const canRead = (list: 'order' | 'customer' | 'product') =>
    hasPermission(abilities, `${list}:read`)
  const loadTop = () =>
    range.bucket === 'month'
      ? withTopCache(`${businessId} ${range.from} ${range.to}`, () => listTopProducts(tx, spans))
      : listTopProducts(tx, spans)
  const [
    kpis,
    series,
    ordersByStatus,
    top,
    topCustomers,
    attention,
    lowStock,
    recentOrders,
    todayStats,
  ] = await Promise.all([
    listKpis(tx, range),
    getSeries(tx, range),
    listStatusCounts(tx, range),
    canRead('product') ? loadTop() : { topProducts: [], topCategories: [] },
    canRead('customer') ? listTopCustomers(tx, spans) : [],
    listAttention(tx, lowStockThreshold),
    canRead('product') ? listLowStock(tx, lowStockThreshold) : [],
    canRead('order') ? listRecentOrders(tx) : [],
    getTodayStats(tx, today, timezone),
  ])
  return {
    range,
    currency,
    kpis,
    series,
    ordersByStatus,
    ...top,
    topCustomers,
    attention,
    lowStock,
    recentOrders: recentOrders.map(row => hideOrderRowContacts(abilities, row)),
    today: todayStats,
  }
}
