import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Stats } from '#contract/dashboard.ts'
import { useFormat } from '../lib/format.ts'
import { OrderBadge, orderTone } from '../order-status/order-badges.tsx'
import { BarList } from '../ui/chart/bar-list.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import css from './dashboard-page.module.css'
import { pathOf, useStatsWords } from './dashboard-words.ts'

export function TopProducts({ stats: { topProducts, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const words = useStatsWords(currency)
  return (
    <TopCard title={t('dashboard.shop.topProducts')} isEmpty={topProducts.length === 0}>
      {topProducts.map(({ _id, title, image, quantity, sales, exists }) => (
        <Thing
          key={_id}
          to={exists ? `/apps/product/update/${_id}` : undefined}
          amount={words.money(sales)}
          note={t('dashboard.shop.pieces', { count: quantity })}
        >
          <ThingCell
            picture={image}
            title={title}
            line={exists ? undefined : t('dashboard.shop.deleted')}
          />
        </Thing>
      ))}
    </TopCard>
  )
}

export function TopCustomers({ stats: { topCustomers, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const words = useStatsWords(currency)
  return (
    <TopCard title={t('dashboard.shop.topCustomers')} isEmpty={topCustomers.length === 0}>
      {topCustomers.map(({ _id, name, email, orders, sales, exists }) => (
        <Thing
          key={_id}
          to={exists ? `/apps/customer/view/${_id}` : undefined}
          amount={words.money(sales)}
          note={t('dashboard.shop.orders', { count: orders })}
        >
          <ThingCell
            title={name || email || t(exists ? 'dashboard.home.guest' : 'dashboard.shop.deleted')}
            line={name ? email : undefined}
          />
        </Thing>
      ))}
    </TopCard>
  )
}

export function TopCategories({ stats: { topCategories, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const words = useStatsWords(currency)
  const bars = topCategories.map(({ _id, name, sales }) => ({
    key: _id,
    label: name,
    value: sales,
    written: words.money(sales),
    to: `/apps/product/list?category=${_id}`,
  }))
  return (
    <SectionCard title={t('dashboard.shop.topCategories')}>
      <BarList label={t('dashboard.shop.topCategories')} bars={bars} />
    </SectionCard>
  )
}

export function ByStatus({ stats: { ordersByStatus } }: { stats: Stats }) {
  const { t } = useTranslation()
  const format = useFormat()
  const bars = ordersByStatus.map(({ status, orders, link }) => ({
    key: status,
    value: orders,
    written: format.number(orders),
    to: pathOf(link),
    color: `var(--sw-${orderTone[status]})`,
    label: <OrderBadge status={status} />,
  }))
  return (
    <SectionCard title={t('dashboard.shop.byStatus')}>
      <BarList label={t('dashboard.shop.byStatus')} bars={bars} />
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
        <p className={css.quiet}>{t('dashboard.shop.none')}</p>
      ) : (
        <ol className={css.things}>{children}</ol>
      )}
    </SectionCard>
  )
}

function Thing({
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
        <Link to={to} className={css.thing}>
          {row}
        </Link>
      ) : (
        <span className={css.thing}>{row}</span>
      )}
    </li>
  )
}
