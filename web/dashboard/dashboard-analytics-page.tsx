import { SegmentedControl, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  dashboardApi,
  type Kpi,
  type Stats,
  type StatsPoint,
  StatsQuery,
} from '#contract/staff/dashboard.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { parseQuery } from '../list/use-list-state.ts'
import { ComparisonChart } from '../ui/chart/comparison-chart.tsx'
import { PeriodPicker, type PeriodSelection } from '../ui/date/period-picker.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatTile, StatTiles } from '../ui/page/stat-tile.tsx'
import {
  findUnfinishedPoint,
  getComparedPoints,
  getStatsListPath,
  useStatsFormat,
} from './dashboard-format.ts'
import { MetricsCard } from './dashboard-metrics-card.tsx'
import css from './dashboard-page.module.css'
import {
  OrdersByStatusCard,
  TopCategoriesCard,
  TopCustomersCard,
  TopProductsCard,
} from './dashboard-top-cards.tsx'
import { NoSalesCard } from './no-sales-card.tsx'

/** Shows the metrics of a period compared with the previous one. */
export function DashboardAnalyticsPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const query = parseQuery(StatsQuery, params)
  const stats = useQuery({
    ...queryOptionsFor(dashboardApi.getStats, { query }),
    placeholderData: keepPreviousData,
  })
  const range = stats.data?.range
  const statsFormat = useStatsFormat(stats.data?.currency ?? 'USD')
  const handlePeriodChange = ({ period, from, to }: PeriodSelection) =>
    setParams(
      new URLSearchParams(
        Object.entries({ period, from, to }).flatMap(([key, value]) =>
          value ? [[key, value]] : [],
        ),
      ),
    )
  return (
    <>
      <PageHeader
        title={t('dashboard.analytics.title')}
        subtitle={
          range
            ? t('dashboard.analytics.comparison', {
                period: statsFormat.days(range.from, range.to),
                previousPeriod: statsFormat.days(range.compareFrom, range.compareTo),
              })
            : '\u00a0'
        }
      >
        <PeriodPicker
          value={{ ...query, period: query.period ?? 'last28Days' }}
          onChange={handlePeriodChange}
        />
      </PageHeader>
      <QueryBoundary query={stats} skeleton={<AnalyticsSkeleton />}>
        {data => (
          <div
            className={css.stack}
            aria-busy={stats.isPlaceholderData}
            style={stats.isPlaceholderData ? { opacity: 0.6 } : undefined}
          >
            <StoreAnalytics stats={data} />
          </div>
        )}
      </QueryBoundary>
    </>
  )
}
DashboardAnalyticsPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(dashboardApi.getStats, { query: parseQuery(StatsQuery, search) }),
  )) satisfies Prefetch

function StoreAnalytics({ stats }: { stats: Stats }) {
  if (stats.recentOrders.length === 0) return <NoSalesCard />
  return (
    <>
      <KeyMetricTiles stats={stats} />
      <TrendCard stats={stats} />
      <div className={css.twoColumns}>
        <TopProductsCard stats={stats} />
        <TopCustomersCard stats={stats} />
        <TopCategoriesCard stats={stats} />
        <OrdersByStatusCard stats={stats} />
      </div>
      <MetricsCard stats={stats} />
    </>
  )
}

const getAverageOrder = ({ orders, netSales }: StatsPoint) => (orders ? netSales / orders : 0)
const keyMetrics: [Kpi['key'], (point: StatsPoint) => number][] = [
  ['netSales', point => point.netSales],
  ['orders', point => point.orders],
  ['averageOrder', getAverageOrder],
  ['unitsSold', point => point.units],
]

function KeyMetricTiles({ stats }: { stats: Stats }) {
  const { t } = useTranslation()
  const { kpis, currency } = stats
  const { current, previous } = getComparedPoints(stats)
  const statsFormat = useStatsFormat(currency)
  return (
    <StatTiles>
      {keyMetrics.flatMap(([key, getValue]) =>
        kpis
          .filter(kpi => kpi.key === key)
          .map(kpi => (
            <StatTile
              key={key}
              label={t(`dashboard.kpi.${key}`)}
              value={statsFormat.kpi(kpi, kpi.value)}
              change={kpi.changePct}
              trend={current.map(getValue)}
              previousTrend={previous.map(getValue)}
              to={getStatsListPath(kpi.link)}
            />
          )),
      )}
    </StatTiles>
  )
}

function TrendCard({ stats: { series, range, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const statsFormat = useStatsFormat(currency)
  const [metric, setMetric] = useState<'netSales' | 'orders'>('netSales')
  const isMoney = metric === 'netSales'
  const unfinished = findUnfinishedPoint(series.current, range)
  const points = Array.from(
    { length: Math.max(series.current.length, series.previous.length) },
    (_, index) => {
      const start = series.current[index]?.at ?? ''
      return {
        label: start ? statsFormat.point(start, range.bucket) : '',
        // The coming hours have no value yet.
        now:
          unfinished >= 0 && index > unfinished ? null : (series.current[index]?.[metric] ?? null),
        before: series.previous[index]?.[metric] ?? null,
        isUnfinished: index === unfinished,
      }
    },
  ).filter(({ label }) => label)
  return (
    <SectionCard
      title={t('dashboard.analytics.salesOverTime')}
      actions={
        <SegmentedControl
          size="xs"
          value={metric}
          onChange={value => setMetric(value === 'orders' ? 'orders' : 'netSales')}
          aria-label={t('dashboard.analytics.chartMetric')}
          data={[
            { value: 'netSales', label: t('dashboard.kpi.netSales') },
            { value: 'orders', label: t('dashboard.kpi.orders') },
          ]}
        />
      }
    >
      {points.every(({ now, before }) => !now && !before) ? (
        <p className={css.emptyText}>{t('dashboard.analytics.noSales')}</p>
      ) : (
        <ComparisonChart
          label={t(`dashboard.kpi.${metric}`)}
          points={points}
          height={320}
          formatShort={isMoney ? statsFormat.moneyShort : format.numberShort}
          formatFull={isMoney ? statsFormat.money : format.number}
        />
      )}
    </SectionCard>
  )
}

const AnalyticsSkeleton = () => (
  <div className={css.stack} aria-hidden>
    <StatTiles>
      {keyMetrics.map(([key]) => (
        <Skeleton key={key} h={112} radius="md" />
      ))}
    </StatTiles>
    <Skeleton h={420} radius="md" />
    <div className={css.twoColumns}>
      <Skeleton h={360} radius="md" />
      <Skeleton h={360} radius="md" />
    </div>
  </div>
)
