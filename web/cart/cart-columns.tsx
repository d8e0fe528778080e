import { useTranslation } from 'react-i18next'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { CartRow } from '#contract/order/cart.ts'
import { useCountryName } from '../lib/country-name.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'

export function useCartColumns(): ListColumn<CartRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const getCountryName = useCountryName()
  const getContact = useCartName()
  return [
    {
      key: 'contact',
      label: t('cart.contact'),
      render: row => (
        <EntityCell title={getContact(row)} details={row.name ? formatEmail(row.email) : ''} />
      ),
    },
    {
      key: 'state',
      label: t('cart.state'),
      width: 130,
      render: row => <CartBadge cart={row} />,
    },
    {
      key: 'country',
      label: t('cart.country'),
      width: 150,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => format.text(getCountryName(row.country)),
    },
    {
      key: 'lineCount',
      label: t('cart.products'),
      isNumber: true,
      width: 110,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: row => format.number(row.lineCount),
    },
    {
      key: 'total',
      label: t('cart.total'),
      isNumber: true,
      width: 120,
      phonePosition: 'side',
      render: row => format.money(row.total, currency),
    },
    {
      key: 'updatedAt',
      label: t('cart.updatedAt'),
      sort: 'updatedAt',
      width: 150,
      phonePosition: 'line',
      render: row => <RelativeTime time={row.updatedAt} />,
    },
  ]
}

/** Returns the name or email of a cart's shopper, if one was entered. */
export function useCartName() {
  const { t } = useTranslation()
  return ({ name, email }: Pick<CartRow, 'name' | 'email'>) => name || email || t('cart.unknown')
}

export function CartBadge({
  cart: { isAbandoned, reminderSentAt },
}: {
  cart: Pick<CartRow, 'isAbandoned' | 'reminderSentAt'>
}) {
  const { t } = useTranslation()
  if (isAbandoned && reminderSentAt)
    return <StatusBadge tone="neutral" label={t('cart.view.reminded')} />
  return (
    <StatusBadge
      tone={isAbandoned ? 'warn' : 'info'}
      label={t(isAbandoned ? 'cart.abandoned' : 'cart.open')}
    />
  )
}
