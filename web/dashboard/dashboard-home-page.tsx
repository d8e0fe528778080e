import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dashboardApi, type Stats } from '#contract/dashboard.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { Can } from '../lib/session/can.tsx'
import { DataTable } from '../list/data-table.tsx'
import { ArtEmptyOrders } from '../ui/art/art-empty-orders.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatTile, StatTiles } from '../ui/page/stat-tile.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import { AttentionCard } from './dashboard-attention-card.tsx'
import { useOrderColumns } from './dashboard-order-columns.tsx'
import css from './dashboard-page.module.css'
import { useStatsWords } from './dashboard-words.ts'

type Props = {
  /** Before everything else, such as the first steps of a new store. */
  first: ReactNode
  /** Right of the title. */
  more: ReactNode
  /** What comes first is not known yet, and would push the rest away. */
  isWaiting: boolean
}

export const dashboardHomeQuery = () =>
  queryOf(dashboardApi.getStats, { query: { period: 'today' } })

/** What needs the seller now: work first, then today against yesterday, then what came in and what runs out. */
export function DashboardHomePage({ first, more, isWaiting }: Props) {
  const { t } = useTranslation()
  // A page that stays open all day shows the day.
  const stats = useQuery({ ...dashboardHomeQuery(), refetchInterval: 60_000 })
  const words = useStatsWords(stats.data?.currency ?? 'USD')
  return (
    <>
      <PageHeader
        title={t('dashboard.home.title')}
        subtitle={stats.data ? words.longDay(stats.data.range.to) : '\u00a0'}
      >
        {more}
      </PageHeader>
      {isWaiting ? (
        <HomeSkeleton />
      ) : (
        <Loaded query={stats} skeleton={<HomeSkeleton />}>
          {found => <Home stats={found} first={first} />}
        </Loaded>
      )}
    </>
  )
}

function Home({ stats, first }: { stats: Stats; first: ReactNode }) {
  // Where nothing has ever happened, "all done" would be no news.
  const isNew = stats.attention.length === 0 && stats.recentOrders.length === 0
  return (
    <div className={css.stack}>
      {first}
      {!isNew && <AttentionCard attention={stats.attention} />}
      <Today stats={stats} />
      <div className={css.wide}>
        <RecentOrders stats={stats} />
        <LowStock products={stats.lowStock} />
      </div>
    </div>
  )
}

function Today({
  stats: {
    today: { today, yesterday, yesterdaySoFar },
    series,
    range,
    currency,
  },
}: {
  stats: Stats
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useStatsWords(currency)
  // The rest of the day has not been yet, which is not the same as nothing.
  const soFar = series.current.slice(0, words.hourNow(range.timezone) + 1)
  const tile = (key: 'netSales' | 'orders' | 'units', write: (value: number) => string) => (
    <StatTile
      label={t(`dashboard.home.${key}`)}
      value={write(today[key])}
      change={yesterdaySoFar[key] ? (today[key] - yesterdaySoFar[key]) / yesterdaySoFar[key] : null}
      note={t('dashboard.home.soFar', {
        soFar: write(yesterdaySoFar[key]),
        whole: write(yesterday[key]),
      })}
      course={soFar.map(point => point[key])}
      to={`/apps/order/list?from=${range.from}&to=${range.to}`}
    />
  )
  return (
    <StatTiles>
      {tile('netSales', words.money)}
      {tile('orders', format.number)}
      {tile('units', format.number)}
    </StatTiles>
  )
}

function RecentOrders({ stats: { recentOrders } }: { stats: Stats }) {
  const { t } = useTranslation()
  const columns = useOrderColumns()
  if (recentOrders.length === 0) {
    return (
      <SectionCard title={t('dashboard.home.recent')}>
        <EmptyState
          can="order:write"
          title={t('dashboard.home.noOrders')}
          text={t('dashboard.home.noOrdersText')}
          drawing={<ArtEmptyOrders />}
        >
          <Can do="order:write">
            <Button component={Link} to="/apps/order/create" variant="default">
              {t('dashboard.home.addOrder')}
            </Button>
          </Can>
          <Can do="import:write">
            <Button component={Link} to="/apps/import?kind=orders" variant="subtle">
              {t('order.list.importFirst')}
            </Button>
          </Can>
        </EmptyState>
      </SectionCard>
    )
  }
  return (
    <SectionCard
      title={t('dashboard.home.recent')}
      flush
      actions={
        <Link to="/apps/order/list" className={css.more}>
          {t('dashboard.home.recentAll')}
        </Link>
      }
    >
      <DataTable
        label={t('dashboard.home.recent')}
        rows={recentOrders}
        columns={columns}
        nameOf={order => order.number}
        linkOf={order => `/apps/order/orderDetail/${order._id}`}
      />
    </SectionCard>
  )
}

function LowStock({ products }: { products: Stats['lowStock'] }) {
  const { t } = useTranslation()
  return (
    <SectionCard
      title={t('dashboard.home.lowStock')}
      actions={
        products.length > 0 && (
          <Link to="/apps/product/list?status=active&stock=low" className={css.more}>
            {t('dashboard.home.lowStockAll')}
          </Link>
        )
      }
    >
      {products.length === 0 && <p className={css.quiet}>{t('dashboard.home.noLowStock')}</p>}
      <ul className={css.things}>
        {products.map(({ _id, title, image, sku, stock }) => (
          <li key={_id}>
            <Link to={`/apps/product/update/${_id}`} className={css.thing}>
              <ThingCell picture={image} title={title} line={sku} />
              <span className={css.amount} data-tone={stock > 0 ? 'warn' : 'bad'}>
                {stock > 0
                  ? t('dashboard.home.left', { count: stock })
                  : stock === 0
                    ? t('dashboard.home.gone')
                    : `${stock} · ${t('dashboard.home.owed')}`}
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
    <div className={css.wide}>
      <Skeleton h={420} radius="md" />
      <Skeleton h={420} radius="md" />
    </div>
  </div>
)
