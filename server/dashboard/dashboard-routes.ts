import { dashboardApi, type Stats, type StatsQuery } from '#contract/dashboard.ts'
import { hasPermission } from '#contract/lib/permission.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { hideOrderRowContacts } from '../rule/contact-visibility.ts'
import { readAttention, readLowStock, readRecentOrders } from './dashboard-attention.ts'
import { rangeOf, spansOf } from './dashboard-range.ts'
import { readKpis, readSeries, readStatuses, readToday } from './dashboard-sales.ts'
import { keepTop, readTopCustomers, readTopProducts } from './dashboard-top.ts'

export function dashboardRoutes(app: App) {
  serve(app, dashboardApi.getStats, ({ tx, query, principal: who }) => readStats(tx, query, who))
}

/**
 * Everything but the store's own day is asked in one go: the questions do not wait for each other's answers. Sums over a
 * hundred thousand products fit into the memory allowed here, and not into the usual 4 MB.
 */
async function readStats(
  tx: Tx,
  query: StatsQuery,
  { abilities, businessId }: Principal,
): Promise<Stats> {
  const [row] = await tx<
    { currency: string; timezone: string; lowStockAt: number; today: string }[]
  >`
    select currency, timezone, low_stock_at, (now() at time zone timezone)::date::text as today, set_config('work_mem', '64MB', true)
    from business where id = current_business()`
  const { currency, timezone, lowStockAt, today } = assertFound(row, 'This store')
  const range = rangeOf(query, { today, timezone })
  const spans = spansOf(range)
  // Sums are for everybody who sees the dashboard; names only for those who see them elsewhere.
  const maySee = (list: 'order' | 'customer' | 'product') =>
    hasPermission(abilities, `${list}:read`)
  const readTop = () =>
    range.bucket === 'month'
      ? keepTop(`${businessId} ${range.from} ${range.to}`, () => readTopProducts(tx, spans))
      : readTopProducts(tx, spans)
  const [kpis, series, ordersByStatus, top, topCustomers, attention, lowStock, recentOrders, day] =
    await Promise.all([
      readKpis(tx, range),
      readSeries(tx, range),
      readStatuses(tx, range),
      maySee('product') ? readTop() : { topProducts: [], topCategories: [] },
      maySee('customer') ? readTopCustomers(tx, spans) : [],
      readAttention(tx, lowStockAt),
      maySee('product') ? readLowStock(tx, lowStockAt) : [],
      maySee('order') ? readRecentOrders(tx) : [],
      readToday(tx, today, timezone),
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
    today: day,
  }
}
