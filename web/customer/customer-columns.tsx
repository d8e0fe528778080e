import { useTranslation } from 'react-i18next'
import type { Customer } from '#contract/customer/customer.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { useCountryName } from '../lib/country-name.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import css from './customer.module.css'
import { CustomerAvatar } from './customer-avatar.tsx'
import { CustomerTags } from './customer-tags.tsx'

export function useCustomerColumns(): ListColumn<Customer>[] {
  return [...useProfileColumns(), ...useOrderTotalColumns(), ...useOptionalColumns()]
}

/** Returns the customer with location and tags. */
function useProfileColumns(): ListColumn<Customer>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatCountry = useCountryName()
  return [
    {
      key: 'name',
      label: t('customer.list.customer'),
      sort: 'name',
      render: row => <CustomerNameCell customer={row} />,
    },
    {
      key: 'place',
      label: t('customer.list.location'),
      minScreen: 'tablet',
      phonePosition: 'none',
      render: ({ address }) =>
        format.text(format.list([address.city, formatCountry(address.country)])),
    },
    {
      key: 'tags',
      label: t('customer.field.tags'),
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => <CustomerTags tags={row.tags} />,
    },
  ]
}

/** Returns the number, last date and total of the customer's orders. */
function useOrderTotalColumns(): ListColumn<Customer>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  return [
    {
      key: 'orders',
      label: t('customer.list.orders'),
      isNumber: true,
      width: 90,
      phonePosition: 'none',
      render: row => format.number(row.orderCount),
    },
    {
      key: 'lastOrderAt',
      label: t('customer.list.lastOrder'),
      sort: 'lastOrderAt',
      width: 140,
      phonePosition: 'none',
      render: row => <RelativeTime time={row.lastOrderAt} />,
    },
    {
      key: 'totalSpent',
      label: t('customer.list.totalSpent'),
      sort: 'totalSpent',
      isNumber: true,
      width: 130,
      phonePosition: 'side',
      render: row => format.money(row.totalSpent, currency),
    },
  ]
}

function useOptionalColumns(): ListColumn<Customer>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'phone',
      label: t('customer.field.phone'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 150,
      render: row => format.text(row.phone),
    },
    {
      key: 'marketing',
      label: t('customer.list.marketing'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 120,
      render: row => (row.acceptsMarketing ? t('customer.list.subscribed') : '–'),
    },
    {
      key: 'createdAt',
      label: t('customer.list.customerSince'),
      sort: 'createdAt',
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 140,
      render: row => format.date(row.createdAt),
    },
  ]
}

function CustomerNameCell({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { name, email, phone } = customer
  return (
    <span className={css.customerCell}>
      <CustomerAvatar customer={customer} />
      <EntityCell
        title={name || email || phone || t('customer.list.guest')}
        details={name && (formatEmail(email) || phone)}
      />
    </span>
  )
}
