import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, customerApi } from '#contract/customer/customer.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { SearchSelect } from '../../ui/field/search-select.tsx'
import { EntityCell } from '../../ui/page/entity-cell.tsx'

/** Finds an existing customer. Without a search text it offers those who ordered last. */
export function CustomerSearch({
  onSelect,
  isInPopover = false,
}: {
  onSelect: (customer: Customer) => void
  isInPopover?: boolean
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [searchText, setSearchText] = useState('')
  const results = useQuery({
    ...queryOptionsFor(customerApi.list, {
      query: { q: searchText, sort: searchText ? 'name' : '-lastOrderAt' },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <SearchSelect
      label={t('order.filter.searchCustomers')}
      placeholder={t('order.filter.searchCustomers')}
      results={results.data?.items}
      onSearch={setSearchText}
      onSelect={onSelect}
      isInPopover={isInPopover}
      renderItem={({ name, email, phone, orderCount }) => (
        <EntityCell
          title={name || email || phone}
          details={format.parts([
            name && (email || phone),
            t('order.filter.orders', { count: orderCount }),
          ])}
        />
      )}
    />
  )
}
