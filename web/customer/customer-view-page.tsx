import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { type Customer, customerApi } from '#contract/customer/customer.ts'
import { DeskPanel } from '../desk/desk-panel.tsx'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { DeleteButton } from '../ui/dialog/delete-button.tsx'
import { CardStack, EditColumns, EditForm } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './customer.module.css'
import { CustomerAddressesCard } from './customer-addresses-card.tsx'
import { CustomerCartsCard } from './customer-carts-card.tsx'
import { CustomerConsentsCard, consentsOptions } from './customer-consents-card.tsx'
import { CustomerContactCard, CustomerNotesCard } from './customer-contact-card.tsx'
import { CustomerDataMenu } from './customer-data-menu.tsx'
import { CustomerEditDrawer } from './customer-edit-drawer.tsx'
import {
  CustomerAddressFields,
  CustomerDetailsFields,
  CustomerFormSchema,
  CustomerNotesFields,
  emptyCustomer,
} from './customer-form.tsx'
import { CustomerOrdersCard } from './customer-orders-card.tsx'
import { CustomerReturnsCard } from './customer-returns-card.tsx'
import { CustomerTimelineCard } from './customer-timeline-card.tsx'

/** The record of a customer. A drawer edits it. */
export function CustomerViewPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const customer = useSuspenseQuery(queryOptionsFor(customerApi.get, { params: { id } })).data
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <PageHeader
        title={customer.name || customer.email || customer.phone || t('customer.list.guest')}
        back={{ to: '/apps/customer/list', label: t('customer.list.title') }}
      >
        <PermissionGate permission="customer:write">
          <CustomerDataMenu customer={customer} />
          <DeleteCustomerButton customer={customer} />
          <Button variant="default" onClick={() => setEditing(true)}>
            {t('customer.view.edit')}
          </Button>
        </PermissionGate>
        <PermissionGate permission="order:write">
          <Button component={Link} to={`/apps/order/create?customer=${id}`}>
            {t('customer.list.createOrder')}
          </Button>
        </PermissionGate>
      </PageHeader>
      <EditColumns
        sidebar={
          <CardStack>
            <CustomerContactCard customer={customer} />
            <CustomerAddressesCard customer={customer} />
            <CustomerNotesCard customer={customer} />
            <CustomerConsentsCard customer={customer._id} />
            <DeskPanel subject="customer" id={customer._id} />
          </CardStack>
        }
      >
        <CustomerMetrics customer={customer} />
        <PermissionGate permission="order:read">
          <CustomerOrdersCard customer={customer._id} orderCount={customer.orderCount} />
          <CustomerTimelineCard customer={customer} />
          {/* Last, because they appear once they have loaded, which would move the cards below them. */}
          <CustomerCartsCard customer={customer._id} />
          <CustomerReturnsCard customer={customer._id} />
        </PermissionGate>
      </EditColumns>
      {isEditing && <CustomerEditDrawer customer={customer} onClose={() => setEditing(false)} />}
    </>
  )
}
CustomerViewPage.prefetch = (({ client, id }) =>
  // The consents stand above cards that load later, and would move them.
  Promise.all([
    client.prefetchQuery(queryOptionsFor(customerApi.get, { params: { id } })),
    client.prefetchQuery(consentsOptions(id)),
  ])) satisfies Prefetch

export function CustomerNewPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useRouteMutation(customerApi.create)
  const form = useContractForm(CustomerFormSchema, {
    values: emptyCustomer,
    onSave: async ({ version: _, ...body }) => {
      const { _id } = await create.mutateAsync({ body })
      await navigate(getRecordPath('customer', _id))
    },
  })
  return (
    <EditForm form={form}>
      <PageHeader
        title={t('customer.list.add')}
        back={{ to: '/apps/customer/list', label: t('customer.list.title') }}
      >
        {/* After the first input, the save bar has the button. */}
        {!form.isChanged && <Button type="submit">{t('ui.form.save')}</Button>}
      </PageHeader>
      <EditColumns
        sidebar={
          <SectionCard title={t('customer.edit.notes')}>
            <CustomerNotesFields form={form} />
          </SectionCard>
        }
      >
        <SectionCard title={t('customer.edit.details')}>
          <CustomerDetailsFields form={form} />
        </SectionCard>
        <SectionCard title={t('customer.edit.address')}>
          <CustomerAddressFields form={form} />
        </SectionCard>
      </EditColumns>
    </EditForm>
  )
}

function CustomerMetrics({
  customer: { orderCount, totalSpent, lastOrderAt },
}: {
  customer: Customer
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const metrics = [
    [t('customer.view.totalSpent'), format.money(totalSpent, currency)],
    [t('customer.view.orders'), format.number(orderCount)],
    [
      t('customer.view.averageOrder'),
      orderCount > 0 ? format.money(Math.round(totalSpent / orderCount), currency) : '–',
    ],
    [t('customer.view.lastOrder'), format.relativeTime(lastOrderAt)],
  ]
  return (
    <SectionCard flush>
      <dl className={css.metrics}>
        {metrics.map(([label, value]) => (
          <div key={label} className={css.metric}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}

function DeleteCustomerButton({ customer: { _id: id, name, email } }: { customer: Customer }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <DeleteButton
      route={customerApi.delete}
      id={id}
      label={t('customer.view.delete')}
      title={t('customer.view.deleteTitle', { name: name || email })}
      text={t('customer.view.deleteText')}
      onDeleted={() => navigate('/apps/customer/list')}
    />
  )
}
