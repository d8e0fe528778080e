import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, customerApi } from '#contract/customer.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SearchSelect } from '../ui/form/search-select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { type OrderFormValues, toOrderCustomerValues } from './order-form-schema.ts'
import textCss from './order-text.module.css'

type Props = { form: ContractForm<OrderFormValues> }

/** Selects an existing customer with their address, or takes the contact data of a new one. */
export function OrderNewCustomer({ form }: Props) {
  const { t } = useTranslation()
  const canSearch = usePermission('customer:read')
  const { customer } = form.values
  if (customer?._id) return <SelectedCustomer form={form} />
  return (
    <SectionCard title={t('order.side.customer')}>
      {canSearch && <CustomerSearch form={form} />}
      <TextField form={form} name="customer.name" label={t('order.new.name')} autoComplete="off" />
      <TextField
        form={form}
        name="customer.email"
        label={t('order.new.email')}
        type="email"
        autoComplete="off"
      />
      <TextField
        form={form}
        name="customer.phone"
        label={t('order.new.phone')}
        type="tel"
        autoComplete="off"
      />
    </SectionCard>
  )
}

function CustomerSearch({ form }: Props) {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  const results = useQuery({
    ...queryOptionsFor(customerApi.list, {
      query: { q: searchText, sort: searchText ? 'name' : '-lastOrderAt' },
    }),
    placeholderData: keepPreviousData,
  })
  const selectCustomer = (customer: Customer) => form.setValues(toOrderCustomerValues(customer))
  return (
    <SearchSelect
      label={t('order.new.searchCustomers')}
      placeholder={t('order.new.searchCustomers')}
      results={results.data?.items}
      onSearch={setSearchText}
      onSelect={selectCustomer}
      renderItem={({ name, email, phone, orderCount }) => (
        <EntityCell
          title={name || email || phone}
          details={[name && (email || phone), t('order.new.orders', { count: orderCount })]
            .filter(Boolean)
            .join(' · ')}
        />
      )}
    />
  )
}

function SelectedCustomer({ form }: Props) {
  const { t } = useTranslation()
  const { name, email, phone } = form.values.customer ?? {}
  return (
    <SectionCard
      title={t('order.side.customer')}
      actions={
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => form.setFieldValue('customer', { name: '', email: '', phone: '' })}
        >
          {t('order.new.changeCustomer')}
        </Button>
      }
    >
      <div className={textCss.contact}>
        <span className={textCss.strong}>{name || email || phone}</span>
        {name && email && <span>{email}</span>}
        {phone && <span>{phone}</span>}
      </div>
    </SectionCard>
  )
}
