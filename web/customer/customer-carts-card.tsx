import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type CartRow, cartApi } from '#contract/order/cart.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { DataTable, type ListColumn } from '../list/table/data-table.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './customer.module.css'

/** Lists the latest carts with the email of a customer. Without carts, there is no card. */
export function CustomerCartsCard({ customer }: { customer: string }) {
  const { t } = useTranslation()
  const carts = useQuery(queryOptionsFor(cartApi.list, { query: { customer, perPage: 10 } }))
  const columns = useCustomerCartColumns()
  if (!carts.data?.items.length) return null
  const { items, meta } = carts.data
  const listPath = `${recordListPaths.cart}?customer=${customer}`
  const label = t('customerHistory.carts')
  return (
    <SectionCard title={label} flush>
      <DataTable
        rows={items}
        columns={columns}
        getRowName={() => label}
        getRowLink={row => `${listPath}&cart=${row._id}`}
        label={label}
      />
      {meta.next && (
        <Anchor component={Link} to={listPath} className={css.allOrdersLink}>
          {t('customerHistory.showAll', { n: meta.total })}
        </Anchor>
      )}
    </SectionCard>
  )
}

function useCustomerCartColumns(): ListColumn<CartRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  return [
    {
      key: 'updatedAt',
      label: t('cart.updatedAt'),
      render: row => (
        <time dateTime={row.updatedAt} title={format.dateTime(row.updatedAt)}>
          {format.relativeTime(row.updatedAt)}
        </time>
      ),
    },
    {
      key: 'state',
      label: t('cart.state'),
      render: row => (
        <StatusBadge
          tone={row.isAbandoned ? 'warn' : 'info'}
          label={t(row.isAbandoned ? 'cart.abandoned' : 'cart.open')}
        />
      ),
    },
    {
      key: 'lineCount',
      label: t('cart.products'),
      isNumber: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: row => format.number(row.lineCount),
    },
    {
      key: 'total',
      label: t('cart.total'),
      isNumber: true,
      phonePosition: 'side',
      render: row => format.money(row.total, currency),
    },
  ]
}
