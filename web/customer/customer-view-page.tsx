import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { type Customer, customerApi } from '#contract/customer.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { CardStack, EditColumns, EditForm } from '../ui/form/edit-form.tsx'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './customer.module.css'
import {
  CustomerAddressCard,
  CustomerDetailsCard,
  CustomerFormSchema,
  CustomerNotesCard,
  emptyCustomer,
  toCustomerValues,
} from './customer-form.tsx'
import { CustomerOrdersCard } from './customer-orders-card.tsx'

export function CustomerViewPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const customer = useSuspenseQuery(queryOptionsFor(customerApi.get, { params: { id } })).data
  const update = useRouteMutation(customerApi.update)
  const form = useContractForm(CustomerFormSchema, {
    values: toCustomerValues(customer),
    onSave: body => update.mutateAsync({ params: { id }, body }),
  })
  return (
    <EditForm form={form}>
      <PageHeader
        title={customer.name || customer.email || customer.phone || t('customer.list.guest')}
        back={{ to: '/apps/customer/list', label: t('customer.list.title') }}
      >
        <PermissionGate permission="customer:write">
          <DeleteCustomerButton customer={customer} />
        </PermissionGate>
      </PageHeader>
      <EditColumns
        sidebar={
          <CardStack>
            <CustomerAddressCard form={form} />
            <CustomerNotesCard form={form} />
          </CardStack>
        }
      >
        <CustomerMetrics customer={customer} />
        <CustomerDetailsCard form={form} />
        <PermissionGate permission="order:read">
          <CustomerOrdersCard customer={customer._id} />
        </PermissionGate>
      </EditColumns>
    </EditForm>
  )
}
CustomerViewPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(customerApi.get, { params: { id } }))) satisfies Prefetch

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
      <EditColumns sidebar={<CustomerNotesCard form={form} />}>
        <CustomerDetailsCard form={form} />
        <CustomerAddressCard form={form} />
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
  const remove = useRouteMutation(customerApi.delete)
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setConfirmOpen(true)}>
        {t('customer.view.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirmOpen}
        title={t('customer.view.deleteTitle', { name: name || email })}
        confirmLabel={t('customer.view.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id } },
            {
              onSuccess: () => navigate('/apps/customer/list'),
              onError: () => setConfirmOpen(false),
            },
          )
        }
      >
        {t('customer.view.deleteText')}
      </ConfirmDialog>
    </>
  )
}
