import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dashboardApi, type Stats } from '#contract/staff/dashboard.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { DataTable } from '../list/table/data-table.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatTile, StatTiles } from '../ui/page/stat-tile.tsx'
import { AttentionCard } from './dashboard-attention-card.tsx'
import { getComparedPoints, useStatsFormat } from './dashboard-format.ts'
import { useRecentOrderColumns } from './dashboard-order-columns.tsx'
import css from './dashboard-page.module.css'
import { NoSalesCard } from './no-sales-card.tsx'

type Props = {
  /** Content before the cards, such as the setup guide. */
  intro: ReactNode
  /** Buttons beside the title. */
  headerActions: ReactNode
  /**
   * Whether the intro is still loading. The page waits for it, so that the layout does not shift.
   */
  isIntroLoading: boolean
  /** Whether the intro is the setup guide, which offers the launch of the store. */
  hasGuide: boolean
}

export const dashboardHomeQuery = () =>
  queryOptionsFor(dashboardApi.getStats, { query: { period: 'today' } })

/** The home page: open tasks, today compared with yesterday, recent orders and low stock. */
export function DashboardHomePage({ intro, headerActions, isIntroLoading, hasGuide }: Props) {
  const { t } = useTranslation()
  // Keeps the numbers current while the page stays open.
  const stats = useQuery({ ...dashboardHomeQuery(), refetchInterval: 60_000 })
  const statsFormat = useStatsFormat(stats.data?.currency ?? 'USD')
  return (
    <>
      <PageHeader
        title={t('dashboard.home.title')}
        subtitle={stats.data ? statsFormat.longDay(stats.data.range.to) : '\u00a0'}
      >
        {headerActions}
      </PageHeader>
      {isIntroLoading ? (
        <HomeSkeleton />
      ) : (
        <QueryBoundary query={stats} skeleton={<HomeSkeleton />}>
          {data => <HomeContent stats={data} intro={intro} hasGuide={hasGuide} />}
        </QueryBoundary>
      )}
    </>
  )
}

function HomeContent({
  stats,
  intro,
  hasGuide,
}: Pick<Props, 'intro' | 'hasGuide'> & { stats: Stats }) {
  if (stats.recentOrders.length === 0)
    return (
      <div className={css.stack}>
        {intro}
        {/* A store without any activity does not show "all done". */}
        {stats.attention.length > 0 && <AttentionCard attention={stats.attention} />}
        <NoSalesCard hasGuide={hasGuide} />
      </div>
    )
  return (
    <div className={css.stack}>
      {intro}
      <AttentionCard attention={stats.attention} />
      <TodayTiles stats={stats} />
      <div className={css.wideAndNarrow}>
        <RecentOrdersCard stats={stats} />
        <LowStockCard products={stats.lowStock} />
      </div>
    </div>
  )
}

function TodayTiles({ stats }: { stats: Stats }) {
  const {
    today: { today, yesterday, yesterdaySoFar },
    range,
    currency,
  } = stats
  const { t } = useTranslation()
  const format = useFormatters()
  const statsFormat = useStatsFormat(currency)
  const { current, previous } = getComparedPoints(stats)
  const renderTile = (
    key: 'netSales' | 'orders' | 'units',
    formatValue: (value: number) => string,
  ) => (
    <StatTile
      label={t(`dashboard.home.${key}`)}
      value={formatValue(today[key])}
      change={yesterdaySoFar[key] ? (today[key] - yesterdaySoFar[key]) / yesterdaySoFar[key] : null}
      note={t('dashboard.home.comparison', {
        untilNow: formatValue(yesterdaySoFar[key]),
        fullDay: formatValue(yesterday[key]),
      })}
      trend={current.map(point => point[key])}
      previousTrend={previous.map(point => point[key])}
      to={`/apps/order/list?from=${range.from}&to=${range.to}`}
    />
  )
  return (
    <StatTiles>
      {renderTile('netSales', statsFormat.money)}
      {renderTile('orders', format.number)}
      {renderTile('units', format.number)}
    </StatTiles>
  )
}

function RecentOrdersCard({ stats: { recentOrders } }: { stats: Stats }) {
  const { t } = useTranslation()
  const columns = useRecentOrderColumns()
  return (
    <SectionCard
      title={t('dashboard.home.latestOrders')}
      flush
      actions={
        <Link to="/apps/order/list" className={css.cardLink}>
          {t('dashboard.home.viewAllOrders')}
        </Link>
      }
    >
      <DataTable
        label={t('dashboard.home.latestOrders')}
        rows={recentOrders}
        columns={columns}
        getRowName={order => order.number}
        getRowLink={order => getRecordPath('order', order._id)}
      />
    </SectionCard>
  )
}

function LowStockCard({ products }: { products: Stats['lowStock'] }) {
  const { t } = useTranslation()
  const formatStock = (stock: number) => {
    if (stock > 0) return t('dashboard.home.unitsLeft', { count: stock })
    return stock === 0
      ? t('dashboard.home.outOfStock')
      : `${stock} · ${t('dashboard.home.backordered')}`
  }
  return (
    <SectionCard
      title={t('dashboard.home.lowStock')}
      actions={
        products.length > 0 && (
          <Link to="/apps/product/list?status=active&stock=low" className={css.cardLink}>
            {t('dashboard.home.viewAllLowStock')}
          </Link>
        )
      }
    >
      {products.length === 0 && <p className={css.emptyText}>{t('dashboard.home.noLowStock')}</p>}
      <ul className={css.items}>
        {products.map(({ _id, title, image, sku, stock }) => (
          <li key={_id}>
            <Link to={getRecordPath('product', _id)} className={css.item}>
              <EntityCell imageUrl={image} title={title} details={sku} />
              <span className={css.amount} data-tone={stock > 0 ? 'warn' : 'bad'}>
                {formatStock(stock)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

const HomeSkeleton = () => (
  <div className={css.stack} aria-hidden>
    <Skeleton h={150} radius="md" />
    <StatTiles>
      <Skeleton h={124} radius="md" />
      <Skeleton h={124} radius="md" />
      <Skeleton h={124} radius="md" />
    </StatTiles>
    <div className={css.wideAndNarrow}>
      <Skeleton h={420} radius="md" />
      <Skeleton h={420} radius="md" />
    </div>
  </div>
)
