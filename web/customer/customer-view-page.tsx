import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { type Customer, customerApi } from '#contract/customer.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { Can } from '../lib/session/can.tsx'
import { useCurrency } from '../lib/session/use-store.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { Cards, EditColumns, EditForm } from '../ui/form/edit-form.tsx'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './customer.module.css'
import {
  blankCustomer,
  CustomerAddressCard,
  CustomerDetailsCard,
  CustomerFormShape,
  CustomerNotesCard,
  valuesOf,
} from './customer-form.tsx'
import { CustomerOrdersCard } from './customer-orders-card.tsx'

export function CustomerViewPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const customer = useSuspenseQuery(queryOf(customerApi.get, { params: { id } })).data
  const update = useSend(customerApi.update)
  const form = useContractForm(CustomerFormShape, {
    values: valuesOf(customer),
    onSave: body => update.mutateAsync({ params: { id }, body }),
  })
  return (
    <EditForm form={form}>
      <PageHeader
        title={customer.name || customer.email || customer.phone || t('customer.list.nameless')}
        back={{ to: '/apps/customer/list', label: t('customer.list.title') }}
      >
        <Can do="customer:write">
          <Remove customer={customer} />
        </Can>
      </PageHeader>
      <EditColumns
        side={
          <Cards>
            <CustomerAddressCard form={form} />
            <CustomerNotesCard form={form} />
          </Cards>
        }
      >
        <Figures customer={customer} />
        <CustomerDetailsCard form={form} />
        <Can do="order:read">
          <CustomerOrdersCard customer={customer._id} />
        </Can>
      </EditColumns>
    </EditForm>
  )
}
CustomerViewPage.warm = (({ client, id }) =>
  client.prefetchQuery(queryOf(customerApi.get, { params: { id } }))) satisfies Warm

export function CustomerNewPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useSend(customerApi.create)
  const form = useContractForm(CustomerFormShape, {
    values: blankCustomer,
    onSave: async ({ version: _, ...body }) => {
      const { _id } = await create.mutateAsync({ body })
      await navigate(`/apps/customer/view/${_id}`)
    },
  })
  return (
    <EditForm form={form}>
      <PageHeader
        title={t('customer.list.add')}
        back={{ to: '/apps/customer/list', label: t('customer.list.title') }}
      >
        {/* Once something is typed, the save bar has it. */}
        {!form.isChanged && <Button type="submit">{t('ui.form.save')}</Button>}
      </PageHeader>
      <EditColumns side={<CustomerNotesCard form={form} />}>
        <CustomerDetailsCard form={form} />
        <CustomerAddressCard form={form} />
      </EditColumns>
    </EditForm>
  )
}

function Figures({ customer: { orderCount, totalSpent, lastOrderAt } }: { customer: Customer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const currency = useCurrency()
  const figures = [
    [t('customer.view.spent'), format.money(totalSpent, currency)],
    [t('customer.view.orders'), format.number(orderCount)],
    [
      t('customer.view.average'),
      orderCount > 0 ? format.money(Math.round(totalSpent / orderCount), currency) : '–',
    ],
    [t('customer.view.last'), format.ago(lastOrderAt)],
  ]
  return (
    <SectionCard flush>
      <dl className={css.figures}>
        {figures.map(([label, value]) => (
          <div key={label} className={css.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}

function Remove({ customer: { _id: id, name, email } }: { customer: Customer }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = useSend(customerApi.delete)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('customer.view.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('customer.view.deleteTitle', { name: name || email })}
        action={t('customer.view.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id } },
            { onSuccess: () => navigate('/apps/customer/list'), onError: () => setAsking(false) },
          )
        }
      >
        {t('customer.view.deleteText')}
      </ConfirmDialog>
    </>
  )
}
