import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Stats } from '#contract/staff/dashboard.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { OrderBadge, orderTones } from '../order-status/order-badges.tsx'
import { BarList } from '../ui/chart/bar-list.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { getStatsListPath, useStatsFormat } from './dashboard-format.ts'
import css from './dashboard-page.module.css'

export function TopProductsCard({ stats: { topProducts, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const statsFormat = useStatsFormat(currency)
  return (
    <TopCard title={t('dashboard.analytics.topProducts')} isEmpty={topProducts.length === 0}>
      {topProducts.map(({ _id, title, image, quantity, sales, exists }) => (
        <TopItem
          key={_id}
          to={exists ? getRecordPath('product', _id) : undefined}
          amount={statsFormat.money(sales)}
          note={t('dashboard.analytics.units', { count: quantity })}
        >
          <EntityCell
            imageUrl={image}
            title={title}
            details={exists ? undefined : t('dashboard.analytics.deleted')}
          />
        </TopItem>
      ))}
    </TopCard>
  )
}

export function TopCustomersCard({ stats: { topCustomers, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const statsFormat = useStatsFormat(currency)
  return (
    <TopCard title={t('dashboard.analytics.topCustomers')} isEmpty={topCustomers.length === 0}>
      {topCustomers.map(({ _id, name, email, orders, sales, exists }) => (
        <TopItem
          key={_id}
          to={exists ? getRecordPath('customer', _id) : undefined}
          amount={statsFormat.money(sales)}
          note={t('dashboard.analytics.orders', { count: orders })}
        >
          <EntityCell
            title={
              name || email || t(exists ? 'dashboard.home.guest' : 'dashboard.analytics.deleted')
            }
            details={name ? email : undefined}
          />
        </TopItem>
      ))}
    </TopCard>
  )
}

export function TopCategoriesCard({ stats: { topCategories, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const statsFormat = useStatsFormat(currency)
  const bars = topCategories.map(({ _id, name, sales }) => ({
    key: _id,
    label: name,
    value: sales,
    formattedValue: statsFormat.money(sales),
    to: `/apps/product/list?category=${_id}`,
  }))
  return (
    <SectionCard title={t('dashboard.analytics.topCategories')}>
      <BarList label={t('dashboard.analytics.topCategories')} bars={bars} />
    </SectionCard>
  )
}

export function OrdersByStatusCard({ stats: { ordersByStatus } }: { stats: Stats }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const bars = ordersByStatus.map(({ status, orders, link }) => ({
    key: status,
    value: orders,
    formattedValue: format.number(orders),
    to: getStatsListPath(link),
    color: `var(--sw-${orderTones[status]})`,
    label: <OrderBadge status={status} />,
  }))
  return (
    <SectionCard title={t('dashboard.analytics.byStatus')}>
      <BarList label={t('dashboard.analytics.byStatus')} bars={bars} />
    </SectionCard>
  )
}

function TopCard({
  title,
  isEmpty,
  children,
}: {
  title: string
  isEmpty: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <SectionCard title={title}>
      {isEmpty ? (
        <p className={css.emptyText}>{t('dashboard.analytics.noSales')}</p>
      ) : (
        <ol className={css.items}>{children}</ol>
      )}
    </SectionCard>
  )
}

function TopItem({
  to,
  amount,
  note,
  children,
}: {
  to: string | undefined
  amount: string
  note: string
  children: ReactNode
}) {
  const row = (
    <>
      {children}
      <span className={css.amount}>
        {amount}
        <small>{note}</small>
      </span>
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} className={css.item}>
          {row}
        </Link>
      ) : (
        <span className={css.item}>{row}</span>
      )}
    </li>
  )
}
