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
} from '#contract/dashboard.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { readQuery } from '../list/use-list-state.ts'
import { AreaCompare } from '../ui/chart/area-compare.tsx'
import { type Period, PeriodPicker } from '../ui/form/period-picker.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatTile, StatTiles } from '../ui/page/stat-tile.tsx'
import { FiguresCard } from './dashboard-figures-card.tsx'
import css from './dashboard-page.module.css'
import { ByStatus, TopCategories, TopCustomers, TopProducts } from './dashboard-top-cards.tsx'
import { pathOf, useStatsWords } from './dashboard-words.ts'

/** How the shop is doing in a period, against the one before it. */
export function DashboardShopPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const query = readQuery(StatsQuery, params)
  const stats = useQuery({
    ...queryOf(dashboardApi.getStats, { query }),
    placeholderData: keepPreviousData,
  })
  const range = stats.data?.range
  const words = useStatsWords(stats.data?.currency ?? 'USD')
  const choose = ({ period, from, to }: Period) =>
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
        title={t('dashboard.shop.title')}
        subtitle={
          range
            ? t('dashboard.shop.compared', {
                now: words.days(range.from, range.to),
                before: words.days(range.compareFrom, range.compareTo),
              })
            : '\u00a0'
        }
      >
        <PeriodPicker
          value={{ ...query, period: query.period ?? 'last28Days' }}
          onChange={choose}
        />
      </PageHeader>
      <Loaded query={stats} skeleton={<ShopSkeleton />}>
        {found => (
          <div
            className={css.stack}
            aria-busy={stats.isPlaceholderData}
            style={stats.isPlaceholderData ? { opacity: 0.6 } : undefined}
          >
            <Shop stats={found} />
          </div>
        )}
      </Loaded>
    </>
  )
}
DashboardShopPage.warm = (({ client, search }) =>
  client.prefetchQuery(
    queryOf(dashboardApi.getStats, { query: readQuery(StatsQuery, search) }),
  )) satisfies Warm

function Shop({ stats }: { stats: Stats }) {
  return (
    <>
      <BigNumbers stats={stats} />
      <Course stats={stats} />
      <div className={css.halves}>
        <TopProducts stats={stats} />
        <TopCustomers stats={stats} />
        <TopCategories stats={stats} />
        <ByStatus stats={stats} />
      </div>
      <FiguresCard stats={stats} />
    </>
  )
}

const average = ({ orders, netSales }: StatsPoint) => (orders ? netSales / orders : 0)
const big: [Kpi['key'], (point: StatsPoint) => number][] = [
  ['netSales', p => p.netSales],
  ['orders', p => p.orders],
  ['averageOrder', average],
  ['unitsSold', p => p.units],
]

function BigNumbers({ stats: { kpis, series, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const words = useStatsWords(currency)
  return (
    <StatTiles>
      {big.flatMap(([key, read]) =>
        kpis
          .filter(kpi => kpi.key === key)
          .map(kpi => (
            <StatTile
              key={key}
              label={t(`dashboard.kpi.${key}`)}
              value={words.kpi(kpi, kpi.value)}
              change={kpi.changePct}
              course={series.current.map(read)}
              to={pathOf(kpi.link)}
            />
          )),
      )}
    </StatTiles>
  )
}

function Course({ stats: { series, range, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useStatsWords(currency)
  const [shown, setShown] = useState<'netSales' | 'orders'>('netSales')
  const isMoney = shown === 'netSales'
  const points = Array.from(
    { length: Math.max(series.current.length, series.previous.length) },
    (_, nr) => {
      const at = series.current[nr]?.at ?? ''
      return {
        label: at ? words.point(at, range.bucket) : '',
        now: series.current[nr]?.[shown] ?? null,
        before: series.previous[nr]?.[shown] ?? null,
      }
    },
  ).filter(({ label }) => label)
  return (
    <SectionCard
      title={t('dashboard.shop.course')}
      actions={
        <SegmentedControl
          size="xs"
          value={shown}
          onChange={value => setShown(value === 'orders' ? 'orders' : 'netSales')}
          aria-label={t('dashboard.shop.choose')}
          data={[
            { value: 'netSales', label: t('dashboard.kpi.netSales') },
            { value: 'orders', label: t('dashboard.kpi.orders') },
          ]}
        />
      }
    >
      {points.every(({ now, before }) => !now && !before) ? (
        <p className={css.quiet}>{t('dashboard.shop.none')}</p>
      ) : (
        <AreaCompare
          label={t(`dashboard.kpi.${shown}`)}
          points={points}
          height={320}
          short={isMoney ? words.moneyShort : format.numberShort}
          whole={isMoney ? words.money : format.number}
        />
      )}
    </SectionCard>
  )
}

const ShopSkeleton = () => (
  <div className={css.stack} aria-hidden>
    <StatTiles>
      {big.map(([key]) => (
        <Skeleton key={key} h={112} radius="md" />
      ))}
    </StatTiles>
    <Skeleton h={420} radius="md" />
    <div className={css.halves}>
      <Skeleton h={360} radius="md" />
      <Skeleton h={360} radius="md" />
    </div>
  </div>
)
