import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, customerApi } from '#contract/customer.ts'
import { queryOf } from '../lib/call/api.ts'
import { useCan } from '../lib/session/can.tsx'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { blankAddress } from '../ui/form/address-fields.tsx'
import { SearchPick } from '../ui/form/search-pick.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import css from './order.module.css'
import type { OrderNewValues } from './order-new-shape.ts'

type Props = { form: ContractForm<OrderNewValues> }

/** Somebody the store knows, whose address comes along, or the name and ways to reach of somebody new. */
export function OrderNewCustomer({ form }: Props) {
  const { t } = useTranslation()
  const maySearch = useCan('customer:read')
  const { customer } = form.values
  if (customer?._id) return <Chosen form={form} />
  return (
    <SectionCard title={t('order.side.customer')}>
      {maySearch && <Search form={form} />}
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

function Search({ form }: Props) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const found = useQuery({
    ...queryOf(customerApi.list, { query: { q, sort: q ? 'name' : '-lastOrderAt' } }),
    placeholderData: keepPreviousData,
  })
  const choose = ({ _id, name, email, phone, address }: Customer) => {
    form.setFieldValue('customer', { _id, name, email, phone })
    form.setFieldValue('shippingAddress', {
      ...blankAddress,
      ...address,
      name: address.name || name,
    })
  }
  return (
    <SearchPick
      label={t('order.new.customerSearch')}
      placeholder={t('order.new.customerSearch')}
      found={found.data?.items}
      onSearch={setQ}
      onPick={choose}
      draw={({ name, email, phone, orderCount }) => (
        <ThingCell
          title={name || email || phone}
          line={[name && (email || phone), t('order.new.orders', { count: orderCount })]
            .filter(Boolean)
            .join(' · ')}
        />
      )}
    />
  )
}

function Chosen({ form }: Props) {
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
          {t('order.new.customerChange')}
        </Button>
      }
    >
      <div className={css.side}>
        <span className={css.strong}>{name || email || phone}</span>
        {name && email && <span>{email}</span>}
        {phone && <span>{phone}</span>}
      </div>
    </SectionCard>
  )
}
