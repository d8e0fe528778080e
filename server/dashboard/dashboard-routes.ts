import { hasPermission } from '#contract/lib/call/permission.ts'
import { type Card, dashboardApi, type Stats, type StatsQuery } from '#contract/staff/dashboard.ts'
import { hideOrderRowContacts } from '../customer/rule/contact-visibility.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { listAttention, listLowStock, listRecentOrders } from './dashboard-attention.ts'
import { resolveStatsRange } from './dashboard-range.ts'
import { getSales, type SalesStore } from './dashboard-sales.ts'
import { listTopCategories, listTopCustomers, listTopProducts } from './dashboard-top.ts'
import { selectSalesRevision } from './dashboard-top-sales.ts'

export function dashboardRoutes(app: App) {
  serve(app, dashboardApi.getStats, ({ tx, query, principal }) => getStats(tx, query, principal))
  serve(app, dashboardApi.listCards, ({ tx, query }) => listCards(tx, query))
}

async function listCards(tx: Tx, query: StatsQuery): Promise<Card[]> {
  const store = await loadStore(tx)
  const { kpis } = await getSales(tx, resolveStatsRange(query, store), store)
  return kpis.map(({ key, unit, value }) => ({ code: key, unit, value, currency: store.currency }))
}

/** Returns the dashboard. Queries that do not need each other are sent together. */
async function getStats(
  tx: Tx,
  query: StatsQuery,
  { abilities, storeId }: Principal,
): Promise<Stats> {
  const store = await loadStore(tx)
  const { currency, lowStockThreshold, today, salesRevision, hasPendingSales } = store
  const range = resolveStatsRange(query, store)
  const window = { ...range, storeId, today, salesRevision, hasPendingSales }
  // Totals need no further permission; names need the permission to read their list.
  const canRead = (list: 'order' | 'customer' | 'product') =>
    hasPermission(abilities, `${list}:read`)
  const [sales, topProducts, topCategories, topCustomers, attention, lowStock, recentOrders] =
    await Promise.all([
      getSales(tx, range, store),
      canRead('product') ? listTopProducts(tx, window) : [],
      canRead('product') ? listTopCategories(tx, window) : [],
      canRead('customer') ? listTopCustomers(tx, window) : [],
      listAttention(tx, store),
      canRead('product') ? listLowStock(tx, lowStockThreshold) : [],
      canRead('order') ? listRecentOrders(tx) : [],
    ])
  return {
    range,
    currency,
    ...sales,
    topProducts,
    topCategories,
    topCustomers,
    attention,
    lowStock,
    recentOrders: recentOrders.map(row => hideOrderRowContacts(abilities, row)),
  }
}

type DashboardStore = SalesStore & {
  currency: string
  lowStockThreshold: number
  orderSteps: string[]
  salesRevision: string
}

/**
 * Reads the store and prepares the transaction. Plans are reused, because planning takes as long as
 * running most of the queries: with new plans, 28 days take 1.23 times the CPU. Sales changes are only
 * read if there are any, because starting these plans takes as long as reading the stored totals.
 */
async function loadStore(tx: Tx): Promise<DashboardStore> {
  const [store] = await tx<DashboardStore[]>`
    select currency, timezone, low_stock_threshold, order_steps,
      (now() at time zone timezone)::date::text as today,
      ${selectSalesRevision(tx)} as sales_revision,
      exists (select from sales_change) as has_pending_sales,
      set_config('plan_cache_mode', 'force_generic_plan', true)
    from store where id = current_store()`
  return assertFound(store, 'store_not_found')
}
